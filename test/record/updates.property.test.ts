/**
 * At every version of random matches, the patch of each update, applied to the snapshot before, gives the snapshot
 * after, and is the patch that json-merge-patch makes from the two whole snapshots. It is applied as RFC 7396 says.
 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { generate } from 'json-merge-patch'
import { describe, expect, test } from 'vitest'
import { GAME_KIND_IDS, GAME_KINDS, snapshotSchema, updateSchema } from '../../src/protocol/index.ts'
import type { EntryBody, MatchRecord } from '../../src/record/index.ts'
import { openFold, snapshot, transitions, Updates } from '../../src/record/index.ts'
import type { MatchOptions, Viewer } from '../../src/rules/index.ts'
import { mergePatch as makeMergePatch } from '../../src/rules/index.ts'
import { randomRecord } from '../support/random-record.ts'

const VIEWERS: readonly Viewer[] = [0, 1, 'spectator']

type Json = null | boolean | number | string | Json[] | JsonObject
interface JsonObject {
  [key: string]: Json
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 7396, section 2, as it is written there. */
function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch
  const result: JsonObject = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = mergePatch(result[name], value)
  }
  return result
}

const hasNull = (value: Json): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(hasNull))

/** A value as a client receives it. */
const sent = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json

/** Node compares in a fraction of the time; vitest shows what is different. */
function expectSame(one: Json, other: Json, where: string): void {
  if (!isDeepStrictEqual(one, other)) expect(one, where).toEqual(other)
}

/** Entries between the actions of a match, and how it ends before its end. The second player makes the first offer. */
const BETWEEN: readonly (readonly EntryBody[])[] = [
  [
    { type: 'offer-draw', seat: 1 },
    { type: 'decline-draw', seat: 0 },
  ],
  [{ type: 'downtime', ms: 4_000 }],
  [{ type: 'offer-draw', seat: 0 }],
  [],
]
/** In a match with a clock. */
const GIFT: EntryBody = { type: 'give-time', seat: 1, ms: 5_000 }
const EARLY_ENDS: readonly (readonly EntryBody[])[] = [
  [{ type: 'resign', seat: 1 }],
  [{ type: 'flag', seat: 0 }],
  [{ type: 'claim', seat: 1 }],
  [
    { type: 'offer-draw', seat: 1 },
    { type: 'accept-draw', seat: 0 },
  ],
  [{ type: 'abort', seat: 0 }],
  [{ type: 'annul' }],
]
const CLOCKS = ['none', 'blitz', 'correspondence-1'] as const

/** The actions of a record, with everything else that can happen in a match; three in five end before their end. */
function eventful({ header, createdAt, entries }: MatchRecord, name: number): MatchRecord {
  const visibility = name % 2 === 0 ? 'private' : 'public'
  const terms = { clock: CLOCKS[name % CLOCKS.length]!, rated: false, visibility } as const
  const isCut = name % 5 < 3
  const bodies = entries.flatMap(({ body }, index) => {
    const isBetween = index > 0 && index < entries.length - 1
    const gifts = terms.clock !== 'none' && index % 9 === name % 9 ? [GIFT] : []
    return isBetween ? [body, ...gifts, ...BETWEEN[(index * 7 + name) % BETWEEN.length]!] : [body]
  })
  const begun = bodies.slice(0, 1 + ((name * 17) % (bodies.length - 1)))
  const cut = isCut ? [...begun, ...EARLY_ENDS[name % EARLY_ENDS.length]!] : bodies
  const at = (index: number): number => createdAt + (index + 1) * 700
  return {
    header: { ...header, terms },
    createdAt,
    entries: cut.map((body, index) => ({ version: index + 1, at: at(index), body })),
  }
}

const everyWay = (name: number): MatchOptions => ({
  ...GAME_KINDS[GAME_KIND_IDS[name % GAME_KIND_IDS.length]!].switches,
  wonders: name % 5 === 0 ? 'first-game' : 'draft',
  tiedPawn: name % 3 === 0 ? 'begins' : 'chooses',
  ...(name % 6 === 1 && { handicap: { seat: name % 4 === 1 ? 0 : 1, coins: 1 + (name % 15) } }),
})

/** Random matches of every kind with all options, and all that can happen in them. */
const records = (count: number): MatchRecord[] =>
  Array.from({ length: count }, (_, name) => {
    const bids = name % 6 === 4 ? { host: name % 16, guest: (name * 5) % 16 } : undefined
    const record = randomRecord(name.toString(16).padStart(64, '0'), everyWay(name), bids)
    return name % 4 === 3 ? record : eventful(record, name)
  })

describe('an update', () => {
  test('leads its viewer from the snapshot before to the snapshot after, at every version', () => {
    for (const record of records(60)) {
      const begun = openFold(record.header, record.createdAt)
      const first = VIEWERS.map((viewer) => [viewer, sent(snapshot(begun, viewer))] as const)
      /** What each viewer has by the patches, and what the snapshot is. */
      const [held, shown] = [new Map<Viewer, Json>(first), new Map<Viewer, Json>(first)]
      for (const transition of transitions(record)) {
        const { entry, after } = transition
        const updates = new Updates(transition)
        for (const viewer of VIEWERS) {
          const patch = sent(updates.of(viewer, viewer).patch)
          const [now, then] = [mergePatch(held.get(viewer), patch), sent(snapshot(after, viewer))]
          expectSame(now, then, `version ${entry.version}, ${viewer}`)
          // The smallest patch, as the library makes it from whole snapshots.
          const expected = (generate(shown.get(viewer), then) ?? {}) as Json
          expectSame(patch, expected, `version ${entry.version}, ${viewer}`)
          held.set(viewer, now)
          shown.set(viewer, then)
        }
      }
    }
  })

  test('leads a spectator who takes a seat to the snapshot of the seat', () => {
    for (const record of records(8)) {
      const [transition] = transitions(record)
      const { before, after } = transition!
      const { patch } = new Updates(transition!).of('spectator', 1)
      expect(mergePatch(sent(snapshot(before, 'spectator')), sent(patch))).toEqual(sent(snapshot(after, 1)))
    }
  })

  test('and its snapshot have the documented shape, with nothing null in the snapshot', () => {
    for (const record of records(16)) {
      for (const transition of transitions(record)) {
        const { entry, before, after } = transition
        // Every third version, and the last ones.
        if (entry.version % 3 !== 1 && entry.version < record.entries.length - 1) continue
        const updates = new Updates(transition)
        for (const viewer of VIEWERS) {
          for (const seen of [snapshot(before, viewer), snapshot(after, viewer)]) {
            expect(snapshotSchema.parse(sent(seen))).toEqual(sent(seen))
            expect(hasNull(sent(seen)), `version ${entry.version}, ${viewer}`).toBe(false)
          }
          updateSchema.parse(sent(updates.of(viewer, viewer)))
        }
      }
    }
  })
})

describe('a merge patch', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd')
  const { tree } = fc.letrec<{ tree: Json; map: Json; list: Json }>((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, fc.constantFrom(0, 1, 'x', true), tie('map'), tie('list')),
    map: fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
    list: fc.array(tie('tree'), { maxLength: 3 }),
  }))
  const map = fc.dictionary(key, tree, { maxKeys: 4, noNullPrototype: true })

  test('is the one that the library makes, between any two values without null', () => {
    fc.assert(
      fc.property(map, map, (before, after) => {
        const copies = [sent(before), sent(after)] as const
        expect(makeMergePatch(before, after)).toEqual(generate(...copies))
        expect([before, after]).toEqual(copies)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is nothing between equal values', () => {
    fc.assert(fc.property(map, (value) => makeMergePatch(value, sent(value)) === undefined))
  })
})
