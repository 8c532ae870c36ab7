import { z } from 'zod'

/** Every error a client can be answered with: its HTTP status and what it means. Closed: nothing else is ever sent. */
export const ERRORS = {
  'bad-request': { status: 400, meaning: 'The message does not have the documented shape; details lists where.' },
  'payload-too-large': { status: 413, meaning: 'The message is longer than 16 KiB.' },
  'unknown-event': { status: 404, meaning: 'No such socket event.' },
  'unknown-route': { status: 404, meaning: 'No such HTTP route.' },
  'rate-limited': { status: 429, meaning: 'Too many messages; details.retryAfterMs says when to go on.' },
  'limit-reached': { status: 429, meaning: 'One player or connection may not have more of these; details.limit says how many.' },
  'token-missing': { status: 401, meaning: 'A player token is needed.' },
  'token-invalid': { status: 401, meaning: 'The token was not issued by this server or has been altered.' },
  'token-expired': { status: 401, meaning: 'The token has expired.' },
  'token-revoked': { status: 401, meaning: 'The session of the token has ended: it was revoked, or logged out.' },
  'login-failed': { status: 401, meaning: 'There is no account of this name with this password.' },
  'password-wrong': { status: 403, meaning: 'The current password is another one.' },
  'password-invalid': { status: 400, meaning: 'A password has 8 to 128 characters.' },
  'account-needed': { status: 403, meaning: 'The player is a guest; this is for accounts.' },
  'account-exists': { status: 409, meaning: 'The player has an account already.' },
  'name-taken': { status: 409, meaning: 'An account has this name, or one that differs only in case or width.' },
  'unknown-session': { status: 404, meaning: 'The account has no such session.' },
  'name-invalid': { status: 400, meaning: 'A name has 1 to 24 visible characters.' },
  'unknown-match': { status: 404, meaning: 'No such match.' },
  'unknown-code': { status: 404, meaning: 'No match waits under this invitation code.' },
  'match-full': { status: 409, meaning: 'Both seats are taken.' },
  'own-match': { status: 409, meaning: 'A player cannot join a match against himself.' },
  'match-not-started': { status: 409, meaning: 'The second player has not joined yet.' },
  'match-over': { status: 409, meaning: 'The match has ended.' },
  'not-your-match': { status: 403, meaning: 'The player has no seat in this match, or may not see it as that viewer.' },
  'not-joinable': { status: 409, meaning: 'The match was cancelled, or its host is gone.' },
  'not-now': { status: 409, meaning: 'This can be done at other moments of a match; mayDo of the snapshot says what can be done now.' },
  late: { status: 409, meaning: 'The time of the player had run out; the match is over.' },
  'not-away': { status: 409, meaning: 'The other player is there, or has not been away for long enough.' },
  'code-needed': { status: 403, meaning: 'A private match is shown to its players, and to who has its code.' },
  'already-playing': { status: 409, meaning: 'A player has one real-time match at a time; details.match says which.' },
  'not-your-turn': { status: 409, meaning: 'The other player decides now.' },
  stale: { status: 409, meaning: 'The match has moved on; details.version is the current version.' },
  'illegal-action': { status: 422, meaning: 'The rules do not allow this action; details.rule says why.' },
  'unknown-game': { status: 404, meaning: 'No such game.' },
  'unknown-player': { status: 404, meaning: 'No such player in the history.' },
  'unknown-version': { status: 404, meaning: 'The match has no such version; details.version is the current version.' },
  'bad-cursor': { status: 400, meaning: 'The cursor was not issued by this server for these filters.' },
  unavailable: { status: 503, meaning: 'A store behind the server does not answer; the same request may succeed later.' },
  draining: { status: 503, meaning: 'This server is stopping; connect again.' },
  internal: { status: 500, meaning: 'A fault of the server; it has been logged.' },
} as const satisfies Record<string, { status: number; meaning: string }>

export type ErrorCode = keyof typeof ERRORS

/** `details` is different for each code; only what the meanings above name is stable. */
export const errorBodySchema = z.strictObject({
  ok: z.literal(false),
  error: z.strictObject({
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
})

export type ErrorBody = z.infer<typeof errorBodySchema>

/** An error that a client is told: thrown anywhere below the gateway and the HTTP routes, answered there. */
export class CodedError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, message: string = ERRORS[code].meaning, details?: Record<string, unknown>) {
    super(message)
    this.name = 'CodedError'
    this.code = code
    this.details = details
  }

  toBody(): ErrorBody {
    return { ok: false, error: { code: this.code, message: this.message, ...(this.details && { details: this.details }) } }
  }
}
