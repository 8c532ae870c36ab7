import { z } from 'zod'
import { admitsSchema } from './admission.ts'
import { gameKindSchema } from './kinds.ts'
import { knownBeginning } from './known-beginning.ts'
import { gameOptionsSchema } from './options.ts'
import { playerRefSchema } from './players.ts'
import { invitationCode } from './primitives.ts'
import { ratingSchema } from './ratings.ts'
import { seriesTermsSchema } from './series.ts'
import { bidAskedSchema, termsSchema } from './terms.ts'

export const invitationParamsSchema = z.strictObject({ code: invitationCode })

/** Who invites to what: everything that someone with the code may know before they take the seat, and nothing else. */
export const invitationAnswerSchema = z
  .strictObject({
    host: playerRefSchema.describe('The player who invites'),
    rating: ratingSchema.optional().describe('The rating of the host, for a rated match'),
    begins: z
      .enum(['host', 'guest'])
      .optional()
      .describe('Who has the first turn. Left out for a match that is rated or has bids: nobody is told before'),
    bid: bidAskedSchema,
    kind: gameKindSchema,
    options: gameOptionsSchema,
    terms: termsSchema,
    ...knownBeginning,
    series: seriesTermsSchema.optional(),
    admits: admitsSchema,
  })
  .meta({ id: 'Invitation' })
export type InvitationAnswer = z.infer<typeof invitationAnswerSchema>
