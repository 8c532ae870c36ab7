import { z } from 'zod'
import { accountExportSchema } from './accounts.ts'
import { actionSchema } from './actions.ts'
import { chatLineSchema } from './chat.ts'
import { gameSchema } from './games.ts'
import { nextPage } from './pages.ts'
import { playerRefSchema } from './players.ts'
import { puzzleId, timestamp } from './primitives.ts'
import { playerProfileSchema, ratingChangeSchema } from './profiles.ts'
import { ratingKindSchema, ratingSchema } from './ratings.ts'
import { gameRecordSchema } from './records.ts'
import { reportSchema } from './reports.ts'
import { ownTournamentSchema } from './tournaments.ts'

/** A page of the players' chat of a game, in order. */
export const gameChatPageSchema = z
  .strictObject({ lines: z.array(chatLineSchema), ...nextPage })
  .meta({ id: 'GameChat' })
export type GameChatPage = z.infer<typeof gameChatPageSchema>

/** A game in a player's own data, with the chat lines of that player. */
export const ownGameSchema = z
  .strictObject({
    game: gameSchema,
    record: gameRecordSchema,
    said: z.array(chatLineSchema),
  })
  .meta({ id: 'OwnGame' })
export type OwnGame = z.infer<typeof ownGameSchema>

const puzzleAnswer = z
  .strictObject({ puzzle: puzzleId, action: actionSchema, right: z.boolean(), at: timestamp })
  .meta({ id: 'OwnPuzzleAnswer' })

/** Everything that the server stores of a player without a time limit. */
export const ownDataSchema = z
  .strictObject({
    exportedAt: timestamp,
    player: playerRefSchema,
    account: accountExportSchema.nullable().describe('Null for a guest'),
    profile: playerProfileSchema.nullable().describe('Null before the end of the first game'),
    reports: z.array(reportSchema).describe('The reports that the player has made'),
    puzzleRating: ratingSchema.nullable().describe('For puzzles; null for a guest, and before the first answer'),
    tournaments: z.array(ownTournamentSchema).describe('Those that the player has joined or opened'),
    puzzleAnswers: z.array(puzzleAnswer).describe('To puzzles'),
    ratingHistory: z.array(ratingChangeSchema.extend({ kind: ratingKindSchema }).meta({ id: 'RatingChangeOfKind' })),
    games: z.array(ownGameSchema),
  })
  .meta({ id: 'OwnData' })
export type OwnData = z.infer<typeof ownDataSchema>
export type OwnPuzzleAnswer = OwnData['puzzleAnswers'][number]
