import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

export function onlineRoute(serve: Serve, { lobby }: Parts): void {
  serve('GET /v1/online', async (request) => lobby.online.page(request.query), { cache: 'no-cache' })
}
