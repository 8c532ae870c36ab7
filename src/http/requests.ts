import type { App, HttpMetrics } from './parts.ts'

/** Logs and times every answered request: by the pattern of its route, for the URL may hold what should not be kept. */
export function followRequests(app: App, metrics: HttpMetrics): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.raw.once('close', metrics.requestBegan())
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.request(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
}
