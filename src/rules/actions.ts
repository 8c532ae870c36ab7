import type {
  BuildingId,
  CardId,
  ConspiracyId,
  DivinityId,
  MilitaryTokenId,
  TokenId,
  WonderId,
} from './catalogue/index.ts'
import type { OfferingSet } from './catalogue/offerings.ts'
import type { Chamber, Mythology, Space } from './catalogue/vocabulary.ts'
import type { Seat } from './seat.ts'

/** What a field of an action can hold: an id, or one of a few values. */
interface Ids {
  wonder: WonderId
  conspiracy: ConspiracyId
  token: TokenId
  card: CardId
  building: BuildingId
  divinity: DivinityId
  militaryToken: MilitaryTokenId
}
interface Choices {
  /** A place of the structure, row by row from the far end. */
  slot: number
  seat: Seat
  chamber: Chamber
  endOfDeck: 'top' | 'bottom'
  space: Space
  offerings: OfferingSet
  mythology: Mythology
  /** A space of the military track: -9 to 9. */
  position: number
}

/** Everything that a player can do, by type: the fields of each type of action, with what they hold. */
export const ACTIONS = {
  'draft-wonder': { wonder: 'wonder' },
  'construct-building': { slot: 'slot' },
  'discard-card': { slot: 'slot' },
  'construct-wonder': { slot: 'slot', wonder: 'wonder' },
  'recruit-senator': { slot: 'slot' },
  'prepare-conspiracy': { slot: 'slot', conspiracy: 'conspiracy' },
  'trigger-conspiracy': { conspiracy: 'conspiracy' },
  'choose-progress-token': { token: 'token' },
  'choose-first-player': { seat: 'seat' },
  'choose-building': { building: 'card' },
  'place-influence': { chamber: 'chamber' },
  'remove-influence': { chamber: 'chamber' },
  'move-influence': { from: 'chamber', to: 'chamber' },
  conspire: {},
  'keep-conspiracy': { conspiracy: 'conspiracy', other: 'endOfDeck' },
  'choose-wonder': { wonder: 'wonder' },
  'choose-available-card': { slot: 'slot' },
  'lock-progress-token': { token: 'token' },
  'move-decree': { from: 'chamber', to: 'chamber' },
  'swap-buildings': { take: 'building', give: 'building' },
  decline: {},
  'activate-divinity': { space: 'space', offerings: 'offerings' },
  'place-divinity': { divinity: 'divinity', space: 'space' },
  'choose-mythology': { mythology: 'mythology' },
  'choose-divinity': { divinity: 'divinity' },
  'return-divinity': { divinity: 'divinity' },
  'construct-wonder-from-discard': { card: 'card', wonder: 'wonder' },
  'place-minerva': { position: 'position' },
  'choose-military-token': { seat: 'seat', token: 'militaryToken' },
} as const satisfies Record<string, Readonly<Record<string, keyof (Ids & Choices)>>>

export type ActionType = keyof typeof ACTIONS
/** The names of the fields of a type of action. */
export type FieldOf<T extends ActionType> = keyof (typeof ACTIONS)[T] & string
type Held<T extends ActionType, F extends FieldOf<T>> = (typeof ACTIONS)[T][F]

/** An action with the ids of the catalogue. */
export type Action = {
  [T in ActionType]: { type: T } & { [F in FieldOf<T>]: (Ids & Choices)[Held<T, F> & keyof (Ids & Choices)] }
}[ActionType]

/** An action as a client sends it and a log keeps it: its ids are any text. Only `reduce` tells which are legal. */
export type ActionInput = {
  [T in ActionType]: { type: T } & {
    [F in FieldOf<T>]: Held<T, F> extends keyof Choices ? Choices[Held<T, F>] : string
  }
}[ActionType]

/**
 * Several legal actions in one: every way to pick one value for each field is an action.
 * `{ type: 'discard-card', slot: [18, 19] }` stands for two actions.
 */
export type Offer = {
  [A in Action as A['type']]: { type: A['type'] } & { [F in Exclude<keyof A, 'type'>]: readonly A[F][] }
}[ActionType]
