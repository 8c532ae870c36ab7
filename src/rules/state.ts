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
  SlotTokenId,
  TokenId,
  WonderId,
} from './catalogue/index.ts'
import type { StepRow } from './catalogue/steps.ts'
import type { Mythology } from './catalogue/vocabulary.ts'
import type { Cause } from './cause.ts'
import type { Deal } from './deal/types.ts'
import type { MatchOptions } from './options.ts'
import type { Seat } from './seat.ts'

export type Age = 1 | 2 | 3

/** How a match ended by the rules. `winner` is null for a tie, which both players win. */
export interface Result {
  winner: Seat | null
  by: 'military' | 'science' | 'politics' | 'civilian' | 'tie'
}

/** A step to be resolved, by a decision of its seat or automatically. The top of the stack is the open decision. */
export type Step = { seat: Seat } & (CourseStep | CausedStep)

/** A step that the course of a match brings. */
type CourseStep =
  { kind: 'draft' } | { kind: 'begin' } | { kind: 'turn' } | { kind: 'turn-up' } | { kind: 'first-player' }

/** A step that something in the box asks for. */
type CausedStep = { cause: Cause } & (
  | StepRow
  | { kind: 'library-choice'; tokens: readonly TokenId[] }
  | { kind: 'keep-conspiracy'; drawn: readonly ConspiracyId[] }
  | { kind: 'draw-divinities'; mythology: Mythology }
  | { kind: 'place-divinity'; mythology: Mythology; drawn: readonly DivinityId[] }
  | { kind: 'choose-divinity'; by: Revealer; revealed: readonly DivinityId[] }
  | { kind: 'return-divinities'; revealed: readonly DivinityId[] }
)

/** What reveals divinities, of which one is activated for free (pantheon.md §3.3). */
export type Revealer = 'gate' | 'divine-theater'

export type StepKind = Step['kind']

/** A wonder of a city. */
export interface Wonder {
  readonly id: WonderId
  /** The card under a constructed wonder; null before its construction. */
  readonly under: CardId | null
}

/** A conspiracy that a player holds. */
export interface Conspiracy {
  readonly id: ConspiracyId
  readonly state: 'unprepared' | 'prepared' | 'triggered'
  /** The card that was used to prepare it. */
  readonly under: CardId | null
  /** The token that Obscurantism locked on it, and whether its identity is public. */
  readonly locked: { token: TokenId; public: boolean } | null
}

export interface City {
  coins: number
  /** In order of arrival, like every list of a city. */
  buildings: readonly BuildingId[]
  wonders: readonly Wonder[]
  tokens: readonly TokenId[]
  senators: readonly SenatorId[]
  conspiracies: readonly Conspiracy[]
  /** Influence cubes that are not in the Senate. */
  reserve: number
  /** Null without Pantheon. An object of its own, because a city is copied for every action: each field takes time. */
  pantheon: PantheonCity | null
}

/** What Pantheon adds to a city (pantheon.md §3.4). */
export interface PantheonCity {
  /** Activated divinities, and the Gate. */
  divinities: readonly PantheonCardId[]
  mythologyTokens: readonly MythologyTokenId[]
  offeringTokens: readonly OfferingTokenId[]
  /** Coins that lie on Astarte. They are no part of `coins`, the treasury (pantheon.md §4.4). */
  storedCoins: number
  /** The green card of the opponent on which this player's Snake token lies, or null (pantheon.md §4.7). */
  snake: BuildingId | null
}

/** A decree in a chamber. */
export interface LaidDecree {
  readonly id: DecreeId
  readonly faceUp: boolean
}

export interface Senate {
  /** Cubes of each seat, by chamber (index 0 is chamber 1). */
  cubes: readonly (readonly [number, number])[]
  /** The decrees of each chamber; the first one is the original. */
  decrees: readonly (readonly LaidDecree[])[]
}

/** A card in the Pantheon. It lies face down in Age I. */
export interface PantheonCard {
  readonly card: PantheonCardId
  /** The seat that placed it and knows it while it lies face down; null for the Gate. */
  readonly placedBy: Seat | null
}

/** pantheon.md §3.4 */
export interface Pantheon {
  /** The card on each space (index 0 is space 1); null if it is empty. */
  spaces: readonly (PantheonCard | null)[]
  /** The deck of each mythology, without cards that are drawn or revealed by a step; index 0 is the top. */
  decks: Readonly<Record<Mythology, readonly DivinityId[]>>
  /** The progress tokens that lie on Enki. */
  enki: readonly TokenId[]
  /** The space of the military track on which the Minerva pawn stands, or null. */
  minerva: number | null
  /** The token on each slot of the structure; null if there is none. */
  slotTokens: readonly (SlotTokenId | null)[]
  /** How many draws of Enki and of the Great Library were made. */
  draws: { readonly enki: number; readonly library: number }
}

/**
 * The complete state of a match, as plain JSON. Lists are in order of arrival.
 * Lists and their elements are values: a change replaces them, so that successive states share what did not change.
 */
export interface MatchState {
  options: MatchOptions
  /** Never changed; shared by all states of a match. */
  deal: Deal
  /** 0 until the first structure is laid out. */
  age: 0 | Age
  /** The seat that decides now; null exactly when there is a result. */
  toAct: Seat | null
  /** The turn owner, who is not always the seat that decides (agora.md §3.4). */
  turnOf: Seat
  /** The card that lies in each slot; null once it is taken. */
  structure: readonly (CardId | null)[]
  /** Whether the card of each slot is (or was) face up. */
  faceUp: readonly boolean[]
  cities: [City, City]
  /** The space of the conflict pawn: -9 to 9, positive towards the capital of seat 1. */
  pawn: number
  /** The military tokens still on the track; those of a seat lie on the side towards which it pushes. */
  militaryTokens: readonly [readonly MilitaryTokenId[], readonly MilitaryTokenId[]]
  boardTokens: readonly TokenId[]
  boxTokens: readonly TokenId[]
  discardPile: readonly CardId[]
  /** Wonders of the draft group that can still be picked, and the number of picks so far (0 to 8). */
  draft: readonly WonderId[]
  picks: number
  /** Null without Agora. */
  senate: Senate | null
  /** Null without Pantheon. */
  pantheon: Pantheon | null
  /** Index 0 is the top. */
  conspiracyDeck: readonly ConspiracyId[]
  /** The turn owner has earned another turn. */
  extraTurn: boolean
  /** A prepared conspiracy may still be triggered this turn. */
  mayTrigger: boolean
  /** The last element is the top. Empty exactly when there is a result. */
  stack: readonly Step[]
  result: Result | null
}
