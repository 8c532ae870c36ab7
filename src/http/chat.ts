import { chatSchema, codeQuerySchema, matchParamsSchema, muteBodySchema, muteRequestSchema, saidSchema, sayBodySchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf, NEEDS_TOKEN } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** What is said during a match, and after it. */
export function chatRoutes(app: App, { matches: { chats } }: Parts, auth: Auth): void {
  const tags = ['matches']
  const common = { tags, security: NEEDS_TOKEN, params: matchParamsSchema }

  app.get(
    '/v1/matches/:id/chat',
    {
      preValidation: auth.needed,
      schema: {
        ...common,
        summary: 'What was said in the room of the caller',
        description: 'Players are in one room, spectators in another. The last 200 lines, oldest first.',
        querystring: codeQuerySchema,
        response: { 200: chatSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { player } = identityOf(request)
      return reply.header('cache-control', 'private, no-store').send(await chats.read(player, request.params.id, request.query.code))
    },
  )

  app.post(
    '/v1/matches/:id/chat',
    {
      preValidation: auth.needed,
      schema: { ...common, summary: 'Say something in the room of the caller', body: sayBodySchema, response: { 201: saidSchema, ...failures } },
    },
    async (request, reply) => {
      const match = request.params.id
      return reply.code(201).send({ match, line: await chats.say(identityOf(request).player, { match, ...request.body }) })
    },
  )

  app.put(
    '/v1/matches/:id/chat/mute',
    {
      preValidation: auth.needed,
      schema: {
        ...common,
        summary: 'Read the other player no more, or again',
        body: muteBodySchema,
        response: { 200: muteRequestSchema, ...failures },
      },
    },
    async (request) => {
      const wish = { match: request.params.id, ...request.body }
      await chats.mute(identityOf(request).player, wish)
      return wish
    },
  )
}
