import type { Analyses } from '../analysis/index.ts'
import { analysisProgressSchema, analysisSchema, matchParamsSchema } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { isKnown, notModified, REVALIDATED } from './caching.ts'
import { failures } from './errors.ts'
import type { App } from './parts.ts'

/** When a client may ask again for an analysis that is not ready (s). */
const RETRY_AFTER_S = 2

/** What a bot thinks of finished games. */
export function analysisRoute(app: App, { analyses }: { analyses: Pick<Analyses, 'get'> }, auth: Auth): void {
  app.get(
    '/v1/games/:id/analysis',
    auth.optional({
      schema: {
        tags: ['games'],
        summary: 'What a bot thinks of every decision of a finished game',
        description:
          'The first player who asks starts the analysis: that needs a token. Until it is ready, the answer is 202 with ' +
          'the progress; the headers location and retry-after say where and when to ask again.',
        params: matchParamsSchema,
        response: { 200: analysisSchema, 202: analysisProgressSchema, ...notModified, ...failures },
      },
    }),
    async (request, reply) => {
      const { id } = request.params
      const answer = await analyses.get({ player: request.identity?.player ?? null, address: request.address }, id)
      if ('progress' in answer) {
        const headers = { location: `/v1/games/${id}/analysis`, 'retry-after': RETRY_AFTER_S }
        return reply
          .code(202)
          .headers({ ...headers, 'cache-control': 'no-store' })
          .send(answer)
      }
      // It never changes: its tag is its address.
      if (isKnown(request, reply, `${id}.analysis`, REVALIDATED)) return reply.code(304).send(undefined)
      return reply.send(answer)
    },
  )
}
