import type { Seat } from '@curia/client'
import type { Deed } from './news.ts'

/** Whose deed has left its traces at a place: card slots by `slot:3`, things by `card:tavern`, `wonder:sphinx` and so on. */
export type Marks = ReadonlyMap<string, Seat>

/**
 * Where these actions left their traces, both where something was taken from and where it went: `left:3` is a slot of
 * the structure that is empty now, `pile` the discard pile, and `city:0` a city that something came to.
 */
export function marksOf(deeds: readonly Deed[]): Marks {
  const marks = new Map<string, Seat>()
  for (const { seat, step } of deeds) {
    const add = (kind: string, value: unknown): void => {
      if (typeof value === 'string' || typeof value === 'number') marks.set(`${kind}:${value}`, seat)
    }
    for (const { type, ...event } of step.events) {
      // The slots of the next age are others.
      if (type === 'age-began') for (const key of marks.keys()) if (/^(slot|left):/.test(key)) marks.delete(key)
      if (type === 'card-revealed') add('slot', event.slot)
      else add('left', event.slot)
      for (const field of ['building', 'card', 'taken', 'given']) add('card', event[field])
      add('wonder', event.wonder)
      add('token', event.token)
      for (const field of ['chamber', 'from', 'to']) if (type !== 'pawn-moved') add('chamber', event[field])
      if (typeof event.divinity === 'string' && event.space !== undefined) add('space', event.space)
      if (type === 'divinity-placed') add('space', event.space)
      if (type === 'pawn-moved') marks.set('pawn:moved', seat)
      if (TO_PILE.has(type)) marks.set('pile', seat)
      if (TO_CITY.has(type)) add('city', event.seat)
    }
  }
  return marks
}

const TO_PILE: ReadonlySet<string> = new Set(['card-discarded', 'building-destroyed'])
const TO_CITY: ReadonlySet<string> = new Set([
  'building-constructed',
  'wonder-constructed',
  'senator-recruited',
  'conspiracy-prepared',
  'building-taken',
  'progress-token-taken',
  'card-discarded',
])
