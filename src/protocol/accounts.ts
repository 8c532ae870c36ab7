import { z } from 'zod'
import { sessionId, timestamp } from './primitives.ts'

/** Of passwords as they are given, in UTF-16 units: enough for the longest that is allowed. Bounds the work done for one. */
const LONGEST_GIVEN = 512

const password = z.string().max(LONGEST_GIVEN).describe('8 to 128 characters after Unicode normalisation (NFKC)')
const accountName = z
  .string()
  .describe('1 to 24 visible characters after Unicode normalisation (NFKC); it is the same name in upper and lower case')

export const claimRequestSchema = z.strictObject({ name: accountName, password })
export const logInRequestSchema = z.strictObject({ name: accountName, password })
export const passwordRequestSchema = z.strictObject({ current: password, next: password })

export const sessionSchema = z.strictObject({
  id: sessionId,
  label: z.string().describe('What the client called itself (User-Agent), at most 100 characters'),
  createdAt: timestamp,
  lastSeenAt: timestamp.describe('To the hour or so'),
  expiresAt: timestamp,
  current: z.boolean().describe('Whether it is the one of the token that asks'),
})
export type Session = z.infer<typeof sessionSchema>

export const sessionsAnswerSchema = z.strictObject({ sessions: z.array(sessionSchema) })
export const sessionParamsSchema = z.strictObject({ id: sessionId })

export const sessionEndedSchema = z.strictObject({ reason: z.enum(['revoked', 'expired']) })
export type SessionEnded = z.infer<typeof sessionEndedSchema>

/** What is kept of an account, for its player. */
export const accountExportSchema = z.strictObject({
  name: z.string(),
  createdAt: timestamp,
  sessions: z.array(sessionSchema.omit({ current: true })),
})
export type AccountExport = z.infer<typeof accountExportSchema>
