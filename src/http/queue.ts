import { poolsAnswerSchema, queueAnswerSchema, queueJoinRequestSchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf, NEEDS_TOKEN } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** Waiting for anybody. */
export function queueRoutes(app: App, { lobby }: Parts, auth: Auth): void {
  const common = { tags: ['lobby'], security: NEEDS_TOKEN, response: { 200: queueAnswerSchema, ...failures } }
  const preValidation = auth.needed

  app.post(
    '/v1/queue',
    {
      preValidation,
      schema: {
        ...common,
        summary: 'Wait for an opponent in a pool',
        description: 'Joining again is harmless, joining another pool moves the player. Ask `GET /v1/queue` every few seconds.',
        body: queueJoinRequestSchema,
      },
    },
    async (request) => lobby.queue.join(identityOf(request).player, request.body),
  )

  app.get(
    '/v1/queue',
    {
      preValidation,
      schema: {
        ...common,
        summary: 'Whether an opponent has been found',
        description: 'Who waits must ask at least every 15 seconds, or have a socket that has joined: else he waits no more.',
      },
    },
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send(await lobby.queue.status(identityOf(request).player.id)),
  )

  app.delete(
    '/v1/queue',
    {
      preValidation,
      schema: {
        ...common,
        summary: 'Wait no more',
        description: 'If an opponent was found just before, the answer is the match.',
      },
    },
    async (request) => lobby.queue.leave(identityOf(request).player.id),
  )

  app.get(
    '/v1/pools',
    {
      schema: {
        tags: ['lobby'],
        summary: 'Every pool, how many wait there, and for how long',
        response: { 200: poolsAnswerSchema, ...failures },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-cache').send(await lobby.queue.pools()),
  )
}
