import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Identity } from '../../players/index.ts'
import { CodedError, STREAM_TICKET_SECONDS } from '../../protocol/index.ts'
import type { Parts } from '../parts.ts'

/** Longer than a ticket is valid: the clocks of two nodes may differ. */
const REMEMBERED_SECONDS = 2 * STREAM_TICKET_SECONDS

/**
 * What exchanges the ticket of a stream for the player whose it is. A ticket is signed, and nothing is stored of it until
 * it is used: then all nodes together count that, once. While Redis does not answer, each node counts alone.
 * @returns a function that throws CodedError `ticket-invalid`, `token-revoked`, `banned`.
 */
export function ticketRedeemer({ tokens, sessions, limiters }: Pick<Parts, 'tokens' | 'sessions' | 'limiters'>) {
  const uses = limiters.limiter('stream-tickets', { points: 1, duration: REMEMBERED_SECONDS })
  return async (ticket: unknown): Promise<Identity> => {
    const { id, identity } = tokens.verifyTicket(ticket)
    await uses.consume(id).catch((error: unknown) => {
      throw error instanceof RateLimiterRes ? new CodedError('ticket-invalid') : error
    })
    return sessions.admit(identity)
  }
}
