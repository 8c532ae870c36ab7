import { createHash, createSecretKey, randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { CodedError, primitives } from '../protocol/index.ts'
import type { PlayerRef } from '../protocol/index.ts'

/** Who a token stands for, and until when (ms since 1970). */
export interface Identity {
  player: PlayerRef
  expiresAt: number
  /** What it shares with the tokens that it was renewed from and into. */
  session: string
  /** Whether it was issued for an account. One that was issued before its player claimed a name does not say so. */
  account: boolean
}

export type Issued = Identity & { token: string }

export interface Tokens {
  /** How long a new token is good for. */
  readonly ttlMs: number
  /** A new token for a player: of a new session, or of one that goes on. */
  issue(player: PlayerRef, of?: { session?: string; account?: boolean }): Promise<Issued>
  /**
   * Whom a token stands for. Whether its session still goes on is not known here.
   * @throws CodedError `token-missing`, `token-invalid` or `token-expired`.
   */
  verify(token: unknown): Promise<Identity>
}

const ALGORITHM = 'HS256'
const ISSUER = 'curia'
/** Far longer than any token that is issued. */
const LONGEST = 4096

const claimsSchema = z.object({
  sub: primitives.playerId,
  name: z.string().min(1),
  exp: z.int(),
  sid: primitives.sessionId.optional(),
  account: z.boolean().default(false),
})

/** Tokens are JWTs signed with the server's secret: nothing is stored, and every node that has the secret knows them. */
export function createTokens(secret: string, ttlMs: number, now: () => number = Date.now): Tokens {
  const key = createSecretKey(secret, 'utf8')
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
        .sign(key)
      return { player, token, expiresAt: expires * 1000, session, account }
    },

    async verify(token) {
      if (token === undefined || token === null || token === '') throw new CodedError('token-missing')
      if (typeof token !== 'string' || token.length > LONGEST) throw new CodedError('token-invalid')
      const payload = await jwtVerify(token, key, { algorithms: [ALGORITHM], issuer: ISSUER, currentDate: new Date(now()) }).then(
        (verified) => verified.payload,
        (error: unknown) => {
          // The signature is checked first: what has expired was once issued here.
          throw new CodedError(error instanceof errors.JWTExpired ? 'token-expired' : 'token-invalid')
        },
      )
      const claims = claimsSchema.safeParse(payload)
      if (!claims.success) throw new CodedError('token-invalid')
      const { sub: id, name, exp, sid = sessionOf(token), account } = claims.data
      return { player: { id, name }, expiresAt: exp * 1000, session: sid, account }
    },
  }
}

/**
 * Tokens of earlier versions name no session: each is one of its own. Told by the signed part, for a signature can be written
 * in more than one way.
 */
const sessionOf = (token: string): string =>
  createHash('sha256').update(token.slice(0, token.lastIndexOf('.'))).digest('base64url').slice(0, 16)
