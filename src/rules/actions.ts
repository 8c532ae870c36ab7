import type { BuildingId, CardId, ConspiracyId, TokenId, WonderId } from './catalogue/index.ts'
import type { Chamber } from './catalogue/vocabulary.ts'
import type { Seat } from './seat.ts'

/** Everything that a player can do, by `type`. A `slot` is a place of the structure, row by row from the far end. */
export type Action =
  | { type: 'draft-wonder'; wonder: WonderId }
  | { type: 'construct-building'; slot: number }
  | { type: 'discard-card'; slot: number }
  | { type: 'construct-wonder'; slot: number; wonder: WonderId }
  | { type: 'recruit-senator'; slot: number }
  | { type: 'prepare-conspiracy'; slot: number; conspiracy: ConspiracyId }
  | { type: 'trigger-conspiracy'; conspiracy: ConspiracyId }
  | { type: 'choose-progress-token'; token: TokenId }
  | { type: 'choose-first-player'; seat: Seat }
  | { type: 'choose-building'; building: CardId }
  | { type: 'place-influence'; chamber: Chamber }
  | { type: 'remove-influence'; chamber: Chamber }
  | { type: 'move-influence'; from: Chamber; to: Chamber }
  | { type: 'conspire' }
  | { type: 'keep-conspiracy'; conspiracy: ConspiracyId; other: 'top' | 'bottom' }
  | { type: 'choose-wonder'; wonder: WonderId }
  | { type: 'choose-available-card'; slot: number }
  | { type: 'lock-progress-token'; token: TokenId }
  | { type: 'move-decree'; from: Chamber; to: Chamber }
  | { type: 'swap-buildings'; take: BuildingId; give: BuildingId }
  | { type: 'decline' }

export type ActionType = Action['type']
type FieldsOf<A extends Action> = Omit<A, 'type'>

/**
 * Several legal actions in one: every way to pick one value for each field is an action.
 * `{ type: 'discard-card', slot: [18, 19] }` stands for two actions.
 */
export type Offer = {
  [A in Action as A['type']]: { type: A['type'] } & { [F in keyof FieldsOf<A>]: readonly FieldsOf<A>[F][] }
}[ActionType]
