import { z } from 'zod'
import { muteRequestSchema, sayRequestSchema } from './chat.ts'
import { abortRequestSchema, actRequestSchema, drawRequestSchema, resignRequestSchema } from './matches.ts'
import { guestResponseSchema } from './players.ts'
import { invitationCode, matchId, playerId, version } from './primitives.ts'

/** What only HTTP says in a shape of its own: the match is in the path there. */
export const actBodySchema = actRequestSchema.omit({ match: true })
/** Of `resign` and `claim`. */
export const resignBodySchema = resignRequestSchema.omit({ match: true })
export const abortBodySchema = abortRequestSchema.omit({ match: true })
export const drawBodySchema = drawRequestSchema.omit({ match: true })
export const sayBodySchema = sayRequestSchema.omit({ match: true })
export const muteBodySchema = muteRequestSchema.omit({ match: true })
export const codeQuerySchema = z.strictObject({ code: invitationCode.optional().describe('Needed by spectators of a private match') })

export const matchParamsSchema = z.strictObject({ id: matchId })
export const playerParamsSchema = z.strictObject({ id: playerId })

/** Longest time that a request is held until something happens. */
export const LONGEST_WAIT_SECONDS = 25

const versionText = z.coerce.number().pipe(version)

export const viewQuerySchema = z
  .strictObject({
    after: versionText.optional().describe('The last version seen: `missed` tells what happened since'),
    wait: z.coerce
      .number()
      .min(0)
      .max(LONGEST_WAIT_SECONDS)
      .optional()
      .describe('Seconds to wait, at most, for a version later than `after`; then the answer is the view as it is'),
    code: codeQuerySchema.shape.code,
  })
  .refine(({ after, wait }) => wait === undefined || after !== undefined, { path: ['after'], error: 'needed with wait' })

export const positionParamsSchema = z.strictObject({ id: matchId, version: versionText })
export const positionQuerySchema = z.strictObject({
  viewer: z
    .enum(['0', '1', 'spectator'])
    .optional()
    .describe('As whom to look. By default as oneself; while the match lives, only as oneself'),
})

export const identitySchema = guestResponseSchema.omit({ token: true })
export const healthSchema = z.strictObject({ status: z.literal('ok') })
export const readinessSchema = healthSchema.extend({
  degraded: z.array(z.string()).optional().describe('What does not answer, though matches go on without it'),
})
