import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyReply } from 'fastify'
import { LocalLimiter, spend } from '../limits/index.ts'
import type { CodedError } from '../protocol/index.ts'
import type { App, Parts } from './parts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Machines of the operator call it often: nobody is counted, and nobody waits. */
    forMachines?: boolean
    /** How many plain messages of its player a request weighs as much as; 1 if not given. */
    weigh?: (request: FastifyRequest) => number
  }
}

const WINDOW_SECONDS = 60

/** Security headers, CORS, and the rate limit of each address. */
export async function protect(app: App, { corsOrigins, rates }: Parts['settings']): Promise<void> {
  await app.register(helmet, {
    // Answers are data and load nothing; the pages of /docs have a policy of their own.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    // The proxy in front of the server knows whether there is TLS.
    strictTransportSecurity: false,
  })
  if (corsOrigins.length > 0) {
    const options = {
      origin: corsOrigins.includes('*') ? '*' : corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'if-none-match', 'last-event-id'],
      exposedHeaders: ['allow', 'etag', 'location', 'retry-after', 'x-request-id'],
      maxAge: 3600,
    }
    // A browser asks before a request; any other OPTIONS is a method like others.
    await app.register(cors, {
      delegator: ({ headers }, done) => {
        const asks = headers.origin !== undefined && headers['access-control-request-method'] !== undefined
        done(null, { ...options, preflight: asks })
      },
    })
  }
  countRequests(app, rates.httpPerMinute)
}

/** Counts the requests of each address, and says in headers how many it may still send. */
function countRequests(app: App, perMinute: number): void {
  const limiter = new LocalLimiter({ points: perMinute, duration: WINDOW_SECONDS })
  const show = (reply: FastifyReply, left: number, resetMs: number): void =>
    void reply.headers({
      'x-ratelimit-limit': perMinute,
      'x-ratelimit-remaining': left,
      'x-ratelimit-reset': Math.ceil(resetMs / 1000),
    })
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.forMachines) return
    const { left, resetMs } = await spend(limiter, request.address).catch((refusal: CodedError) => {
      show(reply, 0, Number(refusal.details?.retryAfterMs))
      throw refusal
    })
    show(reply, left, resetMs)
  })
}
