import { LEADERBOARDS_AGE_MS } from '../protocol/index.ts'
import { Answers, sendText, textOf } from './answers.ts'
import { REVALIDATED } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** There is one overview, of at most some 100 KB. */
const KEPT_BYTES = 1024 * 1024

/** The best players, by kind of rating. Every visitor of the page asks for the overview, so a node keeps it for a moment. */
export function leaderboardRoutes(serve: Serve, { archive }: Pick<Parts, 'archive'>): void {
  const overviews = new Answers({ bytes: KEPT_BYTES, ms: LEADERBOARDS_AGE_MS })

  serve(
    'GET /v1/leaderboard',
    async (_request, reply) => {
      const make = async () => textOf(reply, { leaderboards: await archive.leaderboards() })
      return sendText(reply, await overviews.of('all', make))
    },
    { cache: REVALIDATED },
  )

  serve('GET /v1/leaderboards/{kind}', async (request) => archive.leaderboard(request.params.kind, request.query), {
    cache: REVALIDATED,
  })
}
