import { z } from 'zod'
import { accountExportSchema } from './accounts.ts'
import { chatLineSchema } from './chat.ts'
import { gameSchema } from './games.ts'
import { nextPage } from './pages.ts'
import { playerRefSchema } from './players.ts'
import { timestamp } from './primitives.ts'
import { playerProfileSchema, ratingChangeSchema } from './profiles.ts'
import { ratingKindSchema } from './ratings.ts'
import { gameRecordSchema } from './records.ts'

/** What the players of a game said, in its order. */
export const gameChatPageSchema = z.strictObject({ lines: z.array(chatLineSchema), ...nextPage })
export type GameChatPage = z.infer<typeof gameChatPageSchema>

/** A game as it stands among a player's own data: whole, with what he himself said in it. */
export const ownGameSchema = z.strictObject({ game: gameSchema, record: gameRecordSchema, said: z.array(chatLineSchema) })
export type OwnGame = z.infer<typeof ownGameSchema>

/** Everything that is kept of a player for good. */
export const ownDataSchema = z.strictObject({
  exportedAt: timestamp,
  player: playerRefSchema,
  account: accountExportSchema.nullable().describe('Null for a guest'),
  profile: playerProfileSchema.nullable().describe('Null before a first game has ended'),
  ratingHistory: z.array(ratingChangeSchema.extend({ kind: ratingKindSchema })),
  games: z.array(ownGameSchema),
})
export type OwnData = z.infer<typeof ownDataSchema>
