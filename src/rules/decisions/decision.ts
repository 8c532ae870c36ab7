import type { Action, ActionType, Offer } from '../actions.ts'
import type { Play } from '../play.ts'
import type { MatchState, Step, StepKind } from '../state.ts'
import type { ViolationCode } from '../violation.ts'

export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>

export type ActionOf<T extends ActionType> = Extract<Action, { type: T }>

/** A kind of step that its seat decides by an action of some types. What it offers is what it accepts. */
export interface Decision<K extends StepKind = StepKind, T extends ActionType = ActionType> {
  asks: readonly T[]
  /**
   * The legal actions, in order; none if there is nothing to decide, and the step is skipped. With `only`, those of that type
   * are enough: what checks an action asks for no more.
   */
  offers(state: MatchState, step: StepOf<K>, only?: ActionType): Offer[]
  /** Resolves the step, already taken off the stack, by an action that was offered. */
  apply(play: Play, step: StepOf<K>, action: ActionOf<T>): void
  /** Whether there is something to decide, where that is quicker to tell than what. */
  isOpen?(state: MatchState, step: StepOf<K>): boolean
  /** What happens before it is offered; must be harmless the second time. */
  prepare?(play: Play, step: StepOf<K>): void
  /** The action taken without asking. */
  forced?(state: MatchState, step: StepOf<K>): ActionOf<T> | undefined
  /** Why an action that is not offered is refused, where that can be said more exactly. */
  refusal?(state: MatchState, step: StepOf<K>, action: ActionOf<T>): ViolationCode | undefined
}

/** A step that resolves by itself, already taken off the stack. */
export interface Automatic<K extends StepKind = StepKind> {
  resolve(play: Play, step: StepOf<K>): void
}

/** Whether one of an offer's fields has no value to pick. */
export function isEmpty(offer: Offer): boolean {
  for (const field in offer) if ((offer as Record<string, { length: number }>)[field]!.length === 0) return true
  return false
}

/** An offer, or nothing where one of its fields has no value to pick. */
export const offerIfAny = (offer: Offer): Offer[] => (isEmpty(offer) ? [] : [offer])
