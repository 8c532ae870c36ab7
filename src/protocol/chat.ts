import { z } from 'zod'
import type { ChatPhrase } from '../text/index.ts'
import { CHAT_PHRASES } from '../text/index.ts'
import { grows } from './grows.ts'
import { playerRefSchema } from './players.ts'
import { invitationCode, matchId, seat, timestamp } from './primitives.ts'
import { writtenSchema } from './texts.ts'

/** The players of a match talk in one room, its spectators in the other. */
export const chatRoomSchema = z.enum(['players', 'spectators']).meta({ id: 'ChatRoom' })
export type ChatRoom = z.infer<typeof chatRoomSchema>

const chatPhraseSchema = z.enum(Object.keys(CHAT_PHRASES) as ChatPhrase[]).meta(grows('ChatPhrase'))

/** One message of the chat. */
export const chatLineSchema = z
  .strictObject({
    number: z.int().min(1).describe('Later lines of a room have higher numbers'),
    at: timestamp,
    from: playerRefSchema,
    seat: seat.optional().describe('Missing for spectators'),
    text: z
      .string()
      .describe('Plain text: at most 300 characters, at least one of them visible, without line breaks and controls'),
    phrase: chatPhraseSchema
      .optional()
      .describe('Of a set phrase: a client says it in the language of its reader. `text` has it in English'),
  })
  .meta({ id: 'ChatLine' })
export type ChatLine = z.infer<typeof chatLineSchema>

const code = invitationCode.optional().describe('Spectators of a private match need it')

const said = {
  text: writtenSchema('chat')
    .optional()
    .describe('1 to 300 characters as people count them, at least one of them visible'),
  phrase: chatPhraseSchema.optional().describe('A set phrase, in place of a text'),
  code,
}
const isOne = ({ text, phrase }: { text?: unknown; phrase?: unknown }): boolean =>
  (text === undefined) !== (phrase === undefined)
const ONE = { path: ['text'], error: 'either a text or a phrase is needed' }

export const sayRequestSchema = z.strictObject({ match: matchId, ...said }).refine(isOne, ONE)
export const sayBodySchema = z.strictObject(said).refine(isOne, ONE).meta({ id: 'SayRequest' })
export const readChatRequestSchema = z.strictObject({ match: matchId, code })
export const muteRequestSchema = z.strictObject({ match: matchId, muted: z.boolean() })
/** The line as it was stored. */
export const saidSchema = z.strictObject({ match: matchId, line: chatLineSchema }).meta({ id: 'Said' })
export type SayRequest = z.infer<typeof sayRequestSchema>
export type MuteRequest = z.infer<typeof muteRequestSchema>

/** The room of the caller: its last lines, and whether the caller has muted the other player. */
export const chatSchema = z
  .strictObject({
    match: matchId,
    room: chatRoomSchema,
    lines: z.array(chatLineSchema),
    muted: z.boolean(),
  })
  .meta({ id: 'Chat' })
export type Chat = z.infer<typeof chatSchema>

export const chatMessageSchema = z
  .strictObject({ match: matchId, room: chatRoomSchema, line: chatLineSchema })
  .meta({ id: 'ChatMessage' })
export type ChatMessage = z.infer<typeof chatMessageSchema>
