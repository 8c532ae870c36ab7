import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GameOfSeries } from '../../src/protocol/index.ts'
import { gameRecordSchema } from '../../src/protocol/index.ts'
import type { EntryBody, Fold } from '../../src/record/index.ts'
import {
  advance,
  foldRecord,
  gameAfter,
  matchOfSeries,
  mayDo,
  publicRecord,
  scoreAfter,
  snapshot,
  verifyRecord,
} from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { playedRecord } from '../support/finished.ts'

type Place = Omit<GameOfSeries, 'id'>

const WINS = { 0: { winner: 0, by: 'civilian' }, 1: { winner: 1, by: 'civilian' } } as const
const SHARED = { winner: null, by: 'tie' } as const
const ID = '0123456789abcdef'

/** A record with a place in a series, as long as it is wanted. */
function recordAt(series: GameOfSeries, entries = Infinity) {
  const { header, ...record } = playedRecord(() => 0)
  const id = matchOfSeries(series)
  return { ...record, header: { ...header, id, series }, entries: record.entries.slice(0, entries) }
}

const after = (fold: Fold, body: EntryBody): Fold =>
  advance(fold, { version: fold.version + 1, at: fold.startedAt! + 1000, body }).fold

describe('the score of a series', () => {
  it.each<[Place, Seat | null, [number, number], boolean, Seat | undefined]>([
    [{ best: 1, game: 1, points: { 0: 0, 1: 0 } }, 1, [0, 2], true, 1],
    [{ best: 1, game: 1, points: { 0: 0, 1: 0 } }, null, [1, 1], true, undefined],
    [{ best: 3, game: 1, points: { 0: 0, 1: 0 } }, 0, [2, 0], false, undefined],
    [{ best: 3, game: 2, points: { 0: 2, 1: 0 } }, 0, [4, 0], true, 0],
    [{ best: 3, game: 2, points: { 0: 2, 1: 0 } }, null, [3, 1], false, undefined],
    [{ best: 3, game: 3, points: { 0: 3, 1: 1 } }, 1, [3, 3], true, undefined],
    [{ best: 3, game: 3, points: { 0: 2, 1: 2 } }, 1, [2, 4], true, 1],
    [{ best: 5, game: 3, points: { 0: 0, 1: 4 } }, 1, [0, 6], true, 1],
    [{ best: 5, game: 4, points: { 0: 3, 1: 3 } }, 0, [5, 3], false, undefined],
    [{ best: 5, game: 5, points: { 0: 5, 1: 3 } }, null, [6, 4], true, 0],
  ])('after %j won by %j is %j', (place, winner, [first, second], isOver, won) => {
    const score = scoreAfter(place, winner === null ? SHARED : WINS[winner])
    expect(score).toEqual({ points: { 0: first, 1: second }, isOver, ...(won !== undefined && { winner: won }) })
    expect(gameAfter({ series: { id: ID, ...place } }, winner === null ? SHARED : WINS[winner])).toEqual(
      isOver ? null : { id: ID, best: place.best, game: place.game + 1, points: { 0: first, 1: second } },
    )
  })

  it('is over as soon as nobody can take the series from its winner, and at the latest after the last game', () => {
    const games = fc.array(fc.constantFrom<Seat | null>(0, 1, null), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(fc.constantFrom(1 as const, 3 as const, 5 as const), games, (best, winners) => {
        let place: Place = { best, game: 1, points: { 0: 0, 1: 0 } }
        for (const winner of winners) {
          const { points, isOver, winner: won } = scoreAfter(place, { winner, by: 'civilian' })
          const left = best - place.game
          const [lead, trail] = [Math.max(points[0], points[1]), Math.min(points[0], points[1])]
          expect(points[0] + points[1]).toBe(2 * place.game)
          expect(isOver).toBe(left === 0 || lead > trail + 2 * left)
          expect(won).toBe(isOver && lead > trail ? (points[0] > points[1] ? 0 : 1) : undefined)
          if (isOver) return
          place = { best, game: place.game + 1, points }
        }
        expect.unreachable('a series ends after its last game')
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a match of a series', () => {
  const first: GameOfSeries = { id: ID, best: 3, game: 1, points: { 0: 0, 1: 0 } }
  const second: GameOfSeries = { id: ID, best: 3, game: 2, points: { 0: 2, 1: 0 } }

  it('has an id that follows from that of the series', () => {
    const ids = [1, 2, 3, 4, 5].map((game) => matchOfSeries({ id: ID, game }))
    expect(ids[0]).toBe(ID)
    expect(new Set(ids).size).toBe(5)
    for (const id of ids) expect(gameRecordSchema.shape.header.shape.id.parse(id)).toBe(id)
    // The id of a game must never change: matches that go on say it.
    expect(ids[1]).toBe('afsA0vynFzoZOLQP')
  })

  it('shows its place from the beginning, and after the end how the series stands, and what comes next', () => {
    const record = recordAt(first)
    expect(snapshot(foldRecord(record, 5), 'spectator').series).toEqual(first)
    const fold = after(foldRecord(record, 5), { type: 'resign', seat: 1 })
    const shown = { ...first, after: { points: { 0: 2, 1: 0 }, isOver: false }, next: matchOfSeries(second) }
    expect(snapshot(fold, 0).series).toEqual(shown)
    const over = after(foldRecord(recordAt(second), 5), { type: 'resign', seat: 1 })
    expect(snapshot(over, 1).series).toEqual({
      ...second,
      after: { points: { 0: 4, 1: 0 }, isOver: true, winner: 0 },
    })
    const annulled = after(foldRecord(recordAt(second), 5), { type: 'annul' })
    expect(snapshot(annulled, 1).series).toEqual(second)
  })

  it('can be aborted only if it is the first; whoever does not come to a later one loses it', () => {
    const begun = foldRecord(recordAt(first), 1)
    const later = foldRecord(recordAt(second), 1)
    expect(mayDo(begun, 0)).toHaveProperty('abort')
    expect(mayDo(later, 0)).not.toHaveProperty('abort')
    expect(after(begun, { type: 'claim', seat: 0 }).outcome).toEqual({ winner: null, by: 'aborted' })
    expect(after(later, { type: 'claim', seat: 0 }).outcome).toEqual({ winner: 0, by: 'absence' })
    expect(after(begun, { type: 'flag', seat: 0 }).outcome).toEqual({ winner: null, by: 'aborted' })
    expect(after(later, { type: 'flag', seat: 0 }).outcome).toEqual({ winner: 1, by: 'time' })
  })

  it('has its place in the published record, where it can be checked', () => {
    const faultsOf = (series: GameOfSeries, id = matchOfSeries(series)) => {
      const record = recordAt(series)
      const published = publicRecord({ ...record, header: { ...record.header, id } })
      expect(published.header.series).toEqual(series)
      const faults = verifyRecord(published).filter(
        ({ ok, what }) => !ok && !what.startsWith('every entry is followed'),
      )
      return faults.map(({ what }) => what)
    }
    expect(faultsOf(second)).toEqual([])
    const fault = ['the match has its place in the series']
    expect(faultsOf(second, ID)).toEqual(fault)
    expect(faultsOf({ ...second, points: { 0: 2, 1: 2 } })).toEqual(fault)
    expect(faultsOf({ ...second, game: 4 })).toEqual(fault)
    expect(faultsOf({ ...second, game: 3, points: { 0: 4, 1: 0 } })).toEqual(fault)
  })
})
