import type { Entry, MatchHeader, MatchRecord } from '../../record/index.ts'
import { isBinding } from '../../record/index.ts'
import type { Created, TakenSeat } from '../port.ts'
import { latestSeats } from '../seats.ts'
import { expiryOf, removeIfExpired } from './expiry.ts'
import { newMatch } from './match.ts'
import type { Transaction } from './transaction.ts'

/** See `LiveStore.create`. */
export function create(tx: Transaction, header: MatchHeader, actionId?: string): Created {
  const { matches } = tx.state
  removeIfExpired(tx, header.id)
  removeIfExpired(tx, matches.withCode(header.code))
  if (matches.get(header.id)) return { taken: 'id' }
  if (!isBinding(header) && matches.withCode(header.code) !== undefined) return { taken: 'code' }
  const earlier = actionId === undefined ? null : createdBy(tx, header.host.player.id, actionId)
  if (earlier !== null) return { taken: 'action', match: earlier }
  const expiresAt = expiryOf('waiting', tx.now, null, tx.options.retention)
  tx.change({ is: 'match', match: newMatch(header, { createdAt: tx.now, expiresAt, actionId }) })
  return { createdAt: tx.now }
}

/** See `LiveStore.createdBy`. */
export function createdBy(tx: Transaction, player: string, actionId: string): string | null {
  const id = tx.state.matches.createdBy(player, actionId)
  return id !== undefined && tx.find(id) ? id : null
}

/** See `LiveStore.load`. */
export function load(tx: Transaction, id: string): MatchRecord | null {
  const match = tx.find(id)
  return match && { header: match.header, createdAt: match.createdAt, entries: match.entries.after(0) }
}

/** See `LiveStore.entriesAfter`. */
export function entriesAfter(tx: Transaction, id: string, version: number): Entry[] | null {
  return tx.find(id)?.entries.after(version) ?? null
}

/** See `LiveStore.findByCode`. */
export function findByCode(tx: Transaction, code: string): string | null {
  const id = tx.state.matches.withCode(code)
  return id !== undefined && tx.find(id) ? id : null
}

/** See `LiveStore.matchesOf`. */
export function matchesOf(tx: Transaction, player: string, limit: number, after?: TakenSeat): TakenSeat[] {
  const seats = [...tx.state.matches.seatsOf(player)].filter(({ match }) => tx.find(match))
  return latestSeats(seats, limit, after).map((seat) => ({ ...seat }))
}
