import { SeriesReader } from '../history/index.ts'
import { FOR_CALLER } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Series of games. */
export function seriesRoute(serve: Serve, { matches: { views }, archive }: Parts): void {
  const series = new SeriesReader(views, archive)
  serve(
    'GET /v1/series/{id}',
    (request) => series.read(request.identity?.player ?? null, request.params.id, request.query.code),
    { cache: FOR_CALLER },
  )
}
