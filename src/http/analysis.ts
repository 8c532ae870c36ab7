import type { Analyses } from '../analysis/index.ts'
import { isKnown, REVALIDATED } from './caching.ts'
import type { Serve } from './route.ts'

/** When a client may ask again for an analysis that is not ready (s). */
const RETRY_AFTER_S = 2

/** What a bot thinks of finished games. */
export function analysisRoute(serve: Serve, { analyses }: { analyses: Pick<Analyses, 'get'> }): void {
  serve('GET /v1/games/{id}/analysis', async (request, reply) => {
    const { id } = request.params
    const answer = await analyses.get({ player: request.identity?.player ?? null, address: request.address }, id)
    if ('progress' in answer) {
      const headers = { location: `/v1/games/${id}/analysis`, 'retry-after': RETRY_AFTER_S }
      return reply
        .code(202)
        .headers({ ...headers, 'cache-control': 'no-store' })
        .send(answer)
    }
    // It changes only with what an analysis has, which its tag says.
    if (isKnown(request, reply, `${id}.analysis-with-luck`, REVALIDATED)) return reply.code(304).send()
    return answer
  })
}
