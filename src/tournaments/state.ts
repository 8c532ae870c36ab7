import type {
  GameKind,
  PlayerRef,
  SeriesTerms,
  TimeControlId,
  TournamentFormat,
  TournamentStatus,
} from '../protocol/index.ts'
import { timeControl } from '../protocol/index.ts'

/** What is played. */
export interface Terms {
  format: TournamentFormat
  kind: GameKind
  clock: TimeControlId
  rated: boolean
  best: SeriesTerms['best']
  rounds: number | null
  lives: number | null
  minutes: number | null
  sharedDeal: boolean
  bots: boolean
}

/** A player who has joined. */
export interface Joined {
  player: PlayerRef
  /** When they joined. */
  rating: number
  withdrawn: boolean
  absences: number
}

/** Two players who meet in a round, or one without an opponent. */
export interface Paired {
  round: number
  board: number
  /** By seat, in the first game; the second one is null if there is no opponent. */
  players: readonly [string, string | null]
  /** The match, or the first one of the series; null without an opponent. */
  match: string | null
  /** In a knock-out: how often it was played again because nobody had won. */
  replays: number
  /** Half points by seat; null before the pairing is over. */
  points: readonly [number, number] | null
  /** The seats whose players did not appear. */
  absent: readonly number[]
  /** When it was stored that it is over (ms since 1970); null before, without an opponent, and where that was not stored. */
  settledAt: number | null
}

/** All that pairing and standings need to know of a tournament. Times are ms since 1970. */
export interface State {
  id: string
  terms: Terms
  status: TournamentStatus
  /** The round that was paired last; 0 before the first one. */
  round: number
  /** Of an arena that has started. */
  endsAt: number | null
  /** The best first, by their ratings; of equal ones those who joined earlier. */
  players: readonly Joined[]
  /** By round and board. */
  pairings: readonly Paired[]
}

/** Whether the rounds wait for each other: not where everybody has days for a turn, and who meets whom is known before. */
export const isPairedAtOnce = ({ format, clock }: Pick<Terms, 'format' | 'clock'>): boolean =>
  format === 'round-robin' && timeControl(clock).pace === 'correspondence'

/** The pairings whose games are not over. */
export const unsettled = ({ pairings }: Pick<State, 'pairings'>): Paired[] =>
  pairings.filter(({ points }) => points === null)
