import { createHmac, randomBytes } from 'node:crypto'

/*
 * Webhooks are signed as the specification Standard Webhooks says (https://www.standardwebhooks.com), so that receivers
 * can use one of its libraries.
 */

const PREFIX = 'whsec_'

/** A new secret, as receivers give it to their library. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/**
 * The headers of a signed message.
 * @param at when this attempt is made (ms since 1970): a receiver refuses old ones, which someone may have recorded.
 */
export function signed(secret: string, id: string, at: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
