import { REVALIDATED } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** The best players, by kind of rating. */
export function leaderboardRoutes(serve: Serve, { archive }: Pick<Parts, 'archive'>): void {
  serve('GET /v1/leaderboard', async () => ({ leaderboards: await archive.leaderboards() }), { cache: REVALIDATED })

  serve('GET /v1/leaderboards/{kind}', async (request) => archive.leaderboard(request.params.kind, request.query), {
    cache: REVALIDATED,
  })
}
