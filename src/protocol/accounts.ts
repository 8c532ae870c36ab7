import { z } from 'zod'
import { countCharacters, mostUnits } from '../text/index.ts'
import { botAccountSchema } from './bots.ts'
import { grows } from './grows.ts'
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

/** Nothing, or the password. */
export const deleteRequestSchema = z
  .strictObject({ password: password.optional().describe('Needed if the player has an account') })
  .meta({ id: 'DeleteRequest' })
  .nullish()

export const sessionSchema = z
  .strictObject({
    id: sessionId,
    label: z.string().describe('How the client named itself (User-Agent), at most 200 characters'),
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
    blocked: z
      .array(z.strictObject({ id: playerId, since: timestamp }).meta({ id: 'StoredBlock' }))
      .describe('The players whose challenges are refused'),
    webhook: z.strictObject({ url: z.string(), since: timestamp }).optional(),
    devices: z
      .array(z.strictObject({ endpoint: z.string(), label: z.string(), since: timestamp }).meta({ id: 'StoredDevice' }))
      .optional()
      .describe('The devices that are notified by Web Push; left out if there are none'),
    bots: z.array(botAccountSchema).optional().describe('The bot accounts of the player; left out if there are none'),
  })
  .meta({ id: 'Account' })
export type AccountExport = z.infer<typeof accountExportSchema>
