import {
  chatSchema,
  codeQuerySchema,
  matchParamsSchema,
  muteBodySchema,
  muteRequestSchema,
  saidSchema,
  sayBodySchema,
} from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** The chat during a match and after it. */
export function chatRoutes(app: App, { matches: { chats } }: Parts, auth: Auth): void {
  const common = { tags: ['matches'], params: matchParamsSchema }

  app.get(
    '/v1/matches/:id/chat',
    auth.required({
      schema: {
        ...common,
        summary: 'The chat in the room of the caller',
        description: 'The players have one room, the spectators another. A room has its last 200 lines, oldest first.',
        querystring: codeQuerySchema,
        response: { 200: chatSchema, ...failures },
      },
    }),
    async (request) => chats.read(identityOf(request).player, request.params.id, request.query.code),
  )

  app.post(
    '/v1/matches/:id/chat',
    auth.required({
      schema: {
        ...common,
        summary: 'Send a line to the room of the caller',
        body: sayBodySchema,
        response: { 201: saidSchema, ...failures },
      },
    }),
    async (request, reply) => {
      const match = request.params.id
      const line = await chats.say(identityOf(request).player, { match, ...request.body })
      return reply.code(201).send({ match, line })
    },
  )

  app.put(
    '/v1/matches/:id/chat/mute',
    auth.required({
      schema: {
        ...common,
        summary: 'Mute the other player, or undo that',
        description: 'The server sends the lines of a muted player to none of the devices of the caller.',
        body: muteBodySchema,
        response: { 200: muteRequestSchema, ...failures },
      },
    }),
    async (request) => {
      const wish = { match: request.params.id, ...request.body }
      await chats.mute(identityOf(request).player, wish)
      return wish
    },
  )
}
