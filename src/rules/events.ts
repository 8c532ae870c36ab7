import type {
  BuildingId,
  CardId,
  ConspiracyId,
  DecreeId,
  MilitaryTokenId,
  TokenId,
  WonderId,
} from './catalogue/index.ts'
import type { Chamber } from './catalogue/vocabulary.ts'
import type { Price } from './price/types.ts'
import type { Seat } from './seat.ts'
import type { Age, Result, StepKind } from './state.ts'

/** Why coins were gained or lost. */
export type CoinReason =
  'discard' | 'building' | 'wonder' | 'token' | 'economy' | 'urbanism' | 'military' | 'decree' | 'conspiracy'

/**
 * What happened, in the order in which `reduce` reports it. Every field of an event is public, except the optional
 * fields that `redact` removes for viewers who may not know them.
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
    }
  | { type: 'card-discarded'; seat: Seat; slot: number; card: CardId }
  | { type: 'wonder-constructed'; seat: Seat; wonder: WonderId; slot: number; card: CardId; price: Price }
  | { type: 'wonder-removed'; seat: Seat; wonder: WonderId }
  | { type: 'coins-gained'; seat: Seat; coins: number; reason: CoinReason }
  | { type: 'coins-lost'; seat: Seat; coins: number; reason: CoinReason }
  | { type: 'pawn-moved'; seat: Seat; from: number; to: number }
  | { type: 'military-token-taken'; seat: Seat; token: MilitaryTokenId }
  | { type: 'progress-token-taken'; seat: Seat; token: TokenId; from: 'board' | 'box' }
  /** Only `seat` may know `tokens`. */
  | { type: 'library-drawn'; seat: Seat; count: number; tokens?: TokenId[] }
  | { type: 'building-destroyed'; seat: Seat; building: BuildingId }
  | { type: 'step-skipped'; seat: Seat; step: StepKind }
  | { type: 'declined'; seat: Seat; step: StepKind }
  | { type: 'age-ended'; age: Age }
  | { type: 'match-ended'; result: Result }
  // Agora
  | { type: 'senator-recruited'; seat: Seat; card: CardId; slot?: number; from: 'structure' | 'discard'; coins: number }
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
