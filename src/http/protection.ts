import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { CodedError } from '../protocol/index.ts'
import type { App, Parts } from './parts.ts'

/** Addresses counted at once; the longest unseen are forgotten. */
const MOST_ADDRESSES = 20_000

/** Response headers, who may call from a web page, and how often an address may call. */
export async function protect(app: App, { corsOrigins, rates }: Parts['settings']): Promise<void> {
  await app.register(helmet, {
    // Answers are data; the pages of /docs say themselves what they load.
    contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] } },
    // Whether there is TLS is for the proxy before the server to say.
    strictTransportSecurity: false,
  })
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: corsOrigins.includes('*') ? '*' : corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'if-none-match'],
      exposedHeaders: ['etag', 'location', 'retry-after', 'x-request-id'],
      maxAge: 3600,
    })
  }
  await app.register(rateLimit, {
    max: rates.httpPerMinute,
    timeWindow: 60_000,
    cache: MOST_ADDRESSES,
    errorResponseBuilder: (_request, { ttl }) => new CodedError('rate-limited', undefined, { retryAfterMs: ttl }),
  })
}
