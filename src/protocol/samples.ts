import { z } from 'zod'
import { errorBodySchema } from './errors.ts'
import { eventSchema, viewAnswerSchema } from './matches.ts'

/** What a client can receive, for its tests. */
export const samplesSchema = z.strictObject({
  views: z
    .record(z.string(), viewAnswerSchema)
    .describe('By kind of decision, the view of the player who decides: each is a position of a game that was played'),
  events: z.record(z.string(), eventSchema).describe('By type, an event of the rules or outside of them'),
  errors: z.record(z.string(), errorBodySchema).describe('By code, an error'),
})
