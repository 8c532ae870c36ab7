import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { JWTPayload, JWTVerifyResult } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { CodedError, primitives } from '../protocol/index.ts'
import type { PlayerRef } from '../protocol/index.ts'

/** The player of a token, and when the token expires (ms since 1970). */
export interface Identity {
  player: PlayerRef
  expiresAt: number
  /** The id that the token shares with the tokens renewed from it. */
  session: string
  /** Whether the token was issued for an account. A token from before its player claimed a name says no. */
  account: boolean
}

export type Issued = Identity & { token: string }

export interface Tokens {
  /** For how long a new token is valid. */
  readonly ttlMs: number
  /** Issues a token for a player, of a new session or of the given one. */
  issue(player: PlayerRef, of?: { session?: string; account?: boolean }): Promise<Issued>
  /**
   * The identity of a token. It does not check whether the session has ended.
   * @throws CodedError `token-missing`, `token-invalid` or `token-expired`
   */
  verify(token: unknown): Promise<Identity>
}

const { subtle } = webcrypto
const ALGORITHM = 'HS256'
const ISSUER = 'curia'
/** Much longer than any token that is issued. */
const LONGEST = 4096

const claimsSchema = z.object({
  sub: primitives.playerId,
  name: z.string().min(1),
  exp: z.int(),
  sid: primitives.sessionId.optional(),
  account: z.boolean().default(false),
})

/** Tokens whose signature this node has made or checked lately: a client uses its token again and again. */
const MOST_KNOWN = 10_000

/**
 * Tokens are JWTs, signed with the secret of the server. Nothing is stored; every node that has the secret accepts
 * them. With several secrets, the first one signs, and the tokens of all are accepted: a secret can be replaced without
 * logging anybody out.
 */
export function createTokens(
  secrets: string | readonly string[],
  ttlMs: number,
  now: () => number = Date.now,
): Tokens {
  // Imported once: for a secret as text, or a key of Node, each signature would import it anew.
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const keys = Promise.all(
    [secrets]
      .flat()
      .map((secret) => subtle.importKey('raw', Buffer.from(secret, 'utf8'), algorithm, false, ['sign', 'verify'])),
  )
  const known = new LRUCache<string, Identity>({ max: MOST_KNOWN })
  return {
    ttlMs,

    async issue(player, { session = randomBytes(12).toString('base64url'), account = false } = {}) {
      const issued = Math.floor(now() / 1000)
      const expires = issued + Math.floor(ttlMs / 1000)
      const token = await new SignJWT({ name: player.name, sid: session, ...(account && { account }) })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(player.id)
        .setIssuedAt(issued)
        .setExpirationTime(expires)
        .sign((await keys)[0]!)
      const identity: Identity = { player, expiresAt: expires * 1000, session, account }
      known.set(token, identity)
      return { ...identity, token }
    },

    async verify(token) {
      if (token === undefined || token === null || token === '') throw new CodedError('token-missing')
      if (typeof token !== 'string' || token.length > LONGEST) throw new CodedError('token-invalid')
      const identity = known.get(token)
      if (identity) {
        if (identity.expiresAt <= now()) throw new CodedError('token-expired')
        return identity
      }
      const options = { algorithms: [ALGORITHM], issuer: ISSUER, currentDate: new Date(now()) }
      const payload = await payloadOf(await keys, (key) => jwtVerify(token, key, options))
      const claims = claimsSchema.safeParse(payload)
      if (!claims.success) throw new CodedError('token-invalid')
      const { sub: id, name, exp, sid = sessionOf(token), account } = claims.data
      const verified: Identity = { player: { id, name }, expiresAt: exp * 1000, session: sid, account }
      known.set(token, verified)
      return verified
    },
  }
}

/**
 * The payload of a token that one of the keys has signed.
 * @throws CodedError `token-invalid` or `token-expired`
 */
async function payloadOf<Key>(
  keys: readonly Key[],
  verify: (key: Key) => Promise<JWTVerifyResult>,
): Promise<JWTPayload> {
  for (const key of keys) {
    try {
      return (await verify(key)).payload
    } catch (error) {
      // jose checks the signature first: an expired token was issued here.
      if (error instanceof errors.JWTExpired) throw new CodedError('token-expired')
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break
    }
  }
  throw new CodedError('token-invalid')
}

/**
 * The session of a token of an earlier version, which names none: each of those tokens is a session of its own. It is
 * derived from the signed part, because a signature can be written in more than one way.
 */
const sessionOf = (token: string): string =>
  createHash('sha256').update(token.slice(0, token.lastIndexOf('.'))).digest('base64url').slice(0, 16)
