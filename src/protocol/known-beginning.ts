import { z } from 'zod'
import { matchId, timestamp, tournamentId, version } from './primitives.ts'

/** A deal has the id of the first game that was played on it; a deal of the day has one of its own. */
export const dealId = matchId

/** The match and the version from which another match goes on. */
export const sourceSchema = z.strictObject({ match: matchId, version }).meta({ id: 'Source' })
export type Source = z.infer<typeof sourceSchema>

/** Of a game of the ladder: the same field in records and snapshots. */
export const twinSchema = matchId
  .optional()
  .describe(
    'The other game of the pair, in the ladder of engines: it is on the same deal, with the seats swapped. Nobody is told ' +
      'the deal, nor the seed, before both have ended',
  )

/** Of a game of a tournament: the same field in records and snapshots. */
export const tournamentOfMatchSchema = z
  .strictObject({ id: tournamentId, round: z.int().min(1).describe('The round in which the players were paired') })
  .meta({ id: 'TournamentOfMatch' })
export type TournamentOfMatch = z.infer<typeof tournamentOfMatchSchema>

/** What a match begins with that someone may know before: the same fields in records, snapshots and invitations. */
export const knownBeginning = {
  deal: dealId
    .optional()
    .describe('The match is on a deal that others play, too, which has this id: someone may know what is dealt'),
  sealedUntil: timestamp
    .optional()
    .describe(
      'The deal is sealed until then: nobody but the player sees the match, and its seed follows with the deal',
    ),
  from: sourceSchema
    .optional()
    .describe('The match goes on from a position of an earlier match: someone may know what is dealt'),
}
