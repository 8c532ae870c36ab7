import type {
  BuildingId,
  CardId,
  ConspiracyId,
  DecreeId,
  DivinityId,
  MilitaryTokenId,
  PantheonCardId,
  SlotTokenId,
  TokenId,
  WonderId,
} from './catalogue/index.ts'
import type { OfferingSet } from './catalogue/offerings.ts'
import type { Chamber, Mythology, Space } from './catalogue/vocabulary.ts'
import type { ActivationPrice, Paid, Price } from './price/types.ts'
import type { Seat } from './seat.ts'
import type { Age, Result, Revealer, StepKind } from './state.ts'

/** Why coins were gained or lost. */
export type CoinReason =
  | 'discard'
  | 'building'
  | 'wonder'
  | 'token'
  | 'economy'
  | 'urbanism'
  | 'military'
  | 'decree'
  | 'conspiracy'
  | 'divinity'
  | 'poliorcetics'

/**
 * What happened, in the order in which `reduce` reports it. Every field of an event is public, except the optional
 * fields that `redact` removes for viewers who may not know them. `stored` is the part of a price that was paid with
 * the coins on Astarte; it is absent if that is nothing.
 */
export type MatchEvent =
  | { type: 'wonder-drafted'; seat: Seat; wonder: WonderId }
  | { type: 'wonders-revealed'; wonders: WonderId[] }
  | { type: 'age-began'; age: Age }
  | { type: 'first-player-chosen'; by: Seat; seat: Seat }
  | { type: 'turn-began'; seat: Seat; extra: boolean }
  | { type: 'card-revealed'; slot: number; card: CardId }
  | {
      type: 'building-constructed'
      seat: Seat
      building: BuildingId
      slot?: number
      from: 'structure' | 'discard' | 'box'
      price: Price
      stored?: number
    }
  | { type: 'card-discarded'; seat: Seat; slot: number; card: CardId }
  /** `from` is absent for a card of the structure, which has a `slot`. */
  | {
      type: 'wonder-constructed'
      seat: Seat
      wonder: WonderId
      slot?: number
      from?: 'discard'
      card: CardId
      price: Price
      stored?: number
    }
  | { type: 'wonder-removed'; seat: Seat; wonder: WonderId }
  | { type: 'coins-gained'; seat: Seat; coins: number; reason: CoinReason }
  | { type: 'coins-lost'; seat: Seat; coins: number; reason: CoinReason }
  | { type: 'pawn-moved'; seat: Seat; from: number; to: number }
  /** `side` is the side of the track where the token lay, if it was not that of `seat`. */
  | { type: 'military-token-taken'; seat: Seat; token: MilitaryTokenId; side?: Seat }
  | { type: 'progress-token-taken'; seat: Seat; token: TokenId; from: 'board' | 'box' | 'enki' }
  /** Only `seat` may know `tokens`. */
  | { type: 'library-drawn'; seat: Seat; count: number; tokens?: TokenId[] }
  | { type: 'building-destroyed'; seat: Seat; building: BuildingId }
  | { type: 'step-skipped'; seat: Seat; step: StepKind }
  | { type: 'declined'; seat: Seat; step: StepKind }
  | { type: 'age-ended'; age: Age }
  | { type: 'match-ended'; result: Result }
  // Agora
  | {
      type: 'senator-recruited'
      seat: Seat
      card: CardId
      slot?: number
      from: 'structure' | 'discard'
      coins: number
      stored?: number
    }
  | { type: 'influence-placed'; seat: Seat; chamber: Chamber }
  | { type: 'influence-moved'; seat: Seat; from: Chamber; to: Chamber }
  | { type: 'influence-removed'; seat: Seat; owner: Seat; chamber: Chamber }
  | { type: 'control-changed'; chamber: Chamber; controller: Seat | null }
  | { type: 'decree-revealed'; chamber: Chamber; decree: DecreeId }
  /** `decree` is absent while it lies face down. */
  | { type: 'decree-moved'; seat: Seat; from: Chamber; to: Chamber; decree?: DecreeId }
  /** Only `seat` may know `drawn` (top first). */
  | { type: 'conspiracies-drawn'; seat: Seat; count: number; drawn?: ConspiracyId[] }
  /** Only `seat` may know `kept`; `other` says where the conspiracy that was not kept went. */
  | { type: 'conspiracy-kept'; seat: Seat; count: number; kept?: ConspiracyId[]; other?: 'top' | 'bottom' }
  /** `index` counts the seat's conspiracies in order of acquisition. Only `seat` may know `conspiracy`. */
  | { type: 'conspiracy-prepared'; seat: Seat; index: number; slot: number; card: CardId; conspiracy?: ConspiracyId }
  | { type: 'conspiracy-triggered'; seat: Seat; index: number; conspiracy: ConspiracyId }
  | { type: 'building-taken'; seat: Seat; building: BuildingId }
  | { type: 'buildings-swapped'; seat: Seat; taken: BuildingId; given: BuildingId }
  | { type: 'wonder-taken'; seat: Seat; wonder: WonderId }
  | { type: 'wonder-destroyed'; seat: Seat; wonder: WonderId; card: CardId }
  /** Of a token from the box only `seat` may know `token`. */
  | { type: 'progress-token-locked'; seat: Seat; from: 'board' | 'opponent' | 'box'; token?: TokenId }
  // Pantheon
  | { type: 'mythology-token-taken'; seat: Seat; slot: number; mythology: Mythology }
  /** `discount` in coins. */
  | { type: 'offering-token-taken'; seat: Seat; slot: number; discount: number }
  | { type: 'token-discarded'; seat: Seat; slot: number; token: SlotTokenId }
  /** Only `seat` may know `drawn` (top first). */
  | { type: 'divinities-drawn'; seat: Seat; mythology: Mythology; count: number; drawn?: DivinityId[] }
  /** Only `seat` may know `divinity`. */
  | { type: 'divinity-placed'; seat: Seat; mythology: Mythology; space: Space; divinity?: DivinityId }
  /** The divinities by space, and the space of the Gate. */
  | { type: 'pantheon-revealed'; spaces: Partial<Record<Space, DivinityId>>; gate: Space }
  | { type: 'enki-revealed'; tokens: TokenId[] }
  | { type: 'enki-returned'; tokens: TokenId[] }
  /** `space`, `price`, `offerings` and `paid` are absent for a free activation, which is not from the Pantheon. */
  | {
      type: 'divinity-activated'
      seat: Seat
      divinity: PantheonCardId
      from: 'pantheon' | Revealer
      space?: Space
      price?: ActivationPrice
      offerings?: OfferingSet
      paid?: Paid
    }
  | { type: 'divinities-revealed'; seat: Seat; by: Revealer; divinities: DivinityId[] }
  /**
   * The mythologies of the returned cards. Only `seat` may know `top`, present if `seat` chose the order of two cards.
   */
  | { type: 'divinities-returned'; seat: Seat; mythologies: Mythology[]; top?: DivinityId }
  | { type: 'coins-stored'; seat: Seat; coins: number }
  | { type: 'snake-placed'; seat: Seat; building: BuildingId }
  | { type: 'snake-removed'; seat: Seat; building: BuildingId }
  | { type: 'minerva-placed'; seat: Seat; position: number }
  | { type: 'minerva-removed'; seat: Seat; position: number }
  /** `side` is the side of the track where the token lay. */
  | { type: 'military-token-discarded'; seat: Seat; side: Seat; token: MilitaryTokenId }
  | { type: 'wonder-undone'; seat: Seat; owner: Seat; wonder: WonderId; card: CardId }
