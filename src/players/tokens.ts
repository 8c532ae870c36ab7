import { createSecretKey } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { CodedError, primitives } from '../protocol/index.ts'
import type { PlayerRef } from '../protocol/index.ts'

/** Who a token stands for, and until when (ms since 1970). */
export interface Identity {
  player: PlayerRef
  expiresAt: number
}

export interface Tokens {
  /** A new token for a player. */
  issue(player: PlayerRef): Promise<Identity & { token: string }>
  /**
   * Whom a token stands for.
   * @throws CodedError `token-missing`, `token-invalid` or `token-expired`.
   */
  verify(token: unknown): Promise<Identity>
}

const ALGORITHM = 'HS256'
const ISSUER = 'curia'
/** Far longer than any token that is issued. */
const LONGEST = 4096

const claimsSchema = z.object({ sub: primitives.playerId, name: z.string().min(1), exp: z.int() })

/** Tokens are JWTs signed with the server's secret: nothing is stored, and every node that has the secret knows them. */
export function createTokens(secret: string, ttlMs: number, now: () => number = Date.now): Tokens {
  const key = createSecretKey(secret, 'utf8')
  return {
    async issue(player) {
      const issued = Math.floor(now() / 1000)
      const expires = issued + Math.floor(ttlMs / 1000)
      const token = await new SignJWT({ name: player.name })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(player.id)
        .setIssuedAt(issued)
        .setExpirationTime(expires)
        .sign(key)
      return { player, token, expiresAt: expires * 1000 }
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
      return { player: { id: claims.data.sub, name: claims.data.name }, expiresAt: claims.data.exp * 1000 }
    },
  }
}
