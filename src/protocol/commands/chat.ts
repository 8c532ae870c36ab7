import * as chat from '../chat.ts'
import { LIVE_ERRORS } from '../errors.ts'
import { codeQuerySchema, muteBodySchema } from '../http.ts'
import type { Command } from './command.ts'
import { OF_MATCH } from './command.ts'

/** What is said in a match. */
export const CHAT_COMMANDS = {
  'chat:say': {
    summary: 'Say something in a match',
    description: 'The line goes to the room of the caller.',
    request: chat.sayRequestSchema,
    answer: chat.saidSchema,
    errors: ['code-needed', 'muted', ...LIVE_ERRORS],
    http: {
      ...OF_MATCH,
      route: 'POST /v1/matches/{id}/chat',
      id: 'say',
      body: chat.sayBodySchema,
      answers: { 201: chat.saidSchema },
    },
  },
  'chat:read': {
    summary: 'Read what was said',
    description: 'The players have one room, the spectators another. A room has its last 200 lines, oldest first.',
    request: chat.readChatRequestSchema,
    answer: chat.chatSchema,
    errors: ['code-needed', ...LIVE_ERRORS],
    http: { ...OF_MATCH, route: 'GET /v1/matches/{id}/chat', id: 'readChat', query: codeQuerySchema },
  },
  'chat:mute': {
    summary: 'Mute the other player',
    description: 'The server sends the lines of a muted player to none of the devices of the caller.',
    request: chat.muteRequestSchema,
    answer: chat.muteRequestSchema,
    errors: ['not-your-match', ...LIVE_ERRORS],
    http: { ...OF_MATCH, route: 'PUT /v1/matches/{id}/chat/mute', id: 'muteOpponent', body: muteBodySchema },
  },
} satisfies Record<string, Command>
