import type { Step } from './step.ts'

/** See `LiveStore.claimEnded`. */
export function claimEnded(step: Step, limit: number, leaseMs: number): string[] {
  const claimed = step.state.matches.outbox.due((at) => at <= step.now, limit)
  for (const id of claimed) step.change({ is: 'change', id, set: { offeredAt: step.now + leaseMs, again: null } })
  return claimed
}

/** See `LiveStore.markArchived`. */
export function markArchived(step: Step, id: string): void {
  const match = step.find(id)
  if (!match || match.offeredAt === null) return
  const { again } = match
  const expiresAt = again === null ? step.now + step.options.retention.endedMs : null
  step.change({ is: 'change', id, set: { offeredAt: again, expiresAt } })
}

/** See `LiveStore.backlog`. */
export const backlog = (step: Step): number => step.state.matches.outbox.size
