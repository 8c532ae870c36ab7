import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { timestamp } from './primitives.ts'

// A client asks whether its connection still works.

export const pingRequestSchema = z.strictObject({})
export const pingAnswerSchema = z.strictObject({ now: timestamp.describe('The time, by the clock of `clocks.since`') })

// How a connection begins.

export const handshakeSchema = z
  .looseObject({
    token: z.string().optional().describe('The player token; without it, only visitors are admitted'),
    visitor: z.literal(true).optional().describe('The client has no token, and only wants to watch'),
    updateInAnswer: z
      .boolean()
      .optional()
      .describe('The answer to a command has its update, and no `match:update` brings it'),
  })
  .meta({ id: 'Handshake' })

/** What a handshake may be refused with. */
export const HANDSHAKE_ERRORS = [
  'bad-request',
  'token-missing',
  'token-invalid',
  'token-expired',
  'token-revoked',
  'banned',
  'limit-reached',
  'unavailable',
  'draining',
  'internal',
] as const satisfies readonly ErrorCode[]
