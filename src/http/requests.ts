import type { App, HttpMetrics } from './parts.ts'

/** Logs and times every answered request by the pattern of its route, because a URL may hold secrets. */
export function followRequests(app: App, metrics: HttpMetrics): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.raw.once('close', metrics.requestBegan())
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, log } = request
    const { statusCode: status, elapsedTime: ms } = reply
    const route = request.routeOptions.url ?? 'none'
    metrics.request(method, route, status, ms / 1000)
    log.debug({ method, route, status, ms: Math.round(ms) }, 'answered')
  })
}
