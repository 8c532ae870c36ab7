import { onlinePageSchema, onlineQuerySchema } from '../protocol/index.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

export function onlineRoute(app: App, { lobby }: Parts): void {
  app.get(
    '/v1/online',
    {
      schema: {
        tags: ['lobby'],
        summary: 'Who is online',
        description: 'Players who are connected by a socket, to any node. Who disconnects is shown for up to 45 seconds more.',
        querystring: onlineQuerySchema,
        response: { 200: onlinePageSchema, ...failures },
      },
    },
    async (request, reply) => reply.header('cache-control', 'no-cache').send(await lobby.online.page(request.query)),
  )
}
