import type { ActionType } from '../actions.ts'
import type { ConspiracyId, WonderId } from '../catalogue/index.ts'
import type { OfferingSet } from '../catalogue/offerings.ts'
import type { Color, Family, Resource, ScienceSymbol, Space } from '../catalogue/vocabulary.ts'
import type { Cause } from '../cause.ts'
import type { ActivationPrice, Price } from '../price/types.ts'
import type { Score } from '../score.ts'
import type { Seat } from '../seat.ts'

/** What something costs a seat, whether it is offered or not. */
export interface Quote extends Price {
  /** The coins that the seat is short of; absent if it can pay. */
  short?: number
}

/** What an activation costs a seat, whether it is offered or not. */
export interface ActivationQuote extends ActivationPrice {
  /** The coins that the seat is short of; absent if it can pay. */
  short?: number
}

/** What everything that lies open costs one seat. Empty parts are absent. */
export interface Quotes {
  /** The face-up cards of the structure, covered ones too, by slot. */
  slots?: Record<string, Quote>
  /** The wonders that are not constructed: those of both cities, and those that can be picked in the draft. */
  wonders?: Partial<Record<WonderId, Quote>>
  /** The cards that lie open in the Pantheon, by space and by every set of Offering tokens that the seat can spend. */
  divinities?: Partial<Record<Space, Partial<Record<OfferingSet, ActivationQuote>>>>
}

/** What a city produces, pays, gains and is worth at this moment. */
export interface Ledger {
  /** Units that its brown and grey cards produce. */
  production: Record<Resource, number>
  /** The family of each card and wonder that produces one unit of the owner's choice. */
  choices: Family[]
  /** Coins for one unit that is missing. */
  trade: Record<Resource, number>
  /** Coins for a card that is discarded. */
  discard: number
  /** How often it has each science symbol; symbols that it does not have are absent. */
  science: Partial<Record<ScienceSymbol, number>>
  /** Agora: coins for the next senator, and the actions of the next politician. */
  senatorCost?: number
  senateActions?: number
  /** The points so far, by category. */
  points: Score
}

/** Why something that looks playable is not offered. */
export type BlockedReason =
  /** The price is higher than what the seat can pay. */
  | 'too-expensive'
  /** Seven wonders are constructed already. */
  | 'wonder-limit'
  /** Other cards cover the card, which lies face up. */
  | 'covered'
  /** The card lies face down, under other cards. */
  | 'face-down'
  /** The conspiracy was triggered, or another one in this turn. */
  | 'already-triggered'
  /** Divinities can be activated from Age II on. */
  | 'age-one'
  /** There is nothing left to do it with: no cube, no conspiracy in the deck. */
  | 'none-left'
  /** The open decision asks for something else. */
  | 'other-decision'

/** What the seat to act cannot play, with the reason. Empty parts are absent. */
export interface Blocked {
  /** Cards that can be neither constructed, recruited nor chosen, by slot. */
  slots?: Record<string, BlockedReason>
  /** Wonders of the seat that are not constructed and cannot be constructed now. */
  wonders?: Partial<Record<WonderId, BlockedReason>>
  /** Conspiracies of the seat that can be neither prepared nor triggered now. */
  conspiracies?: Partial<Record<ConspiracyId, BlockedReason>>
  /** Spaces whose card cannot be activated now. */
  spaces?: Partial<Record<Space, BlockedReason>>
  /** Types of action for which the open decision asks, and for which there is nothing left. */
  actions?: Partial<Record<ActionType, BlockedReason>>
}

/** The cause of the open decision, and for a choice among buildings their colours. */
export type Because = Cause & { colors?: Color[] }

/** What a viewer may ask about a position, in addition to their view of it. */
export interface Explanation {
  quotes: Record<Seat, Quotes>
  ledger: Record<Seat, Ledger>
  /** Only for the seat to act. */
  blocked?: Blocked
  /** Absent if the open decision has no cause, such as a turn. */
  because?: Because
  /** The turn owner has earned another turn. */
  extraTurn?: true
}
