import { z } from 'zod'
import { actionSchema } from './actions.ts'
import { matchId, seat, version } from './primitives.ts'

const chance = z
  .number()
  .min(0)
  .max(1)
  .describe('How likely the seat is to win, from what it knew then; a shared victory counts as a half')

/** An action, and how likely the seat is to win after it. */
export const actionChanceSchema = z.strictObject({ action: actionSchema, chance }).meta({ id: 'ActionChance' })
export type ActionChance = z.infer<typeof actionChanceSchema>

export const markSchema = z.enum(['inaccuracy', 'mistake', 'blunder']).meta({ id: 'Mark' })

const judgementSchema = z
  .strictObject({
    version: version.describe('The version at which the seat decided; its action led to the next one'),
    seat,
    action: actionSchema,
    before: chance.describe('With the best action'),
    after: chance.describe('With the action that the seat chose'),
    mark: markSchema.nullable().describe('By what the action cost; null if it cost little'),
    alternatives: z.array(actionChanceSchema).max(3).describe('The best other actions, best first'),
  })
  .describe('What a bot thinks of a decision. All chances are those of the seat that decided')
  .meta({ id: 'Judgement' })

/** The analysis of a finished game. */
export const analysisSchema = z
  .strictObject({
    id: matchId,
    decisions: z.array(judgementSchema).describe('Every decision that had a choice, in order'),
  })
  .meta({ id: 'Analysis' })
export type Analysis = z.infer<typeof analysisSchema>

/** An analysis that is not ready yet. */
export const analysisProgressSchema = z
  .strictObject({
    id: matchId,
    progress: z.number().min(0).max(1).describe('The part that is done; 0 while the game waits its turn'),
  })
  .meta({ id: 'AnalysisProgress' })
export type AnalysisProgress = z.infer<typeof analysisProgressSchema>
