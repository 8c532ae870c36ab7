import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The same for everybody, but it may change, as the names and ratings of finished games do: a cache must ask each time.
 */
export const REVALIDATED = 'public, no-cache'
/** The same for everybody, until the server has another version. */
export const STATIC = 'public, max-age=3600'
/** Only for the caller; a cache must ask each time. */
export const OWN = 'private, no-cache'

/** Only for the caller, and only now. */
export const FOR_CALLER = 'private, no-store'

/**
 * Sets the entity tag and the caching of an answer.
 * @returns whether the client already has this content; then the route answers 304 without a body.
 */
export function isKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  cacheControl: typeof REVALIDATED | typeof STATIC | typeof OWN,
): boolean {
  const etag = `"${tag}"`
  reply.headers({ etag, 'cache-control': cacheControl })
  if (cacheControl === OWN) varyBy(reply, 'authorization')
  const known = request.headers['if-none-match']?.split(',') ?? []
  return known.some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** Tells caches that an answer differs by more headers of the request. */
export const varyBy = (reply: FastifyReply, headers: string): FastifyReply =>
  reply.header('vary', [reply.getHeader('vary') ?? [], headers].flat().join(', '))

/** A short hash of some content, for a tag. */
export const digest = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16)
