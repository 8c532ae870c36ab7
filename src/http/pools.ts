import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

export function poolsRoute(serve: Serve, { lobby }: Parts): void {
  serve('GET /v1/pools', async () => lobby.queue.pools(), { cache: 'no-cache' })
}
