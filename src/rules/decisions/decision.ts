import type { Action, ActionInput, ActionType, Offer } from '../actions.ts'
import type { Play } from '../play.ts'
import type { Prices } from '../price/prices.ts'
import type { MatchState, Step, StepKind } from '../state.ts'
import type { ViolationCode } from '../violation.ts'

export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>

export type ActionOf<T extends ActionType> = Extract<Action, { type: T }>

/** How a seat decides a kind of step, by an action of the types that it asks for. It accepts exactly what it offers. */
export interface Decision<K extends StepKind = StepKind, T extends ActionType = ActionType> {
  asks: readonly T[]
  /**
   * The legal actions, in order; empty if there is nothing to decide: then the step is skipped. With `only`, what is
   * legal of that action is enough: the check of an action needs no others.
   * @param prices those of the seat that decides.
   */
  offers(state: MatchState, step: StepOf<K>, prices: Prices, only?: ActionInput): Offer[]
  /**
   * Resolves the step, which is already popped, by an action that was offered.
   * @param prices those of the seat that decides, as they were before the action.
   */
  apply(play: Play, step: StepOf<K>, action: ActionOf<T>, prices: Prices): void
  /** Whether there is something to decide, for a decision that can tell that faster than it can make its offers. */
  isOpen?(state: MatchState, step: StepOf<K>): boolean
  /** What happens before the decision is offered; it must be idempotent. Steps that it pushes are resolved first. */
  prepare?(play: Play, step: StepOf<K>): void
  /** The action that is taken without asking. */
  forced?(state: MatchState, step: StepOf<K>): ActionOf<T> | undefined
  /** A more exact code than `not-offered` for an action that is not offered, if there is one. */
  refusal?(state: MatchState, step: StepOf<K>, action: Extract<ActionInput, { type: T }>): ViolationCode | undefined
}

/** How a step resolves without a decision. The step is already popped. */
export interface Automatic<K extends StepKind = StepKind> {
  resolve(play: Play, step: StepOf<K>): void
}

/** Whether one of the fields of an offer has no value to pick. */
export function isEmpty(offer: Offer): boolean {
  for (const field in offer) if ((offer as Record<string, { length: number }>)[field]!.length === 0) return true
  return false
}

/** The offer as a list, which is empty if one of its fields has no value to pick. */
export const offerIfAny = (offer: Offer): Offer[] => (isEmpty(offer) ? [] : [offer])
