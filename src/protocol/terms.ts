import { z } from 'zod'
import { timeControlIdSchema } from './time-controls.ts'

/** On what terms two players play, beside the options of the game. */
export const termsSchema = z.strictObject({
  clock: timeControlIdSchema,
  rated: z.boolean().describe('The game changes both ratings'),
  visibility: z.enum(['public', 'private']).describe('Who may watch: anybody, or who has the code'),
})
export type MatchTerms = z.infer<typeof termsSchema>

/** How the two came together. */
export const originSchema = z.enum(['invitation', 'table', 'queue', 'rematch'])
export type MatchOrigin = z.infer<typeof originSchema>
