import { CodedError } from '../protocol/index.ts'
import { REVALIDATED } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Players, from their finished games. */
export function profileRoutes(serve: Serve, { archive }: Pick<Parts, 'archive'>): void {
  serve('GET /v1/players/{id}', async (request) => known(await archive.player(request.params.id)), {
    cache: REVALIDATED,
  })

  serve(
    'GET /v1/players/{id}/games',
    async (request) => {
      const page = await archive.list({ ...request.query, player: request.params.id })
      return page
    },
    { cache: REVALIDATED },
  )

  serve(
    'GET /v1/players/{id}/ratings/{kind}/history',
    async (request) => {
      const { id, kind } = request.params
      return await archive.ratingHistory(id, kind, request.query)
    },
    { cache: REVALIDATED },
  )

  serve(
    'GET /v1/players/{id}/opponents/{other}',
    async (request) => {
      const { id, other } = request.params
      const page = known(await archive.encounter(id, other, request.query))
      return page
    },
    { cache: REVALIDATED },
  )

  serve('GET /v1/players/{id}/wonders', async (request) => known(await archive.wonders(request.params.id)), {
    cache: REVALIDATED,
  })
}

/** @throws CodedError `unknown-player` */
function known<T>(found: T | null): T {
  if (found === null) throw new CodedError('unknown-player')
  return found
}
