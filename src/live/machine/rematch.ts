import type { MatchHeader } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import type { RematchState } from '../news.ts'
import type { Match } from './match.ts'
import { withSeat } from './match.ts'
import type { Transaction } from './transaction.ts'

/** See `LiveStore.offerRematch`. */
export function offerRematch(tx: Transaction, id: string, seat: Seat, proposed: MatchHeader): RematchState | null {
  const match = tx.find(id)
  if (!match || !canBePlayedAgain(match)) return null
  if (!match.rematch.offered.includes(seat)) {
    const offered = withSeat(match.rematch.offered, seat)
    const next = match.rematch.next ?? (offered.length === 2 ? proposed : null)
    tx.change({ is: 'change', id, set: { rematch: { ...match.rematch, offered, next } } })
    publishRematch(tx, id)
  }
  return rematch(tx, id)
}

export const publishRematch = (tx: Transaction, id: string): void =>
  tx.publish({ match: id, type: 'rematch', rematch: rematch(tx, id) })

/** An ended match; an aborted one only if both had joined. */
const canBePlayedAgain = ({ status, seated }: Match): boolean =>
  status === 'ended' || (status === 'aborted' && seated[0] !== undefined && seated[1] !== undefined)

/** See `LiveStore.rematch`. */
export function rematch(tx: Transaction, id: string): RematchState {
  const { offered, next, began } = tx.find(id)?.rematch ?? { offered: [], next: null }
  return { offered: [...offered], next, ...(began && { began }) }
}

/** See `LiveStore.rematchBegan`. */
export function rematchBegan(tx: Transaction, id: string): void {
  const state = tx.find(id)?.rematch
  if (state?.next && !state.began) tx.change({ is: 'change', id, set: { rematch: { ...state, began: true } } })
}
