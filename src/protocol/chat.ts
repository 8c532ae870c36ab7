import { z } from 'zod'
import { playerRefSchema } from './players.ts'
import { invitationCode, matchId, seat, timestamp } from './primitives.ts'

/** Players and spectators of a match talk among themselves. */
export const chatRoomSchema = z.enum(['players', 'spectators'])
export type ChatRoom = z.infer<typeof chatRoomSchema>

/** One thing that somebody said. */
export const chatLineSchema = z.strictObject({
  number: z.int().min(1).describe('In its room; later lines have greater numbers'),
  at: timestamp,
  from: playerRefSchema,
  seat: seat.optional().describe('Of a player'),
  text: z.string().describe('Plain text: 1 to 300 visible characters, line breaks and control characters taken out'),
})
export type ChatLine = z.infer<typeof chatLineSchema>

const code = invitationCode.optional().describe('Needed by spectators of a private match')

export const sayRequestSchema = z.strictObject({ match: matchId, text: z.string().min(1).max(1000), code })
export const readChatRequestSchema = z.strictObject({ match: matchId, code })
export const muteRequestSchema = z.strictObject({ match: matchId, muted: z.boolean() })
/** What was said, as it was kept. */
export const saidSchema = z.strictObject({ match: matchId, line: chatLineSchema })
export type SayRequest = z.infer<typeof sayRequestSchema>
export type MuteRequest = z.infer<typeof muteRequestSchema>

/** The room of the caller: what was said lately, and whether he has muted it. */
export const chatSchema = z.strictObject({ match: matchId, room: chatRoomSchema, lines: z.array(chatLineSchema), muted: z.boolean() })
export type Chat = z.infer<typeof chatSchema>

export const chatMessageSchema = z.strictObject({ match: matchId, room: chatRoomSchema, line: chatLineSchema })
export type ChatMessage = z.infer<typeof chatMessageSchema>
