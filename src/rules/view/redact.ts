import type { MatchEvent } from '../events.ts'
import type { Viewer } from '../seat.ts'

/**
 * What a viewer may know of an event: everything except what another player drew, kept, prepared or locked in secret
 * (base.md §10, agora.md §7, pantheon.md §7). Null would hide the whole event; every event of today is public in part.
 */
export function redact(event: MatchEvent, viewer: Viewer): MatchEvent | null {
  if (!('seat' in event) || event.seat === viewer) return event
  switch (event.type) {
    case 'library-drawn':
      return { type: event.type, seat: event.seat, count: event.count }
    case 'conspiracies-drawn':
      return { type: event.type, seat: event.seat, count: event.count }
    case 'conspiracy-kept':
      return { type: event.type, seat: event.seat, count: event.count, ...(event.other && { other: event.other }) }
    case 'conspiracy-prepared':
      return { type: event.type, seat: event.seat, index: event.index, slot: event.slot, card: event.card }
    case 'divinities-drawn':
      return { type: event.type, seat: event.seat, mythology: event.mythology, count: event.count }
    case 'divinity-placed':
      return { type: event.type, seat: event.seat, mythology: event.mythology, space: event.space }
    case 'divinities-returned':
      return { type: event.type, seat: event.seat, mythologies: event.mythologies }
    case 'progress-token-locked':
      return event.from === 'box' ? { type: event.type, seat: event.seat, from: event.from } : event
    default:
      return event
  }
}
