import { z } from 'zod'
import { playerRefSchema } from './players.ts'
import { timestamp } from './primitives.ts'
import { textSchema } from './texts.ts'

export const botRequestSchema = z.strictObject({
  name: textSchema('name').describe(
    '1 to 24 visible characters as people count them, after normalisation (NFKC); not the name of another account',
  ),
})

/** A bot account, as its owner sees it. */
export const botAccountSchema = z
  .strictObject({
    player: playerRefSchema,
    createdAt: timestamp,
    token: z
      .strictObject({
        createdAt: timestamp,
        lastSeenAt: timestamp.describe('Accurate to about an hour'),
        expiresAt: timestamp,
      })
      .optional()
      .describe('The personal token, without itself; left out after it was revoked or has expired'),
  })
  .meta({ id: 'BotAccount' })
export type BotAccount = z.infer<typeof botAccountSchema>

export const botAccountsAnswerSchema = z.strictObject({
  bots: z.array(botAccountSchema).describe('In the order in which they were created'),
})
