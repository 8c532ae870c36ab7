import { z } from 'zod'
import { DEFAULT_GAME_KIND, gameKindSchema } from './kinds.ts'
import { playerRefSchema } from './players.ts'
import { ratingSchema } from './ratings.ts'

/** How many engines the ladder lists at most. */
export const MOST_ENGINES = 100
/** So many of the latest games of a kind are counted. */
export const LADDER_GAMES = 10_000
/** How old the ladder may be (ms). */
export const LADDER_AGE_MS = 10_000

export const ladderQuerySchema = z.strictObject({ kind: gameKindSchema.default(DEFAULT_GAME_KIND) })

const count = z.int().min(0).max(LADDER_GAMES)

/** The ladder of engines of one kind of game. */
export const ladderSchema = z
  .strictObject({
    kind: gameKindSchema,
    rows: z
      .array(
        z
          .strictObject({
            player: playerRefSchema,
            ...ratingSchema.pick({ rating: true, deviation: true }).shape,
            interval: z
              .array(z.number())
              .length(2)
              .describe('The rating less, and plus, twice the deviation: most likely the true strength is within it'),
            games: count,
            won: count,
            lost: count,
            shared: count,
          })
          .meta({ id: 'LadderRow' }),
      )
      .max(MOST_ENGINES)
      .describe('Best first'),
    crosstable: z
      .array(
        z
          .strictObject({
            player: playerRefSchema.shape.id,
            opponent: playerRefSchema.shape.id,
            points: z
              .number()
              .min(0)
              .max(LADDER_GAMES)
              .describe('Of the player against the opponent: 1 for a game won, 0.5 for a shared one'),
            games: count,
          })
          .meta({ id: 'LadderCell' }),
      )
      .max(MOST_ENGINES * (MOST_ENGINES - 1))
      .describe('Engines of `rows` that have met, from the side of each'),
  })
  .meta({ id: 'Ladder' })
export type Ladder = z.infer<typeof ladderSchema>
