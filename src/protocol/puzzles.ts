import { z } from 'zod'
import { actionSchema } from './actions.ts'
import { actionChanceSchema } from './analysis.ts'
import { grows } from './grows.ts'
import { gameKindSchema } from './kinds.ts'
import { matchId, puzzleId, seat, version } from './primitives.ts'
import { ratingBeforeAfterSchema, ratingSchema, ratingValue } from './ratings.ts'
import { boardSchema } from './view.ts'

/** What puzzles are about, as a fact of the rules. */
export const PUZZLE_THEMES = ['science', 'denial', 'extra-turn', 'conspiracy', 'military'] as const
export const puzzleThemeSchema = z
  .enum(PUZZLE_THEMES)
  .describe(
    'What the best action does, by what lies open. `science`: it brings the second symbol of a kind or the sixth ' +
      'different one, or takes the card that would bring it to the opponent. `denial`: it takes the card with which the ' +
      'opponent would win at once. `extra-turn`: it constructs a wonder that another turn follows. `conspiracy`: it ' +
      'draws, keeps, prepares or triggers one. `military`: it constructs something with shields',
  )
  .meta(grows('PuzzleTheme'))
export type PuzzleTheme = z.infer<typeof puzzleThemeSchema>

export const puzzleParamsSchema = z.strictObject({ id: puzzleId })

/** A puzzle before it is answered. It has nothing that leads to its game. */
export const puzzleSchema = z
  .strictObject({
    id: puzzleId,
    kind: gameKindSchema,
    seat: seat.describe('The seat that decides'),
    rating: ratingValue.describe('How hard it is: Glicko-2, on the scale of the ratings of players for puzzles'),
    board: boardSchema.describe('What the seat saw, with its legal actions'),
  })
  .meta({ id: 'Puzzle' })
export type Puzzle = z.infer<typeof puzzleSchema>

/** What a player answered, and what was right. */
export const puzzleResultSchema = z
  .strictObject({
    puzzle: puzzleId,
    action: actionSchema.describe('The answer'),
    right: z.boolean().describe('It is the best action, or at most 2 points of 100 worse'),
    best: actionSchema,
    chances: z
      .array(actionChanceSchema)
      .describe('All legal actions, best first, by 4,000 worlds. The chances are whole parts of 10,000'),
    themes: z.array(puzzleThemeSchema),
    game: matchId.describe('The game that the puzzle is of'),
    version: version.describe('The version at which the seat decided'),
    rating: ratingBeforeAfterSchema
      .optional()
      .describe('What the answer did to the rating of the player for puzzles; left out for a guest'),
  })
  .meta({ id: 'PuzzleResult' })
export type PuzzleResult = z.infer<typeof puzzleResultSchema>

/** A puzzle for a player. */
const offered = {
  puzzle: puzzleSchema,
  rating: ratingSchema
    .optional()
    .describe('The rating of the player for puzzles; `games` counts their answers. Left out for a guest'),
}

export const nextPuzzleQuerySchema = z.strictObject({
  kind: gameKindSchema.optional(),
  theme: puzzleThemeSchema.optional(),
})
export type NextPuzzleQuery = z.infer<typeof nextPuzzleQuerySchema>
export const nextPuzzleSchema = z.strictObject(offered).meta({ id: 'NextPuzzle' })
export type NextPuzzle = z.infer<typeof nextPuzzleSchema>

export const dailyPuzzleSchema = z
  .strictObject({
    date: z.iso.date().describe('Today by UTC: `YYYY-MM-DD`'),
    ...offered,
    result: puzzleResultSchema.optional().describe('Present if the player has answered it'),
  })
  .meta({ id: 'DailyPuzzle' })
export type DailyPuzzle = z.infer<typeof dailyPuzzleSchema>

export const puzzleAnswerSchema = z.strictObject({ action: actionSchema }).meta({ id: 'PuzzleAnswer' })
