import type { Backlog } from '../port.ts'
import type { Transaction } from './transaction.ts'

/** See `LiveStore.claimEnded`. */
export function claimEnded(tx: Transaction, limit: number, leaseMs: number): string[] {
  const claimed = tx.state.matches.outbox.due((at) => at <= tx.now, limit)
  for (const id of claimed) tx.change({ is: 'change', id, set: { offeredAt: tx.now + leaseMs, again: null } })
  return claimed
}

/** See `LiveStore.markArchived`. */
export function markArchived(tx: Transaction, id: string): void {
  const match = tx.find(id)
  if (!match || match.offeredAt === null) return
  const { again } = match
  const expiresAt = again === null ? tx.now + tx.options.retention.endedMs : null
  tx.change({ is: 'change', id, set: { offeredAt: again, waitingSince: again, expiresAt } })
}

/** See `LiveStore.backlog`. */
export function backlog({ state: { matches } }: Transaction): Backlog {
  return { games: matches.outbox.size, since: matches.waiting.earliest }
}
