import type { Offer } from '../actions.ts'
import type { BuildingId, CardId, ConspiracyId, DecreeId, MilitaryTokenId, SenatorId, TokenId, WonderId } from '../catalogue/index.ts'
import type { Back, Chamber, Color } from '../catalogue/vocabulary.ts'
import type { Price } from '../price/types.ts'
import type { Score } from '../score.ts'
import type { Seat } from '../seat.ts'
import type { Result, StepKind } from '../state.ts'

/** A card of the structure that still lies there. `card` is left out while it is face down. */
export interface SlotView {
  back: Back
  card?: CardId
  /** No card covers it. */
  accessible?: true
}

export interface WonderView {
  /** Constructed: the back of the card beneath it. */
  under?: Back
}

/** A conspiracy as a viewer sees it; `id` only for its owner until it is triggered. */
export interface ConspiracyView {
  id?: ConspiracyId
  state: 'unprepared' | 'prepared' | 'triggered'
  under?: Back
  /** A token is locked on it; `token` only for those who may know which. */
  locked?: { token?: TokenId }
}

export interface CityView {
  coins: number
  buildings: Partial<Record<BuildingId, Color>>
  wonders: Partial<Record<WonderId, WonderView>>
  tokens: Partial<Record<TokenId, true>>
  /** Agora. */
  senators?: Partial<Record<SenatorId, true>>
  conspiracies?: Record<string, ConspiracyView>
  reserve?: number
}

export interface ChamberView {
  /** Cubes by seat. */
  cubes: Record<Seat, number>
  controller?: Seat
  /** By place in the chamber; `id` is left out while it lies face down. */
  decrees: Record<string, { id?: DecreeId }>
}

/**
 * What one viewer may know. Maps by id or slot instead of lists, and nothing is null, so that a JSON Merge Patch between two
 * views is small and exact.
 */
export interface MatchView {
  /** 0 until the first structure is laid out. */
  age: 0 | 1 | 2 | 3
  toAct?: Seat
  turnOf: Seat
  /** The open decision: of which kind, and what only its seat may see of it. */
  decision?: {
    kind: StepKind
    /** Senate actions left to the politician. */
    left?: number
    /** Great Library: the drawn tokens, for the one who chooses. */
    tokens?: Partial<Record<TokenId, true>>
    /** Conspire: the two drawn, top first, for the one who chooses. */
    drawn?: ConspiracyId[]
  }
  structure: Record<string, SlotView>
  cities: Record<Seat, CityView>
  pawn: number
  militaryTokens: Record<Seat, Partial<Record<MilitaryTokenId, true>>>
  /** Progress tokens on the board, and how many are in the box. */
  boardTokens: Partial<Record<TokenId, true>>
  discardPile: Partial<Record<CardId, true>>
  /** Wonders that can be picked. */
  draft?: Partial<Record<WonderId, true>>
  /** Agora. */
  senate?: Record<Chamber, ChamberView>
  conspiracyDeck?: number
  /** The legal actions, for the seat to act alone. */
  legal?: Offer[]
  /** What they cost: buildings and senators by slot, wonders by id. Only what is legal. */
  prices?: { slots?: Record<string, Price>; wonders?: Partial<Record<WonderId, Price>> }
  /** `winner` is left out for a tie. */
  result?: { by: Result['by']; winner?: Seat }
  /** When there is a result. */
  scores?: Record<Seat, Score>
}
