import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { CodedError } from '../protocol/index.ts'
import type { App, Parts } from './parts.ts'

/** How many addresses are counted; the least recently seen are forgotten first. */
const MOST_ADDRESSES = 20_000

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
  await app.register(rateLimit, {
    max: rates.httpPerMinute,
    timeWindow: 60_000,
    cache: MOST_ADDRESSES,
    keyGenerator: (request) => request.address,
    errorResponseBuilder: (_request, { ttl }) => new CodedError('rate-limited', undefined, { retryAfterMs: ttl }),
  })
}
