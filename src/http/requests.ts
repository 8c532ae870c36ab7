import { METHODS, STATUS_CODES } from 'node:http'
import type { Figures } from '../metrics/index.ts'
import { Names } from '../metrics/index.ts'
import type { App } from './parts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answers are event streams. */
    ofEvents?: boolean
  }
}

/** The pattern of the route of a request for an unknown address. */
const NO_ROUTE = 'none'

/** Logs and times every answered request by the pattern of its route, because a URL may hold secrets. */
export function followRequests(app: App, figures: Figures): void {
  const [methods, routes, statuses] = [new Names(METHODS), new Names([NO_ROUTE]), new Names(Object.keys(STATUS_CODES))]
  let inProgress = 0
  figures.show('curia_http_requests_in_progress', () => inProgress)
  app.addHook('onRoute', ({ url }) => void routes.add(url))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.routeOptions.config.ofEvents) return
    inProgress += 1
    reply.raw.once('close', () => (inProgress -= 1))
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, log } = request
    const { statusCode, elapsedTime: ms } = reply
    const { url: route = NO_ROUTE } = request.routeOptions
    const status = statuses.of(String(statusCode))
    if (waits(request.query)) figures.time('curia_http_long_poll_duration_seconds', ms / 1000, { status })
    else if (!request.routeOptions.config.ofEvents) {
      const labels = { method: methods.of(method), route: routes.of(route), status }
      figures.time('curia_http_request_duration_seconds', ms / 1000, labels)
    }
    log.debug({ method, route, status: statusCode, ms: Math.round(ms) }, 'answered')
  })
}

/** Whether a request is answered later on purpose. The query may not be valid. */
const waits = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'wait' in query && Number(query.wait) > 0
