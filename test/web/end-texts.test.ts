import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { reasonOf } from '../../web/src/lib/ends.ts'
import { useLanguage } from '../../web/src/lib/i18n.svelte.ts'
import type { Table } from '../../web/src/lib/table.svelte.ts'

beforeAll(async () => {
  // A language is said to the page, which there is none of.
  vi.stubGlobal('document', { documentElement: {} })
  await useLanguage('en')
})
afterAll(() => void vi.unstubAllGlobals())

const score = (total: number, blue: number): object => ({ total, blue })

function reason(by: string, winner: 0 | 1 | undefined, scores: object): string {
  const snapshot = { outcome: { by, ...(winner !== undefined && { winner }) }, scores, board: { age: 3 } }
  const now = { version: 123, snapshot } as unknown as Table['now']
  return reasonOf({ now, mine: null, nameOf: (seat) => ['Ada', 'Ben'][seat]! })
}

it('the sentence about an end by points says both totals', () => {
  expect(reason('civilian', 0, { 0: score(52, 9), 1: score(41, 12) })).toBe('Ada 52, Ben 41 · Age III, move 123')
})

// base.md, T102
it('of equal totals it says what has decided, if anything has', () => {
  const decided = 'Ada 62, Ben 62 · Civilian buildings decide, 12 to 10'
  expect(reason('civilian', 1, { 0: score(62, 10), 1: score(62, 12) })).toBe(decided)
  expect(reason('tie', undefined, { 0: score(62, 12), 1: score(62, 12) })).toBe('Ada 62, Ben 62 · Age III, move 123')
})
