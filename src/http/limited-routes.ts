import type { FastifyRequest } from 'fastify'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Limiters, Rate } from '../limits/index.ts'
import { spend } from '../limits/index.ts'
import type { App } from './parts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How often one address may ask for this route, on all nodes together; in addition to the limit of all its requests. */
    limit?: Rate
  }
}

/** Limits the routes that name a limit. It must be called before the routes are added. */
export function limitRoutes(app: App, limiters: Limiters): void {
  const made = new Map<string, RateLimiterAbstract>()
  const limiterOf = (name: string, rate: Rate): RateLimiterAbstract => {
    const limiter = made.get(name) ?? limiters.limiter(name, rate)
    made.set(name, limiter)
    return limiter
  }
  app.addHook('onRoute', (route) => {
    const { limit } = route.config ?? {}
    if (!limit) return
    // Fastify adds a route for HEAD to each one for GET: the handler is the same, and so is the limit.
    const method = route.method === 'HEAD' ? 'GET' : String(route.method)
    const limiter = limiterOf(nameOf(method, route.url), limit)
    const check = (request: FastifyRequest): Promise<unknown> => spend(limiter, request.address)
    route.onRequest = [...[route.onRequest ?? []].flat(), check]
  })
}

/** `POST /v1/players/me/token` is `post-v1-players-me-token`. */
const nameOf = (method: string, url: string): string => `${method}${url}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')
