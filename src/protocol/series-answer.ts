import { z } from 'zod'
import { gameKindSchema } from './kinds.ts'
import { matchStatusSchema, outcomeSchema, snapshotSchema } from './matches.ts'
import { playerRefSchema } from './players.ts'
import { matchId, playerId } from './primitives.ts'
import { bestOfSchema, halfPointsSchema } from './series.ts'
import { termsSchema } from './terms.ts'

export const seriesParamsSchema = z.strictObject({ id: matchId.describe('The id of the first match') })

const gameSchema = z
  .strictObject({
    match: matchId,
    status: matchStatusSchema,
    players: snapshotSchema.shape.players,
    outcome: outcomeSchema.optional().describe('By the seats of this match'),
  })
  .meta({ id: 'SeriesGame' })

const playerSchema = z
  .strictObject({ player: playerRefSchema, points: halfPointsSchema.shape[0] })
  .meta({ id: 'SeriesPlayer' })

/** A series, with all of its games so far. */
export const seriesAnswerSchema = z
  .strictObject({
    id: matchId,
    best: bestOfSchema,
    kind: gameKindSchema,
    terms: termsSchema,
    status: matchStatusSchema,
    players: z
      .array(playerSchema)
      .max(2)
      .describe('Whoever began the first game comes first; one, while nobody has joined'),
    winner: playerId
      .optional()
      .describe('Left out before the end, when both players share the series, and if a game of it was aborted'),
    games: z.array(gameSchema).min(1).max(5).describe('In their order'),
  })
  .meta({ id: 'Series' })
export type SeriesAnswer = z.infer<typeof seriesAnswerSchema>
