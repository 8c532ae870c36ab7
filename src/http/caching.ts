import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** The same for everybody, but not for good: names and ratings of finished games may change. To be asked for again each time. */
export const REVALIDATED = 'public, no-cache'
/** The same for everybody until the server is another one. */
export const STATIC = 'public, max-age=3600'
/** The caller's own; to be asked for again each time. */
export const OWN = 'private, no-cache'

/** The answer to one who has the content already. */
export const notModified = { 304: z.undefined().describe('The caller has just this') }

/**
 * Marks an answer with the tag of its content, and how it may be kept.
 * Returns true if the caller has just this: then 304 without a body is the answer.
 */
export function isKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  cacheControl: typeof REVALIDATED | typeof STATIC | typeof OWN,
): boolean {
  const etag = `"${tag}"`
  reply.headers({ etag, 'cache-control': cacheControl })
  if (cacheControl === OWN) reply.header('vary', [reply.getHeader('vary') ?? [], 'authorization'].flat().join(', '))
  const known = request.headers['if-none-match']?.split(',') ?? []
  return known.some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** What stands for some content in a tag. */
export const digest = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16)
