import type { PrismaClient } from '../database/index.ts'
import type { GameKind, TimeControlId } from '../protocol/index.ts'
import { GAME_KIND_IDS, timeControlIdSchema } from '../protocol/index.ts'
import { moment } from './filters.ts'

/** A kind of game with a clock, rated or not. */
export interface PlayedTerms {
  kind: GameKind
  clock: TimeControlId
  rated: boolean
}

/**
 * What people have played in listed games that ended since a time. Of each combination, one game is looked up in an index.
 * @param since ms since 1970.
 */
export const findPlayed = (db: PrismaClient, since: number): Promise<PlayedTerms[]> =>
  db.$queryRaw<PlayedTerms[]>`
    SELECT kind, clock, rated
    FROM unnest(${GAME_KIND_IDS}::text[]) AS kind, unnest(${timeControlIdSchema.options}::text[]) AS clock,
      unnest('{t,f}'::bool[]) AS rated,
      LATERAL (
        SELECT ended_at FROM games
        WHERE listed AND games.kind = kind.kind AND games.rated = rated.rated AND NOT bots AND games.clock = clock.clock
        ORDER BY ended_at DESC LIMIT 1
      ) AS last
    WHERE last.ended_at >= ${moment(since)}`
