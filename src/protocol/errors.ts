import { z } from 'zod'
import { grows } from './grows.ts'

/** What a client does after an error. */
export const ADVICE = {
  mend: 'Do not send it again: the program sends what it should not',
  tell: 'Tell the player',
  look: 'Fetch again what the player sees: it is no longer as they saw it',
  'log-in': 'Forget the token, and let the player log in or become a guest',
  wait: 'Send it again after `details.retryAfterMs`',
  later: 'Send it again, with pauses that grow',
  reconnect: 'Connect again, and send it again',
}

/** Every error that this server answers with: its HTTP status, what a client does then, and its meaning. */
export const ERRORS = {
  'bad-request': {
    status: 400,
    then: 'mend',
    meaning: 'The message does not have the documented shape; details says where.',
  },
  'payload-too-large': { status: 413, then: 'mend', meaning: 'The message is longer than 16 KiB.' },
  'request-timeout': { status: 408, then: 'later', meaning: 'The request did not arrive as a whole in time.' },
  'unknown-event': { status: 404, then: 'mend', meaning: 'No socket event has this name.' },
  'unknown-route': { status: 404, then: 'mend', meaning: 'No HTTP route has this path.' },
  'method-not-allowed': {
    status: 405,
    then: 'mend',
    meaning: 'The path has no such method; the header allow names the methods.',
  },
  'rate-limited': {
    status: 429,
    then: 'wait',
    meaning: 'Too many messages; details.retryAfterMs says how long to wait.',
  },
  'limit-reached': {
    status: 429,
    then: 'tell',
    meaning: 'One player or connection may not have more of these; details.limit says how many.',
  },
  'token-missing': { status: 401, then: 'mend', meaning: 'A player token is needed.' },
  'token-invalid': {
    status: 401,
    then: 'log-in',
    meaning: 'The token was not issued by this server or has been altered.',
  },
  'token-expired': { status: 401, then: 'log-in', meaning: 'The token has expired.' },
  'token-revoked': {
    status: 401,
    then: 'log-in',
    meaning: 'The session of the token has ended: it was revoked or logged out.',
  },
  'ticket-invalid': {
    status: 401,
    then: 'reconnect',
    meaning:
      'The ticket was used, is older than 60 seconds, or was not issued by this server: a client asks for another one.',
  },
  'login-failed': {
    status: 401,
    then: 'tell',
    meaning: 'No account has this name and this password or code, or this passkey.',
  },
  'reset-invalid': {
    status: 401,
    then: 'tell',
    meaning: 'The reset link was used or replaced, is older than 24 hours, or was not made by this server.',
  },
  'no-passkeys': {
    status: 409,
    then: 'tell',
    meaning: 'This server has no passkeys: they need PUBLIC_URL, with https.',
  },
  'passkey-invalid': {
    status: 400,
    then: 'tell',
    meaning: 'The passkey does not answer what it was asked, or did so too late: five minutes are allowed.',
  },
  'unknown-passkey': { status: 404, then: 'look', meaning: 'The account has no such passkey.' },
  'password-wrong': { status: 403, then: 'tell', meaning: 'The current password is wrong.' },
  'password-invalid': {
    status: 400,
    then: 'tell',
    meaning: 'A password has 8 to 128 characters and is not easy to guess.',
  },
  'cooling-down': {
    status: 429,
    then: 'tell',
    meaning:
      'The player has left several rated matches early, and can play none for a while; details.retryAfterMs says how long.',
  },
  'account-needed': { status: 403, then: 'tell', meaning: 'The player is a guest; only accounts can do this.' },
  'not-for-bots': { status: 403, then: 'mend', meaning: 'Bots cannot do this.' },
  'not-for-people': { status: 403, then: 'mend', meaning: 'Only bot accounts can do this.' },
  'account-exists': { status: 409, then: 'look', meaning: 'The player already has an account.' },
  'name-taken': {
    status: 409,
    then: 'tell',
    meaning:
      'An account has this name, or one that differs only in case or width; or it looks like that of a bot or a moderator.',
  },
  'unknown-session': { status: 404, then: 'look', meaning: 'The account has no such session.' },
  'name-invalid': { status: 400, then: 'tell', meaning: 'A name has 1 to 24 visible characters.' },
  'unknown-match': { status: 404, then: 'tell', meaning: 'No match has this id.' },
  'unknown-code': { status: 404, then: 'tell', meaning: 'No match with a free seat has this invitation code.' },
  'match-full': { status: 409, then: 'look', meaning: 'Both seats are taken.' },
  'own-match': { status: 409, then: 'look', meaning: 'Players cannot join their own match.' },
  'match-not-started': { status: 409, then: 'look', meaning: 'The second player has not joined yet.' },
  'match-over': { status: 409, then: 'look', meaning: 'The match has ended.' },
  'not-your-match': {
    status: 403,
    then: 'look',
    meaning: 'The player has no seat in this match, or may not see it as that viewer.',
  },
  'not-joinable': { status: 409, then: 'look', meaning: 'The match was cancelled, or its host has left.' },
  'not-now': {
    status: 409,
    then: 'look',
    meaning: 'The state of the match does not allow this; mayDo of the snapshot says what it allows.',
  },
  late: { status: 409, then: 'look', meaning: 'The time of the player had run out; the match is over.' },
  'not-away': {
    status: 409,
    then: 'look',
    meaning: 'The other player is connected, or has not been away for long enough.',
  },
  'code-needed': { status: 403, then: 'tell', meaning: 'The match is private; spectators need its code.' },
  'unknown-challenge': { status: 404, then: 'look', meaning: 'The player has no open challenge with this id.' },
  'challenge-refused': {
    status: 403,
    then: 'tell',
    meaning: 'The other player does not accept challenges of this player.',
  },
  'unknown-subscription': { status: 404, then: 'look', meaning: 'The account has no such subscription.' },
  'address-refused': {
    status: 400,
    then: 'tell',
    meaning: 'The server sends nothing to this address; the message says why.',
  },
  'unknown-report': { status: 404, then: 'look', meaning: 'No report has this id.' },
  'moderator-needed': { status: 403, then: 'tell', meaning: 'Only moderators can do this.' },
  muted: {
    status: 403,
    then: 'tell',
    meaning: 'A moderator has muted the player, who can neither talk nor challenge until details.until.',
  },
  banned: {
    status: 403,
    then: 'tell',
    meaning: 'A moderator has banned the player until details.until, or for good if there is no such time.',
  },
  paused: {
    status: 409,
    then: 'tell',
    meaning: 'A moderator has paused new matches; details.why says why. Those in play go on.',
  },
  'already-playing': {
    status: 409,
    then: 'look',
    meaning: 'A player has one real-time match at a time; details.match says which.',
  },
  'no-hints': {
    status: 409,
    then: 'tell',
    meaning: 'There are hints only in unrated matches against a bot of the server, and not on a deal of the day.',
  },
  'no-bots': { status: 409, then: 'tell', meaning: 'This server plays no bots.' },
  'no-ladder': { status: 409, then: 'tell', meaning: 'This server has no ladder of engines.' },
  'not-your-turn': { status: 409, then: 'look', meaning: 'The other player decides now.' },
  stale: { status: 409, then: 'look', meaning: 'The match has moved on; details.version is the current version.' },
  'illegal-action': {
    status: 422,
    then: 'mend',
    meaning: 'The rules do not allow this action; details.rule says why.',
  },
  'other-rules': {
    status: 409,
    then: 'look',
    meaning: 'The rules that dealt the match are not those of this server; details.rules is their version.',
  },
  'unknown-deal': {
    status: 404,
    then: 'tell',
    meaning: 'No game that has ended was played on a deal with this id, and it is no deal of the day that has begun.',
  },
  'deal-played': {
    status: 409,
    then: 'look',
    meaning: 'The player has played this deal of the day; details.match says in which match.',
  },
  sealed: {
    status: 403,
    then: 'tell',
    meaning:
      'The deal is sealed until details.until, or until both games of a pair have ended: nobody is told before what is dealt.',
  },
  'unknown-game': { status: 404, then: 'tell', meaning: 'No finished game has this id.' },
  'no-analysis': {
    status: 409,
    then: 'tell',
    meaning: 'The game cannot be analysed: it was tried several times without success.',
  },
  'no-puzzle': {
    status: 404,
    then: 'tell',
    meaning: 'There is no such puzzle yet, or the player has answered all of them.',
  },
  'unknown-puzzle': { status: 404, then: 'tell', meaning: 'No puzzle has this id.' },
  'already-answered': {
    status: 409,
    then: 'look',
    meaning: 'The player has answered the puzzle before; details.result is what that answer was told.',
  },
  'unknown-tournament': { status: 404, then: 'tell', meaning: 'No tournament has this id.' },
  'unknown-round': { status: 404, then: 'look', meaning: 'The tournament has no such round yet.' },
  'tournament-started': { status: 409, then: 'look', meaning: 'The tournament has started, or is over.' },
  'not-your-tournament': {
    status: 403,
    then: 'tell',
    meaning: 'Only the host of the tournament and moderators can do this.',
  },
  'not-eligible': {
    status: 403,
    then: 'tell',
    meaning: 'The rating of the player is outside the range; details.rating is the range.',
  },
  'unknown-series': { status: 404, then: 'tell', meaning: 'No series has this id.' },
  'unknown-player': { status: 404, then: 'tell', meaning: 'No player is known by this id or name.' },
  'unknown-version': {
    status: 404,
    then: 'look',
    meaning: 'The match has no such version; details.version is the current version.',
  },
  'bad-cursor': { status: 400, then: 'mend', meaning: 'The cursor was not issued by this server for these filters.' },
  unavailable: {
    status: 503,
    then: 'later',
    meaning: 'A store of the server does not answer; the same request may succeed later.',
  },
  busy: {
    status: 503,
    then: 'wait',
    meaning: 'The server has too much to do; details.retryAfterMs says when to send it again.',
  },
  draining: { status: 503, then: 'reconnect', meaning: 'This server is stopping; connect again.' },
  internal: { status: 500, then: 'later', meaning: 'The server failed; the failure is in its log.' },
} as const satisfies Record<string, { status: number; then: keyof typeof ADVICE; meaning: string }>

export type ErrorCode = keyof typeof ERRORS

/** What any request may be answered with, by the socket or over HTTP. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'bad-request',
  'rate-limited',
  'busy',
  'unavailable',
  'draining',
  'internal',
]
/** What is answered about a match that is not there, and about one that must go on. */
export const LIVE_ERRORS = ['unknown-match', 'other-rules'] as const satisfies readonly ErrorCode[]

export const errorBodySchema = z
  .strictObject({
    ok: z.literal(false),
    error: z
      .strictObject({
        code: z.enum(Object.keys(ERRORS) as ErrorCode[]).meta(grows('ErrorCode')),
        message: z.string(),
        details: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('Different for each code; a client can rely on the fields that the meaning of the code names'),
      })
      .meta({ id: 'FailureError' }),
  })
  .meta({ id: 'Failure' })

export type ErrorBody = z.infer<typeof errorBodySchema>

/** An error that is answered to a client. Any layer may throw it; the gateway and the HTTP routes send it. */
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
    const { code, message, details } = this
    return { ok: false, error: { code, message, ...(details && { details }) } }
  }
}
