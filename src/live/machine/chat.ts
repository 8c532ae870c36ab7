import type { ChatLine, ChatRoom } from '../../protocol/index.ts'
import type { Seat } from '../../rules/index.ts'
import { CHAT_SETTLES_MS } from '../retention.ts'
import type { Settings } from './change.ts'
import type { Match } from './match.ts'
import { withSeat } from './match.ts'
import type { Transaction } from './transaction.ts'

/** See `LiveStore.say`. */
export function say(
  tx: Transaction,
  id: string,
  room: ChatRoom,
  said: Omit<ChatLine, 'number' | 'at'>,
): ChatLine | null {
  const match = tx.find(id)
  if (!match) return null
  const number = (match.chat[room].at(-1)?.number ?? 0) + 1
  const next = { room, line: { number, at: tx.now, ...said } }
  tx.change({ is: 'change', id, line: next, set: archivedAgain(tx, match) })
  const line = tx.find(id)!.chat[room].at(-1)!
  tx.publish({ match: id, type: 'chat', room, line, muted: [...match.muted] })
  return line
}

/** After a line an ended match enters the outbox once more, some seconds later, when there may be more lines. */
function archivedAgain({ now }: Transaction, { status, again, offeredAt }: Match): Settings {
  if (status !== 'ended') return {}
  const next = again ?? now + CHAT_SETTLES_MS
  return { again: next, ...(offeredAt === null && { offeredAt: next, waitingSince: next, expiresAt: null }) }
}

/** See `LiveStore.chat`. */
export function chat(tx: Transaction, id: string, room: ChatRoom): ChatLine[] {
  return [...(tx.find(id)?.chat[room] ?? [])]
}

/** See `LiveStore.mute`. */
export function mute(tx: Transaction, id: string, seat: Seat, muted: boolean): void {
  const match = tx.find(id)
  if (!match || match.muted.includes(seat) === muted) return
  const seats = muted ? withSeat(match.muted, seat) : match.muted.filter((other) => other !== seat)
  tx.change({ is: 'change', id, set: { muted: seats } })
}

/** See `LiveStore.muted`. */
export function muted(tx: Transaction, id: string): Seat[] {
  return [...(tx.find(id)?.muted ?? [])]
}
