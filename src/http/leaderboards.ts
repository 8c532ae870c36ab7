import {
  leaderboardPageSchema,
  leaderboardParamsSchema,
  leaderboardsSchema,
  pageQuerySchema,
} from '../protocol/index.ts'
import { REVALIDATED } from './caching.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** The best players, by kind of rating. */
export function leaderboardRoutes(app: App, { archive }: Pick<Parts, 'archive'>): void {
  const tags = ['players']

  app.get(
    '/v1/leaderboard',
    {
      schema: {
        tags,
        summary: 'The first places of every leaderboard',
        response: { 200: leaderboardsSchema, ...failures },
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', REVALIDATED).send({ leaderboards: await archive.leaderboards() }),
  )

  app.get(
    '/v1/leaderboards/:kind',
    {
      schema: {
        tags,
        summary: 'The leaderboard of a kind of rating, best first',
        description: 'It lists players who have played enough rated games and whose ratings are certain enough.',
        params: leaderboardParamsSchema,
        querystring: pageQuerySchema,
        response: { 200: leaderboardPageSchema, ...failures },
      },
    },
    async (request, reply) => {
      const page = await archive.leaderboard(request.params.kind, request.query)
      return reply.header('cache-control', REVALIDATED).send(page)
    },
  )
}
