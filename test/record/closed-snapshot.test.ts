/**
 * A snapshot is closed: it has the fields of the match that are named for it, and no others. Here every object of a match,
 * however deep, has one more field, as a later version of the server may give it one. No viewer may see it before
 * someone has decided so.
 */
import { expect, it } from 'vitest'
import { GAME_KIND_IDS, GAME_KINDS } from '../../src/protocol/index.ts'
import type { Fold, Transition } from '../../src/record/index.ts'
import { snapshot, transitions, Updates } from '../../src/record/index.ts'
import type { Viewer } from '../../src/rules/index.ts'
import { Choices, ledgers } from '../../src/rules/index.ts'
import { randomRecord } from '../support/random-record.ts'

const VIEWERS: readonly Viewer[] = [0, 1, 'spectator']

const isOpen = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)

/** Returns what makes copies that have one more field in every object. All copies of one object are one. */
function planting(): <T>(value: T) => T {
  const copies = new Map<object, unknown>()
  const copyOf = (value: object): unknown =>
    Array.isArray(value)
      ? value.map(planted)
      : {
          ...Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, planted(inner)])),
          planted: 'here',
        }
  const planted = (value: unknown): unknown => {
    if (!isOpen(value)) return value
    if (!copies.has(value)) copies.set(value, copyOf(value))
    return copies.get(value)
  }
  return planted as <T>(value: T) => T
}

/** All that viewers see of two versions of a match. */
function shownOf(transition: Transition): string {
  const { before, after } = transition
  const updates = new Updates(transition)
  const seen = VIEWERS.map((viewer) => [snapshot(before, viewer), snapshot(after, viewer), updates.of(viewer, viewer)])
  return JSON.stringify([seen, after.state && ledgers(after.state)])
}

it.each(GAME_KIND_IDS)('shows no field of a match that nobody has named, in a match of %s', (kind) => {
  const { header, ...log } = randomRecord('c105ed'.padEnd(64, '0'), GAME_KINDS[kind].switches)
  const terms = { clock: 'blitz', rated: false, visibility: 'private' } as const
  const series = { id: header.id, best: 3, game: 1, points: { 0: 0, 1: 0 } } as const
  const planted = planting()
  const grown = (fold: Fold): Fold => {
    const { choices, ...rest } = planted(fold)
    return { ...rest, choices: choices && rest.state && new Choices(rest.state) }
  }
  for (const transition of transitions({ header: { ...header, terms, origin: 'table', series }, ...log })) {
    const later = { ...transition, before: grown(transition.before), after: grown(transition.after) }
    expect(shownOf(later)).toBe(shownOf(transition))
  }
})
