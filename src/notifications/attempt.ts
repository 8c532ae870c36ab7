import type { Receipt } from './post.ts'

/**
 * What became of an attempt to deliver a notification.
 * - `delivered`: it has arrived.
 * - `needless`: it was not sent, since it is no longer true, or the player has seen it.
 * - `failed`: another attempt may succeed, after `retryAfterMs` if the target has named a time.
 * - `refused`: the target will never accept this notification.
 * - `gone`: the target will never accept anything again.
 */
export type Attempt =
  | { result: 'delivered' }
  | { result: 'needless' }
  | { result: 'failed'; why: string; retryAfterMs?: number }
  | { result: 'refused' | 'gone'; why: string }

/** Whether a status says that the same request will never succeed. */
type Refuses = (status: number) => boolean

/**
 * What an answer says of an attempt.
 * @param goneBy the statuses by which a target says that it is gone
 * @param refuses whether a status refuses this notification for good
 */
export function attemptOf({ status, retryAfterMs }: Receipt, goneBy: readonly number[], refuses: Refuses): Attempt {
  if (status >= 200 && status < 300) return { result: 'delivered' }
  const why = `the answer had the status ${status}`
  if (goneBy.includes(status)) return { result: 'gone', why }
  if (refuses(status)) return { result: 'refused', why }
  return { result: 'failed', why, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}
