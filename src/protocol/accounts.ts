import { z } from 'zod'
import { countCharacters, mostUnits } from '../text/index.ts'
import { botAccountSchema } from './bots.ts'
import { grows } from './grows.ts'
import { passkeySchema } from './passkeys.ts'
import { guestResponseSchema } from './players.ts'
import { playerId, sessionId, timestamp } from './primitives.ts'
import { textSchema } from './texts.ts'

const PASSWORD = '8 to 128 characters as people count them, after normalisation (NFKC), and not easy to guess'

/** How many characters of a password are read: more than any valid one has. It bounds the work for one password. */
const MOST_READ = 512

const password = textSchema('password')
  .refine((given) => given.length <= mostUnits('password') && countCharacters(given, MOST_READ) <= MOST_READ, {
    error: `at most ${MOST_READ} characters are read`,
  })
  .describe(PASSWORD)
const accountName = textSchema('name').describe(
  '1 to 24 visible characters as people count them, after normalisation (NFKC); case makes no difference',
)

export const claimRequestSchema = z.strictObject({ name: accountName, password })
export const logInRequestSchema = z.strictObject({ name: accountName, password }).meta({ id: 'Credentials' })
export const passwordRequestSchema = z
  .strictObject({
    current: password.describe('The password until now'),
    next: password.describe(`The new password: ${PASSWORD}`),
  })
  .meta({ id: 'PasswordRequest' })

/** How many recovery codes an account gets at once. */
export const RECOVERY_CODES = 10

const recoveryCodes = z
  .array(z.string().meta({ examples: ['7KQ2-MX4D-9RTA-H03W'] }))
  .length(RECOVERY_CODES)
  .describe('Each lets the player in once without the password. They are not shown again')
export const recoveryCodesSchema = z.strictObject({ recoveryCodes }).meta({ id: 'RecoveryCodes' })
/** A player who has come in, with the codes for the time when the password is lost. */
export const claimedSchema = guestResponseSchema.extend({ recoveryCodes }).meta({ id: 'ClaimedAccount' })
/** The password, of someone who is logged in. */
export const confirmRequestSchema = z
  .strictObject({ password: password.describe('The current password') })
  .meta({ id: 'PasswordConfirmation' })
export const recoveryRequestSchema = z
  .strictObject({
    name: accountName,
    code: z.string().max(64).describe('A recovery code; case, spaces and hyphens make no difference'),
    password: password.describe(`The new password: ${PASSWORD}`),
  })
  .meta({ id: 'RecoveryRequest' })
export type RecoveryRequest = z.infer<typeof recoveryRequestSchema>
export const resetRequestSchema = z
  .strictObject({
    token: z.string().max(128).describe('What the link has after its `#`'),
    password: password.describe(`The new password: ${PASSWORD}`),
  })
  .meta({ id: 'ResetRequest' })
export type ResetRequest = z.infer<typeof resetRequestSchema>

/** Nothing, or the password. */
export const deleteRequestSchema = z
  .strictObject({ password: password.optional().describe('Needed if the player has an account') })
  .meta({ id: 'DeleteRequest' })
  .nullish()

/** How a player came in. */
const LOG_IN_WAYS = {
  password: 'with the password, or by claiming the account',
  recovery: 'with a recovery code',
  reset: 'with a reset link',
  passkey: 'with a passkey',
  token: 'the personal token of a bot',
} as const
export type LogInWay = keyof typeof LOG_IN_WAYS
const ways = Object.keys(LOG_IN_WAYS) as LogInWay[]

export const sessionSchema = z
  .strictObject({
    id: sessionId,
    label: z.string().describe('How the client named itself (User-Agent), at most 200 characters'),
    via: z
      .enum(ways)
      .describe(`How it began: ${ways.map((way) => `\`${way}\`: ${LOG_IN_WAYS[way]}`).join('; ')}`)
      .meta(grows('LogInWay')),
    createdAt: timestamp,
    lastSeenAt: timestamp.describe('Accurate to about an hour'),
    expiresAt: timestamp,
    current: z.boolean().describe('Whether this is the session of the token in the request'),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof sessionSchema>

export const sessionsAnswerSchema = z.strictObject({ sessions: z.array(sessionSchema) })
export const sessionParamsSchema = z.strictObject({ id: sessionId })

export const sessionEndedSchema = z.strictObject({
  reason: z.enum(['revoked', 'expired', 'banned']).meta(grows('SessionEnd')),
})
export type SessionEnded = z.infer<typeof sessionEndedSchema>

/** What the server stores of an account, for its player. */
export const accountExportSchema = z
  .strictObject({
    name: z.string(),
    owner: playerId.optional().describe('The player to whom a bot belongs'),
    createdAt: timestamp,
    sessions: z.array(
      sessionSchema
        .omit({ current: true })
        .extend({
          network: z
            .string()
            .optional()
            .describe('A keyed digest of the last address from which the session got a token; a bot has none'),
        })
        .meta({ id: 'StoredSession' }),
    ),
    recoveryCodes: z
      .strictObject({ left: z.int().min(1).describe('How many were not used'), createdAt: timestamp })
      .optional()
      .describe('Left out if there are none; the codes themselves are not stored'),
    resetUntil: timestamp.optional().describe('Until when a reset link can be used, if there is one'),
    passkeys: z.array(passkeySchema).optional().describe('Left out if there are none'),
    blocked: z
      .array(z.strictObject({ id: playerId, since: timestamp }).meta({ id: 'StoredBlock' }))
      .describe('The players whose challenges are refused'),
    following: z
      .array(z.strictObject({ id: playerId, name: z.string(), since: timestamp }).meta({ id: 'StoredFollow' }))
      .optional()
      .describe('The players whom the account follows; left out if there are none'),
    webhook: z.strictObject({ url: z.string(), since: timestamp }).optional(),
    devices: z
      .array(z.strictObject({ endpoint: z.string(), label: z.string(), since: timestamp }).meta({ id: 'StoredDevice' }))
      .optional()
      .describe('The devices that are notified by Web Push; left out if there are none'),
    bots: z.array(botAccountSchema).optional().describe('The bot accounts of the player; left out if there are none'),
  })
  .meta({ id: 'Account' })
export type AccountExport = z.infer<typeof accountExportSchema>
