import type { HttpMetrics } from './metrics.ts'
import type { App } from './parts.ts'

/** Logs and times every answered request by the pattern of its route, because a URL may hold secrets. */
export function followRequests(app: App, metrics: HttpMetrics): void {
  app.addHook('onRoute', ({ url }) => void metrics.routes.add(url))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.raw.once('close', metrics.requestBegan())
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, log } = request
    const { statusCode: status, elapsedTime: ms } = reply
    const route = request.routeOptions.url
    if (waits(request.query)) metrics.longPoll(status, ms / 1000)
    else metrics.request(method, route, status, ms / 1000)
    log.debug({ method, route: route ?? 'none', status, ms: Math.round(ms) }, 'answered')
  })
}

/** Whether a request is answered later on purpose. The query may not be valid. */
const waits = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'wait' in query && Number(query.wait) > 0
