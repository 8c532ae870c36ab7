import { z } from 'zod'
import { actionChanceSchema } from './analysis.ts'
import { matchId, version } from './primitives.ts'

export const hintRequestSchema = z.strictObject({ match: matchId })
export type HintRequest = z.infer<typeof hintRequestSchema>

export const hintAnswerSchema = z
  .strictObject({
    match: matchId,
    version: version.describe('The version at which the seat decides'),
    actions: z.array(actionChanceSchema).min(1).max(3).describe('The best actions, best first'),
  })
  .meta({ id: 'Hint' })
export type HintAnswer = z.infer<typeof hintAnswerSchema>
