import { z } from 'zod'
import { gameKindSchema } from './kinds.ts'
import { gameOptionsSchema } from './options.ts'
import { matchId, version } from './primitives.ts'

/** A deal has the id of the first game that was played on it. */
export const dealId = matchId

export const dealParamsSchema = z.strictObject({ id: dealId })

/** Everything that is dealt in a game: the same cards in the same places. */
export const dealSchema = z
  .strictObject({
    id: dealId.describe('That of the first game that was played on the deal'),
    kind: gameKindSchema,
    options: gameOptionsSchema,
    rules: z.string().describe('Version of the rules by which the seed gives this deal'),
    seedHash: z.string().describe('SHA-256 of the seed'),
    seed: z.string().describe('Everything is dealt from it'),
  })
  .meta({ id: 'Deal' })
export type Deal = z.infer<typeof dealSchema>

/** The match and the version from which another match goes on. */
export const sourceSchema = z.strictObject({ match: matchId, version }).meta({ id: 'Source' })
export type Source = z.infer<typeof sourceSchema>

/** What a match begins with that someone may know before: the same fields in records, snapshots and invitations. */
export const knownBeginning = {
  deal: dealId
    .optional()
    .describe('The match is on the deal of an earlier game, which has this id: someone may know what is dealt'),
  from: sourceSchema
    .optional()
    .describe('The match goes on from a position of an earlier match: someone may know what is dealt'),
}
