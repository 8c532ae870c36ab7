import { z } from 'zod'
import { timeControlIdSchema } from './time-controls.ts'

/** The terms of a match, besides the kind of game and its options. */
export const termsSchema = z.strictObject({
  clock: timeControlIdSchema,
  rated: z.boolean().describe('The game changes the ratings of both players'),
  visibility: z.enum(['public', 'private']).describe('Whether anybody may watch, or only spectators who have the code'),
})
export type MatchTerms = z.infer<typeof termsSchema>

export const originSchema = z
  .enum(['invitation', 'table', 'queue', 'challenge', 'rematch', 'bot'])
  .describe('How the two players found each other')
export type MatchOrigin = z.infer<typeof originSchema>
