import { createHash, createHmac } from 'node:crypto'
import { createSigner, createVerifier, TokenError } from 'fast-jwt'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { newId } from '../ids/index.ts'
import type { PlayerRef } from '../protocol/index.ts'
import type { ErrorCode } from '../protocol/index.ts'
import { CHALLENGE_MS, CodedError, playerRef, primitives, STREAM_TICKET_SECONDS } from '../protocol/index.ts'

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
  /** Issues a token for a player, of a new session or of the given one; `lifetimeMs` is by default `ttlMs`. */
  issue(player: PlayerRef, of?: { session?: string; account?: boolean; lifetimeMs?: number }): Promise<Issued>
  /**
   * The identity of a token. It does not check whether the session has ended.
   * @throws CodedError `token-missing`, `token-invalid` or `token-expired`
   */
  verify(token: unknown): Promise<Identity>
  /** Issues a ticket for one stream: it stands for the token for a moment, and is no token. */
  issueTicket(identity: Identity): { ticket: string; expiresAt: number }
  /**
   * The player of a ticket, and its id. It does not check whether the ticket was used, or the session has ended.
   * @throws CodedError `ticket-invalid`
   */
  verifyTicket(ticket: unknown): { id: string; identity: Identity }
  /** Issues a challenge for a passkey: to log in, or to be added by someone who is logged in. */
  issueChallenge(by?: Identity): string
  /** What a challenge says. It does not check whether it was used. @throws CodedError `passkey-invalid` */
  verifyChallenge(challenge: string): Challenge
  /** A digest of a text, which only servers with this secret can make: it tells whether two texts are the same. */
  digestOf(text: string): string
}

/** What a passkey signs, within some minutes. */
export interface Challenge {
  id: string
  expiresAt: number
  /** For whom a passkey is added, by ids; undefined for a log-in. */
  by?: { player: string; session: string } | undefined
}

type Verifier = (signed: string) => unknown

const ALGORITHM = 'HS256'
const ISSUER = 'curia'
/** Of tickets: none of them is a token, and no token is a ticket. */
const TICKET_ISSUER = 'curia-stream'
/** Of challenges, which are none of them either. */
const CHALLENGE_ISSUER = 'curia-passkey'
/** Much longer than any token that is issued. */
const LONGEST = 4096

const claimsSchema = z.object({
  iss: z.literal(ISSUER),
  sub: primitives.playerId,
  name: z.string().min(1),
  exp: z.int(),
  sid: primitives.sessionId.optional(),
  account: z.boolean().default(false),
  bot: z.boolean().default(false),
})

const ticketSchema = claimsSchema.required({ sid: true }).extend({
  iss: z.literal(TICKET_ISSUER),
  jti: primitives.sessionId,
  /** When the token expires. */
  until: z.int(),
})

const challengeSchema = z.object({
  iss: z.literal(CHALLENGE_ISSUER),
  jti: primitives.sessionId,
  exp: z.int(),
  by: z.object({ player: primitives.playerId, session: primitives.sessionId }).optional(),
})

/** Tokens whose signature this node has made or checked lately: a client uses its token again and again. */
const MOST_KNOWN = 10_000

/**
 * Tokens are JWTs, signed with the secret of the server. Nothing is stored; every node that has the secret accepts
 * them. With several secrets, the first one signs, and the tokens of all are accepted: a secret can be replaced without
 * logging anyone out.
 */
export function createTokens(secrets: string | readonly string[], ttlMs: number, now: () => number = Date.now): Tokens {
  const keys = [secrets].flat()
  const sign = createSigner({ key: keys[0]!, algorithm: ALGORITHM, iss: ISSUER })
  const signTicket = createSigner({ key: keys[0]!, algorithm: ALGORITHM, iss: TICKET_ISSUER })
  const signChallenge = createSigner({ key: keys[0]!, algorithm: ALGORITHM, iss: CHALLENGE_ISSUER })
  // Whether a token has expired is checked here, by the clock that was given.
  const verifiers = keys.map((key) => createVerifier({ key, algorithms: [ALGORITHM], ignoreExpiration: true }))
  const known = new LRUCache<string, Identity>({ max: MOST_KNOWN })
  return {
    ttlMs,

    async issue(player, of = {}) {
      const { session = newId(), account = false, lifetimeMs = ttlMs } = of
      const issued = Math.floor(now() / 1000)
      const expires = issued + Math.floor(lifetimeMs / 1000)
      const identity: Identity = { player, expiresAt: expires * 1000, session, account }
      const token = sign({ ...bearerOf(identity), iat: issued, exp: expires })
      known.set(token, identity)
      return { ...identity, token }
    },

    async verify(token) {
      if (token === undefined || token === null || token === '') throw new CodedError('token-missing')
      if (typeof token !== 'string' || token.length > LONGEST) throw new CodedError('token-invalid')
      let identity = known.get(token)
      if (!identity) known.set(token, (identity = identityOf(token, verifiers)))
      if (identity.expiresAt <= now()) throw new CodedError('token-expired')
      return identity
    },

    issueTicket(identity) {
      const issued = Math.floor(now() / 1000)
      const exp = issued + STREAM_TICKET_SECONDS
      const until = Math.floor(identity.expiresAt / 1000)
      const ticket = signTicket({ ...bearerOf(identity), jti: newId(), until, iat: issued, exp })
      return { ticket, expiresAt: exp * 1000 }
    },

    verifyTicket(ticket) {
      const isText = typeof ticket === 'string' && ticket.length <= LONGEST
      if (!isText) throw new CodedError('ticket-invalid')
      const claims = claimsOf(ticketSchema, ticket, verifiers, 'ticket-invalid')
      if (claims.exp * 1000 <= now()) throw new CodedError('ticket-invalid')
      return { id: claims.jti, identity: identityIn({ ...claims, exp: claims.until }, claims.sid) }
    },

    issueChallenge(identity) {
      const issued = Math.floor(now() / 1000)
      const by = identity && { player: identity.player.id, session: identity.session }
      return signChallenge({ jti: newId(), iat: issued, exp: issued + CHALLENGE_MS / 1000, ...(by && { by }) })
    },

    verifyChallenge(challenge) {
      if (challenge.length > LONGEST) throw new CodedError('passkey-invalid')
      const { jti, exp, by } = claimsOf(challengeSchema, challenge, verifiers, 'passkey-invalid')
      if (exp * 1000 <= now()) throw new CodedError('passkey-invalid')
      return { id: jti, expiresAt: exp * 1000, by }
    },

    digestOf: (text) => createHmac('sha256', keys[0]!).update(text).digest('base64url'),
  }
}

const bearerOf = ({ player: { id, name, bot }, session, account }: Identity): object => ({
  sub: id,
  name,
  sid: session,
  ...(account && { account }),
  ...(bot && { bot }),
})

const identityIn = (
  { sub, name, exp, account, bot }: Omit<z.output<typeof claimsSchema>, 'iss'>,
  session: string,
): Identity => ({
  player: playerRef(sub, name, bot),
  expiresAt: exp * 1000,
  session,
  account,
})

/** The identity of a token that one of the verifiers accepts. @throws CodedError `token-invalid` */
function identityOf(token: string, verifiers: readonly Verifier[]): Identity {
  const claims = claimsOf(claimsSchema, token, verifiers, 'token-invalid')
  return identityIn(claims, claims.sid ?? sessionOf(token))
}

/** The claims of what one of the verifiers accepts. @throws CodedError with the code */
function claimsOf<S extends z.ZodType>(
  schema: S,
  signed: string,
  verifiers: readonly Verifier[],
  code: ErrorCode,
): z.output<S> {
  for (const verify of verifiers) {
    try {
      return schema.parse(verify(signed))
    } catch (error) {
      if (!(error instanceof TokenError && error.code === TokenError.codes.invalidSignature)) break
    }
  }
  throw new CodedError(code)
}

/**
 * The session of a token of an earlier version, which names none: each of those tokens is a session of its own. It is
 * derived from the signed part, because a signature can be written in more than one way.
 */
const sessionOf = (token: string): string =>
  createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('base64url')
    .slice(0, 16)
