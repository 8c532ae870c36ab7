import { CodedError } from '../protocol/index.ts'
import { OWN, REVALIDATED } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Deals: of finished games, and of the day. */
export function dealRoutes(
  serve: Serve,
  { archive, deals, matches }: Pick<Parts, 'archive' | 'deals' | 'matches'>,
): void {
  serve(
    'GET /v1/deals/daily',
    async ({ query: { kind, date }, identity }) => deals.on(kind, date, identity?.player.id ?? null),
    { cache: OWN },
  )

  serve('GET /v1/deals/{id}', async ({ params: { id } }) => found((await deals.get(id)) ?? (await archive.deal(id))), {
    cache: REVALIDATED,
  })

  serve(
    'GET /v1/deals/{id}/results',
    async ({ params: { id }, query }) => {
      const daily = await deals.get(id)
      const until = daily?.sealedUntil ?? 0
      if (matches.now() < until) throw new CodedError('sealed', undefined, { until })
      return found((await archive.dealResults(id, query)) ?? (daily && { games: [] }))
    },
    { cache: REVALIDATED },
  )
}

/** @throws CodedError `unknown-deal` */
function found<T>(answer: T | null): T {
  if (answer === null) throw new CodedError('unknown-deal')
  return answer
}
