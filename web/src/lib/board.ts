import type { Action, Explanation, Seat, Snapshot } from '@curia/client'

type SentBoard = NonNullable<Snapshot['board']>
export type Price = NonNullable<NonNullable<SentBoard['prices']>['slots']>[string]
/** What an activation of a divinity costs. */
export type ActivationPrice = NonNullable<NonNullable<NonNullable<SentBoard['prices']>['divinities']>[string]['none']>
export type City = SentBoard['cities'][Seat]
export type SlotCard = SentBoard['structure'][string]

/** A price that is shown whether the action is offered or not. */
export type Quote = NonNullable<Explanation['quotes'][Seat]['slots']>[string]

/** The board; the explanation comes a moment later, and is missing in replays and after a fault of the connection. */
export type Board = Omit<SentBoard, 'decision'> &
  Partial<Omit<Explanation, 'because'>> & {
    decision?: SentBoard['decision'] & { because?: Explanation['because'] }
  }

/** The board together with its explanation, or parts of one. */
export function explained(board: SentBoard | undefined, explanation: Partial<Explanation> | null): Board | undefined {
  if (!board || !explanation) return board
  const { because, ...rest } = explanation
  return { ...board, ...rest, ...(board.decision && { decision: { ...board.decision, ...(because && { because }) } }) }
}

export const otherSeat = (seat: Seat): Seat => (seat === 0 ? 1 : 0)

/** Something on the table that can be explained. */
export type Thing =
  | { kind: 'card'; id: string; slot?: number; owner?: Seat }
  | { kind: 'back'; back: string; slot: number }
  | { kind: 'wonder'; id: string; owner?: Seat }
  | { kind: 'token'; id: string }
  | { kind: 'military'; id: string }
  | { kind: 'chamber'; chamber: number }
  | { kind: 'decree'; id: string }
  | { kind: 'conspiracy'; id: string; owner?: Seat; index?: string }
  | { kind: 'conspiracy-back'; owner: Seat; index: string }
  | { kind: 'step'; position: number }
  | { kind: 'science'; symbol: string }
  | { kind: 'divinity'; id: string }
  | { kind: 'space'; space: number }
  | { kind: 'mythology'; mythology: string }
  | { kind: 'offering'; discount: number }
  | { kind: 'discard-pile' }
  | { kind: 'points' }

/** What lies at a slot of the structure; null if that is empty. */
export function thingAt({ structure }: Board, slot: number): Thing | null {
  const place = structure[String(slot)]
  if (!place) return null
  const { card, back } = place
  return card === undefined ? { kind: 'back', back, slot } : { kind: 'card', id: card, slot }
}

/** A conspiracy of a city, as far as it is known; null if it is gone. */
function conspiracyAt({ cities }: Board, owner: Seat, index: string): Thing | null {
  const conspiracy = cities[owner].conspiracies?.[index]
  if (!conspiracy) return null
  const { id } = conspiracy
  return id === undefined ? { kind: 'conspiracy-back', owner, index } : { kind: 'conspiracy', id, owner, index }
}

/**
 * Something that was seen in an age, as it lies on the table now: it may have turned over, or be gone. In one age a slot
 * has one card.
 */
export function asItIs(thing: Thing, age: number, board: Board): Thing | null {
  if ('slot' in thing && thing.slot !== undefined) return age === board.age ? thingAt(board, thing.slot) : null
  if ('index' in thing && thing.index !== undefined && thing.owner !== undefined)
    return conspiracyAt(board, thing.owner, thing.index)
  return thing
}

/** One value of one field of an action, as it is picked on the table. */
export interface Pick {
  field: string
  value: string | number
}

export const keyOf = ({ field, value }: Pick): string => `${field}:${value}`

/** The fields of an action with their values. */
export const picksOf = (action: Action): Pick[] =>
  Object.entries(action).flatMap(([field, value]) => (field === 'type' ? [] : [{ field, value }]))

/** Fields that only make sense once the other field of their action is picked. */
const SECOND = new Set(['to', 'give', 'other', 'offerings'])

/** The actions that all picks fit. */
export const matching = (actions: readonly Action[], picks: readonly Pick[]): Action[] =>
  actions.filter((action) => picks.every(({ field, value }) => (action as Record<string, unknown>)[field] === value))

/** What can be picked before anything else. */
export function firstPicks(actions: readonly Action[]): Map<string, Pick> {
  const picks = actions.flatMap(picksOf).filter(({ field }) => !SECOND.has(field))
  return new Map(picks.map((pick) => [keyOf(pick), pick]))
}

/** What can be picked after that. */
export function nextPicks(actions: readonly Action[], picked: readonly Pick[]): Map<string, Pick> {
  if (picked.length === 0) return new Map()
  const done = new Set(picked.map(({ field }) => field))
  const picks = matching(actions, picked)
    .flatMap(picksOf)
    .filter(({ field }) => !done.has(field))
  return new Map(picks.map((pick) => [keyOf(pick), pick]))
}

/** Whether two actions are the same, in whatever order their fields are. */
export const sameAction = (one: Action, other: Action): boolean =>
  one.type === other.type && picksOf(one).map(keyOf).sort().join() === picksOf(other).map(keyOf).sort().join()
