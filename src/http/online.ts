import { onlinePageSchema, onlineQuerySchema } from '../protocol/index.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

export function onlineRoute(app: App, { lobby }: Parts): void {
  app.get(
    '/v1/online',
    {
      schema: {
        tags: ['lobby'],
        summary: 'Players who are online',
        description:
          'Players who are connected by a socket to any node. The list has a player for up to 45 seconds after they ' +
          'disconnect.',
        querystring: onlineQuerySchema,
        response: { 200: onlinePageSchema, ...failures },
      },
    },
    async (request, reply) => reply.header('cache-control', 'no-cache').send(await lobby.online.page(request.query)),
  )
}
