import type { Offer } from '../actions.ts'
import type {
  BuildingId,
  CardId,
  ConspiracyId,
  DecreeId,
  DivinityId,
  MilitaryTokenId,
  MythologyTokenId,
  OfferingTokenId,
  PantheonCardId,
  SenatorId,
  TokenId,
  WonderId,
} from '../catalogue/index.ts'
import type { OfferingSet } from '../catalogue/offerings.ts'
import type { Back, Chamber, Color, Mythology, Space } from '../catalogue/vocabulary.ts'
import type { ActivationPrice, Price } from '../price/types.ts'
import type { Score } from '../score.ts'
import type { Seat } from '../seat.ts'
import type { Result, StepKind } from '../state.ts'

/** A slot of the structure that still holds a card. `card` is absent while it lies face down. */
export interface SlotView {
  back: Back
  card?: CardId
  /** No card covers it; absent while one does. */
  accessible?: true
  /** Pantheon: the token on the slot, a Mythology token or an Offering token with its discount in coins. */
  token?: { mythology: Mythology } | { offering: number }
}

export interface WonderView {
  /** The back of the card under a constructed wonder. */
  under?: Back
}

/** A conspiracy as a viewer sees it; until it is triggered, only its owner sees `id`. */
export interface ConspiracyView {
  id?: ConspiracyId
  state: 'unprepared' | 'prepared' | 'triggered'
  under?: Back
  /** A token is locked on it; `token` is present for viewers who may know it. */
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
  /** Pantheon. */
  divinities?: Partial<Record<PantheonCardId, true>>
  mythologyTokens?: Partial<Record<MythologyTokenId, true>>
  offeringTokens?: Partial<Record<OfferingTokenId, true>>
  /** Coins on Astarte. */
  storedCoins?: number
  /** The card of the opponent under this player's Snake token. */
  snake?: BuildingId
}

export interface ChamberView {
  /** Cubes by seat. */
  cubes: Record<Seat, number>
  controller?: Seat
  /** By place in the chamber; `id` is absent while the decree lies face down. */
  decrees: Record<string, { id?: DecreeId }>
}

/** A card in the Pantheon. `mythology` is absent for the Gate, `card` while it lies face down for the viewer. */
export interface PantheonCardView {
  mythology?: Mythology
  card?: PantheonCardId
  /** Coins to activate it, by seat, without Offering tokens. */
  costs: Record<Seat, number>
}

/** pantheon.md §7 */
export interface PantheonView {
  /** Empty spaces are absent. */
  spaces: Partial<Record<Space, PantheonCardView>>
  /** The number of cards in each deck, without those that are drawn or lie open. */
  decks: Record<Mythology, number>
  /** The progress tokens on Enki. */
  enki: Partial<Record<TokenId, true>>
  /** The space of the Minerva pawn; absent while it is not on the track. */
  minerva?: number
  /** Divinities that the Gate or the Divine Theater has revealed and that are not yet activated or returned. */
  revealed: Partial<Record<DivinityId, true>>
}

/**
 * What one viewer may know. It has maps by id or slot instead of lists, and nothing in it is null, so that a JSON Merge
 * Patch between two views is small and exact.
 */
export interface MatchView {
  /** 0 until the first structure is laid out. */
  age: 0 | 1 | 2 | 3
  toAct?: Seat
  turnOf: Seat
  /** The open decision: its kind, and what the viewer may know of it. */
  decision?: {
    kind: StepKind
    /** Senate actions left to the politician. */
    left?: number
    /** Great Library: the drawn tokens, for the seat that chooses. */
    tokens?: Partial<Record<TokenId, true>>
    /** The conspiracies or divinities that were drawn, top first, for the seat that chooses. */
    drawn?: ConspiracyId[] | DivinityId[]
    /** The mythology of the divinities that were drawn. */
    mythology?: Mythology
  }
  structure: Record<string, SlotView>
  cities: Record<Seat, CityView>
  pawn: number
  militaryTokens: Record<Seat, Partial<Record<MilitaryTokenId, true>>>
  /** Progress tokens on the board. */
  boardTokens: Partial<Record<TokenId, true>>
  discardPile: Partial<Record<CardId, true>>
  /** Wonders that can be picked. */
  draft?: Partial<Record<WonderId, true>>
  /** Agora. */
  senate?: Record<Chamber, ChamberView>
  conspiracyDeck?: number
  pantheon?: PantheonView
  /** The legal actions; only for the seat to act. */
  legal?: Offer[]
  /**
   * The prices of the legal actions: buildings and senators by slot, wonders by id, activations by space and set of
   * Offering tokens.
   */
  prices?: {
    slots?: Record<string, Price>
    wonders?: Partial<Record<WonderId, Price>>
    divinities?: Partial<Record<Space, Partial<Record<OfferingSet, ActivationPrice>>>>
  }
  /** `winner` is absent for a tie. */
  result?: { by: Result['by']; winner?: Seat }
  /** Present when there is a result. */
  scores?: Record<Seat, Score>
}

/** What only some viewers may know of a city, and of the Pantheon. */
type OwnCityView = Pick<CityView, 'conspiracies'>
type OwnPantheonView = Pick<PantheonView, 'spaces'>

/** The part of a view that depends on the viewer. */
export interface OwnView extends Pick<MatchView, 'decision' | 'legal' | 'prices'> {
  cities?: Record<Seat, OwnCityView>
  pantheon?: OwnPantheonView
}

/** The part of a view that is the same for every viewer. */
export type PublicCityView = Omit<CityView, keyof OwnCityView>
export type PublicPantheonView = Omit<PantheonView, keyof OwnPantheonView>
export interface PublicView extends Omit<MatchView, keyof OwnView> {
  cities: Record<Seat, PublicCityView>
  pantheon?: PublicPantheonView
}
