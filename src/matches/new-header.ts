import { newId } from '../ids/index.ts'
import type {
  Admission,
  GameKind,
  GameOptions,
  MatchOrigin,
  MatchTerms,
  PlayerRef,
  SeriesTerms,
  Source,
  TournamentOfMatch,
} from '../protocol/index.ts'
import { matchOptions } from '../protocol/index.ts'
import type { MatchHeader, Seating } from '../record/index.ts'
import { fairSeat, hashSeed, knownBeginningOf, newSeed, RECORD_FORMAT } from '../record/index.ts'
import { RULES_VERSION } from '../rules/index.ts'
import { newCode } from './new-code.ts'

/** Who creates a match, and what is to be played. */
export interface NewMatch {
  host: PlayerRef
  /** What the host bids for the first turn. */
  bid?: number | undefined
  /**
   * The host's seat, and what decided it. Null: it is decided when the second player is known, as in a rated match. Left
   * out: the seed decides.
   */
  seating?: Seating | null | undefined
  kind: GameKind
  options: GameOptions
  terms: MatchTerms
  origin: MatchOrigin
  /** Whom an open table admits; by default everybody. */
  admits?: Admission | undefined
  /** Another one than a random one. */
  seed?: string | undefined
  /** What is done before the match begins. */
  opening?: MatchHeader['opening']
  /** The deal of an earlier game that the match is played on. */
  deal?: string | undefined
  /** Until when nobody may be told what is dealt (ms since 1970). */
  sealedUntil?: number | undefined
  /** The other game of the pair, in the ladder. */
  twin?: string | undefined
  /** The round of a tournament that the match is of. */
  tournament?: TournamentOfMatch | undefined
  /** The position that the match goes on from. */
  from?: Source | undefined
  /** The series of which the match is the first game. */
  series?: SeriesTerms | undefined
}

/** The header of a new match, with an id and a code that no other match has, and a random seed unless there is one. Nothing is stored yet. */
export function newHeader({
  host,
  seating,
  bid,
  kind,
  options,
  terms,
  origin,
  admits,
  seed = newSeed(),
  opening,
  deal,
  sealedUntil,
  twin,
  tournament,
  from,
  series,
}: NewMatch): MatchHeader {
  // Until it is decided, the host has some seat, which nobody is shown.
  const { seat, ...why } = seating ?? fairSeat(seed)
  const id = newId()
  const isKnown = from !== undefined || (deal !== undefined && sealedUntil === undefined && twin === undefined)
  return {
    id,
    code: newCode(),
    options: matchOptions(kind, options),
    rules: RULES_VERSION,
    seed,
    seedHash: hashSeed(seed),
    host: { seat, player: host },
    ...(seating !== null && why),
    ...(bid !== undefined && { bid }),
    // Whoever knows the seed could otherwise find out what is secret in the log, such as a bid, from its hashes.
    ...(isKnown && { logKey: newSeed() }),
    ...(series && { series: { id, best: series.best, game: 1, points: { 0: 0, 1: 0 } } }),
    terms,
    format: RECORD_FORMAT,
    origin,
    ...(admits && { admits }),
    ...(opening && { opening }),
    ...(twin !== undefined && { twin }),
    ...(tournament && { tournament }),
    ...knownBeginningOf({ deal, sealedUntil, from }),
  }
}

/** The header of a new match with the id of an earlier attempt to create it. A series has the id of its first match. */
export const withId = (header: MatchHeader, id: string): MatchHeader => ({
  ...header,
  id,
  ...(header.series && { series: { ...header.series, id } }),
})
