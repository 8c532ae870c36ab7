import { poolsAnswerSchema, queueAnswerSchema, queueJoinRequestSchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** Waiting for any opponent. */
export function queueRoutes(app: App, { lobby }: Parts, auth: Auth): void {
  const tags = ['lobby']
  const common = { tags, response: { 200: queueAnswerSchema, ...failures } }

  app.post(
    '/v1/queue',
    auth.required({
      schema: {
        ...common,
        summary: 'Wait for an opponent in a pool',
        description:
          'Joining the same pool again is harmless; joining another pool moves the player. The client should then ' +
          'poll `GET /v1/queue` every few seconds.',
        body: queueJoinRequestSchema,
      },
    }),
    async (request) => lobby.queue.join(identityOf(request).player, request.body),
  )

  app.get(
    '/v1/queue',
    auth.required({
      schema: {
        ...common,
        summary: 'Whether the queue has found an opponent',
        description:
          'A client that waits must poll at least every 15 seconds, or have a socket that has joined; otherwise the ' +
          'player leaves the queue.',
      },
    }),
    async (request) => lobby.queue.status(identityOf(request).player.id),
  )

  app.delete(
    '/v1/queue',
    auth.required({
      schema: {
        ...common,
        summary: 'Leave the queue',
        description: 'If the queue has just found an opponent, the answer is the match.',
      },
    }),
    async (request) => lobby.queue.leave(identityOf(request).player.id),
  )

  app.get(
    '/v1/pools',
    {
      schema: {
        tags,
        summary: 'All pools, how many players wait there, and for how long',
        response: { 200: poolsAnswerSchema, ...failures },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-cache').send(await lobby.queue.pools()),
  )
}
