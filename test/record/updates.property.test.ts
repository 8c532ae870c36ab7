/**
 * At every version of random matches, the patch of each update, applied to the snapshot before, gives the snapshot
 * after. The patch is applied as RFC 7396 says, not by the library that makes the patches.
 */
import { describe, expect, test } from 'vitest'
import { GAME_KIND_IDS, GAME_KINDS, snapshotSchema, updateSchema } from '../../src/protocol/index.ts'
import { openFold, snapshot, transitions, updateOf, viewerStep } from '../../src/record/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import type { MatchOptions, Viewer } from '../../src/rules/index.ts'
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

/** The first entries of a record, after which seat 1 resigns. */
function resigned(record: MatchRecord, after: number): MatchRecord {
  const entries = record.entries.slice(0, after)
  return {
    ...record,
    entries: [...entries, { version: after + 1, at: entries.at(-1)!.at + 1000, body: { type: 'resign', seat: 1 } }],
  }
}

const everyWay = (name: number): MatchOptions => ({
  ...GAME_KINDS[GAME_KIND_IDS[name % GAME_KIND_IDS.length]!].switches,
  wonders: name % 5 === 0 ? 'first-game' : 'draft',
  tiedPawn: name % 3 === 0 ? 'begins' : 'chooses',
})

/** Random matches of every kind with all options; one in five ends by resignation. */
const records = (count: number): MatchRecord[] =>
  Array.from({ length: count }, (_, name) => {
    const record = randomRecord(name.toString(16).padStart(64, '0'), everyWay(name))
    return name % 5 === 3 ? resigned(record, 1 + ((name * 7) % record.entries.length)) : record
  })

describe('an update', () => {
  test('leads its viewer from the snapshot before to the snapshot after, at every version', () => {
    for (const record of records(24)) {
      const begun = openFold(record.header, record.createdAt)
      const held = new Map<Viewer, Json>(VIEWERS.map((viewer) => [viewer, sent(snapshot(begun, viewer))]))
      for (const { entry, before, after: fold, events } of transitions(record)) {
        for (const viewer of VIEWERS) {
          const after = snapshot(fold, viewer)
          const update = updateOf(snapshot(before, viewer), after, viewerStep(entry, events, viewer))
          const now = mergePatch(held.get(viewer), sent(update.patch))
          expect(now, `version ${entry.version}, ${viewer}`).toEqual(sent(after))
          held.set(viewer, now)
        }
      }
    }
  })

  test('and its snapshot have the documented shape, with nothing null in the snapshot', () => {
    for (const record of records(16)) {
      for (const { entry, before, after, events } of transitions(record)) {
        // Every third version, and the last ones.
        if (entry.version % 3 !== 1 && entry.version < record.entries.length - 1) continue
        for (const viewer of VIEWERS) {
          const [first, next] = [snapshot(before, viewer), snapshot(after, viewer)]
          for (const seen of [first, next]) {
            expect(snapshotSchema.parse(sent(seen))).toEqual(sent(seen))
            expect(hasNull(sent(seen)), `version ${entry.version}, ${viewer}`).toBe(false)
          }
          updateSchema.parse(sent(updateOf(first, next, viewerStep(entry, events, viewer))))
        }
      }
    }
  })
})
