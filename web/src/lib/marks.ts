import type { Step } from './steps.ts'


/**
 * Where the last version left its traces: card slots by `slot:3`, things by `card:tavern`, `wonder:sphinx`, `chamber:2`
 * and so on.
 */
export function marksOf(step: Step | undefined): ReadonlySet<string> {
  const marks = new Set<string>()
  const add = (kind: string, value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') marks.add(`${kind}:${value}`)
  }
  for (const { type, ...event } of step?.events ?? []) {
    if (type === 'card-revealed') add('slot', event.slot)
    for (const field of ['building', 'card', 'taken', 'given']) add('card', event[field])
    add('wonder', event.wonder)
    add('token', event.token)
    for (const field of ['chamber', 'from', 'to']) if (type !== 'pawn-moved') add('chamber', event[field])
    if (typeof event.divinity === 'string' && event.space !== undefined) add('space', event.space)
    if (type === 'divinity-placed') add('space', event.space)
    if (type === 'pawn-moved') add('pawn', 'moved')
  }
  return marks
}
