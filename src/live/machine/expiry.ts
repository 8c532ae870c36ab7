import type { Retention } from '../port.ts'
import { AFTER_DEADLINE_MS } from '../retention.ts'
import type { Match } from './match.ts'
import type { Transaction } from './transaction.ts'

/** When a match that has not ended expires, unless something is committed before. */
export function expiryOf(
  status: Match['status'],
  now: number,
  deadline: number | null,
  { waitingMs, playingMs }: Retention,
): number {
  const expiry = now + (status === 'waiting' ? waitingMs : playingMs)
  return deadline === null ? expiry : Math.max(expiry, deadline + AFTER_DEADLINE_MS)
}

/** At most so many matches are removed in one transaction; the others follow in the next. */
const REMOVED_AT_ONCE = 1_000

/** Removes matches that have expired, and returns them. The store must do this about every second. */
export function removeExpired(tx: Transaction): string[] {
  const expired = tx.state.matches.expiries.due((at) => at <= tx.now, REMOVED_AT_ONCE)
  for (const id of expired) tx.change({ is: 'expired', id })
  return expired
}

/** Removes a match if it has expired. */
export function removeIfExpired(tx: Transaction, id: string | undefined): void {
  const match = id === undefined ? undefined : tx.state.matches.get(id)
  if (match && tx.hasExpired(match)) tx.change({ is: 'expired', id: match.header.id })
}
