import { newId } from '../ids/index.ts'
import type { GameKind, GameOptions, MatchOrigin, MatchTerms, PlayerRef } from '../protocol/index.ts'
import { matchOptions } from '../protocol/index.ts'
import type { MatchHeader } from '../record/index.ts'
import { hashSeed, newSeed, RECORD_FORMAT } from '../record/index.ts'
import type { Action, Seat } from '../rules/index.ts'
import { drawSeat, RULES_VERSION } from '../rules/index.ts'
import { newCode } from './new-code.ts'

/** Who creates a match, and what is to be played. */
export interface NewMatch {
  host: PlayerRef
  /** The host's seat. A random one is drawn from the seed, so that it can be checked afterwards. */
  seat: Seat | 'random'
  kind: GameKind
  options: GameOptions
  terms: MatchTerms
  origin: MatchOrigin
  /** Another one than a random one, in test mode. */
  seed?: string | undefined
  /** What is done before the match begins, in test mode. */
  opening?: readonly Action[] | undefined
}

/** The header of a new match, with an id and a code that no other match has, and a random seed unless there is one. Nothing is stored yet. */
export function newHeader({
  host,
  seat,
  kind,
  options,
  terms,
  origin,
  seed = newSeed(),
  opening,
}: NewMatch): MatchHeader {
  return {
    id: newId(),
    code: newCode(),
    options: matchOptions(kind, options),
    rules: RULES_VERSION,
    seed,
    seedHash: hashSeed(seed),
    host: { seat: seat === 'random' ? drawSeat(seed) : seat, player: host },
    terms,
    format: RECORD_FORMAT,
    origin,
    ...(opening && { opening: [...opening] }),
  }
}
