import { z } from 'zod'
import { muteRequestSchema } from './chat.ts'
import {
  abortRequestSchema,
  actRequestSchema,
  drawRequestSchema,
  giveTimeRequestSchema,
  resignRequestSchema,
} from './matches.ts'
import { guestResponseSchema } from './players.ts'
import { flag, invitationCode, matchId, playerId, versionText } from './primitives.ts'

// Over HTTP the match is in the path, not in the body.

export const actBodySchema = actRequestSchema.omit({ match: true }).meta({ id: 'ActRequest' })
/** For `resign` and `claim`. */
export const resignBodySchema = resignRequestSchema.omit({ match: true }).meta({ id: 'ResignRequest' })
export const abortBodySchema = abortRequestSchema.omit({ match: true }).meta({ id: 'AbortRequest' })
export const drawBodySchema = drawRequestSchema.omit({ match: true }).meta({ id: 'DrawRequest' })
export const giveTimeBodySchema = giveTimeRequestSchema.omit({ match: true }).meta({ id: 'GiveTimeRequest' })
export const muteBodySchema = muteRequestSchema.omit({ match: true })
export const codeQuerySchema = z.strictObject({
  code: invitationCode.optional().describe('Spectators of a private match need it'),
})

export const matchParamsSchema = z.strictObject({ id: matchId })
export const playerParamsSchema = z.strictObject({ id: playerId })

/** The longest time for which the server delays an answer until something happens. */
export const LONGEST_WAIT_SECONDS = 25

export const viewQuerySchema = z
  .strictObject({
    after: versionText
      .optional()
      .describe('The last version that the client has; `missed` has the versions since then'),
    wait: z.coerce
      .number()
      .min(0)
      .max(LONGEST_WAIT_SECONDS)
      .optional()
      .describe('How long to wait for a version later than `after` (seconds); then the current view is the answer'),
    turn: flag
      .optional()
      .describe('With `true`, `wait` is for the moment at which the caller has to decide, or the match ends'),
    code: codeQuerySchema.shape.code,
  })
  .refine(({ after, wait }) => wait === undefined || after !== undefined, {
    path: ['after'],
    error: '`wait` needs `after`',
  })

export const positionParamsSchema = z.strictObject({
  id: matchId,
  version: versionText.describe('The version to go back to'),
})
export const positionQuerySchema = z.strictObject({
  viewer: z
    .enum(['0', '1', 'spectator'])
    .optional()
    .describe('Whose view to answer with, by default the view of the caller. Before the end it must be that view'),
  code: codeQuerySchema.shape.code,
})

export const identitySchema = guestResponseSchema.omit({ token: true }).meta({ id: 'Identity' })
export const healthSchema = z.strictObject({ status: z.literal('ok') })
export const readinessSchema = healthSchema.extend({
  degraded: z.array(z.string()).optional().describe('What does not answer, although matches go on without it'),
})
