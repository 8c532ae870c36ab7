import { publicMatchesAnswerSchema, publicMatchesQuerySchema } from '../protocol/index.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

export function publicMatchesRoute(app: App, { lobby }: Parts): void {
  app.get(
    '/v1/matches',
    {
      schema: {
        tags: ['lobby'],
        summary: 'Public matches in play, which anybody may watch',
        description:
          'By default the match that began last comes first. A match is in the list from a moment after its ' +
          'beginning until a moment after its end.',
        querystring: publicMatchesQuerySchema,
        response: { 200: publicMatchesAnswerSchema, ...failures },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', 'no-cache').send(await lobby.publicMatches.page(request.query)),
  )
}
