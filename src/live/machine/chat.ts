import type { ChatLine, ChatRoom } from '../../protocol/index.ts'
import type { Seat } from '../../rules/index.ts'
import { CHAT_SETTLES_MS } from '../retention.ts'
import type { Settings } from './change.ts'
import { withSeat } from './match.ts'
import type { Match } from './match.ts'
import type { Step } from './step.ts'

/** See `LiveStore.say`. */
export function say(step: Step, id: string, room: ChatRoom, said: Omit<ChatLine, 'number' | 'at'>): ChatLine | null {
  const match = step.find(id)
  if (!match) return null
  const number = (match.chat[room].at(-1)?.number ?? 0) + 1
  const next = { room, line: { number, at: step.now, ...said } }
  step.change({ is: 'change', id, line: next, set: archivedAgain(step, match) })
  const line = step.find(id)!.chat[room].at(-1)!
  step.publish({ match: id, type: 'chat', room, line, muted: [...match.muted] })
  return line
}

/** After a line an ended match enters the outbox once more, some seconds later, when there may be more lines. */
function archivedAgain({ now }: Step, { status, again, offeredAt }: Match): Settings {
  if (status !== 'ended') return {}
  const next = again ?? now + CHAT_SETTLES_MS
  return { again: next, ...(offeredAt === null && { offeredAt: next, expiresAt: null }) }
}

/** See `LiveStore.chat`. */
export function chat(step: Step, id: string, room: ChatRoom): ChatLine[] {
  return [...(step.find(id)?.chat[room] ?? [])]
}

/** See `LiveStore.mute`. */
export function mute(step: Step, id: string, seat: Seat, muted: boolean): void {
  const match = step.find(id)
  if (!match || match.muted.includes(seat) === muted) return
  const seats = muted ? withSeat(match.muted, seat) : match.muted.filter((other) => other !== seat)
  step.change({ is: 'change', id, set: { muted: seats } })
}

/** See `LiveStore.muted`. */
export function muted(step: Step, id: string): Seat[] {
  return [...(step.find(id)?.muted ?? [])]
}
