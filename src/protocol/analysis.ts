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

const part = z.int().min(0).max(10_000)
const moments = z.array(version).max(3)

/** Luck: the chances changed although nobody decided. */
const luckSchema = z
  .strictObject({
    version: version.describe('The version at which it showed: that of the next decision, or of the end'),
    seat: seat.describe('The seat that was lucky; the other one was unlucky'),
    gain: part.min(1).describe('What the seat gained, in parts of 10,000'),
  })
  .meta({ id: 'Luck' })

/** What made the result of a seat: `result` = `first` − `cost` + the `cost` of the other seat + `luck`, exactly. */
const seatSummarySchema = z
  .strictObject({
    first: part.describe('Its chance before the first decision'),
    cost: z.int().min(0).describe('What its own decisions cost'),
    luck: z.int().describe('What everything between the decisions gave, or took if it is negative'),
    result: part.describe(
      '10,000 for a victory, 5,000 for a shared one, 0 for a defeat; the last chance if the rules did not end the game',
    ),
    luckiest: moments.describe('The versions at which it gained most by luck, the greatest gain first'),
    unluckiest: moments.describe('The versions at which it lost most by luck'),
  })
  .describe('What play and luck made of the game for a seat, in parts of 10,000')
  .meta({ id: 'LuckAndPlay' })

/** The analysis of a finished game. */
export const analysisSchema = z
  .strictObject({
    id: matchId,
    decisions: z
      .array(judgementSchema)
      .describe('Every decision that had a choice, in order. Its chances are whole parts of 10,000'),
    luck: z.array(luckSchema).describe('In order'),
    summary: z.strictObject({ 0: seatSummarySchema, 1: seatSummarySchema }).describe('By seat'),
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
