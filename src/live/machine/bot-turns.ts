import type { Transaction } from './transaction.ts'

/** See `LiveStore.claimBotTurns`. */
export function claimBotTurns(tx: Transaction, limit: number, leaseMs: number): string[] {
  const claimed = tx.state.matches.botTurns.due((at) => at <= tx.now, limit).filter((id) => tx.find(id))
  renewBotTurns(tx, claimed, leaseMs)
  return claimed
}

/** See `LiveStore.renewBotTurns`. */
export function renewBotTurns(tx: Transaction, matches: readonly string[], leaseMs: number): void {
  for (const id of matches) {
    const awaits = (tx.find(id)?.botTurnUntil ?? null) !== null
    if (awaits) tx.change({ is: 'change', id, set: { botTurnUntil: tx.now + leaseMs } })
  }
}
