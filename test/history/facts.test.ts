/** What a game counts for in statistics. */
import { describe, expect, it } from 'vitest'
import type { DraftedWonder } from '../../src/history/index.ts'
import { finishedGame } from '../../src/history/index.ts'
import { BITS } from '../../src/history/statistics/facts.ts'
import { bandOf, groupOf, NO_BAND } from '../../src/history/statistics/groups.ts'
import { GAME_KIND_IDS, GAME_KINDS } from '../../src/protocol/index.ts'
import { boxOf } from '../../src/rules/index.ts'
import { playedRecord, someGame } from '../support/finished.ts'
import { seededRandom } from '../support/random.ts'

/** How many things have all of some facts. */
const count = (things: Record<string, number> = {}, ...facts: (keyof typeof BITS)[]): number =>
  Object.values(things).filter((bits) => facts.every((fact) => bits & BITS[fact])).length

const draft = { options: { wonders: 'draft' } } as const

describe('the facts of a game', () => {
  it('have the wonders as they were drafted, in every kind of game', () => {
    for (const kind of GAME_KIND_IDS) {
      const random = seededRandom(3)
      for (let n = 0; n < 5; n++) {
        const { facts, wonders, outcome } = finishedGame(playedRecord(random, Infinity, draft, kind))
        const ids = (list: readonly DraftedWonder[]): string[] => list.map(({ wonder }) => wonder).sort()
        const having = (bit: number): string[] =>
          Object.entries(facts.things.wonder!)
            .flatMap(([id, bits]) => (bits & bit ? [id] : []))
            .sort()
        expect(having(BITS.offered)).toEqual(ids(wonders))
        expect(having(BITS.taken)).toEqual(ids(wonders))
        expect(having(BITS.built)).toEqual(ids(wonders.filter(({ constructed }) => constructed)))
        expect(having(BITS.won)).toEqual(ids(wonders.filter(({ seat }) => seat === outcome.winner)))
        expect(having(BITS.first)).toEqual(ids([wonders[0]!, wonders[4]!]))
        expect(facts.drafts.map(([, taken, won]) => [taken, won])).toEqual(
          [wonders[0]!, wonders[4]!].map(({ wonder, seat }) => [wonder, seat === outcome.winner]),
        )
        expect(facts.drafts.map(([open]) => open)).toEqual(
          [wonders.slice(0, 4), wonders.slice(4)].map((four) => ids(four).join(',')),
        )
      }
    }
  })

  it('have what lay open in a draft that was broken off', () => {
    const { facts } = finishedGame(playedRecord(seededRandom(1), 2, draft))
    const { wonder } = facts.things
    expect([count(wonder, 'offered'), count(wonder, 'taken'), count(wonder, 'first')]).toEqual([4, 2, 1])
    expect(facts.drafts).toHaveLength(1)
    // Seat 1 has resigned: of the first picks, that of seat 0 has won.
    expect(facts.drafts[0]![2]).toBe(true)
    const before = finishedGame(playedRecord(seededRandom(1), 0, draft)).facts
    expect([count(before.things.wonder, 'offered'), count(before.things.wonder, 'taken')]).toEqual([4, 0])
    expect(before.drafts).toEqual([])
  })

  it('have no wonders that are dealt', () => {
    const { facts } = finishedGame(playedRecord(seededRandom(1), Infinity, { options: { wonders: 'first-game' } }))
    expect([facts.things.wonder, facts.drafts]).toEqual([{}, []])
  })

  it('have only things of the box, of which only those that were taken have won or were built', () => {
    for (const kind of GAME_KIND_IDS) {
      const random = seededRandom(9)
      for (let n = 0; n < 10; n++) {
        const game = finishedGame(playedRecord(random, Infinity, draft, kind))
        const { token, decree, conspiracy, divinity, ending, length } = game.facts.things
        const box = boxOf(GAME_KINDS[kind].switches)
        for (const [things, ids] of [
          [token, box.tokens],
          [decree, box.decrees],
          [conspiracy, box.conspiracies],
          [divinity, box.divinities],
        ] as const) {
          expect(ids).toEqual(expect.arrayContaining(Object.keys(things!)))
          for (const fact of ['won', 'built'] as const) expect(count(things, fact, 'taken')).toBe(count(things, fact))
          expect(count(things, 'offered')).toBe(Object.keys(things!).length)
          expect(count(things, 'first')).toBeLessThanOrEqual(1)
        }
        expect(count(token)).toBeGreaterThanOrEqual(5)
        expect(count(decree)).toBe(box.chambers)
        expect(ending).toEqual({ [game.outcome.by]: BITS.offered })
        expect(length).toEqual({ [game.record.entries.length]: BITS.offered })
        expect(game.facts.firstWon).toBe(game.outcome.winner === 0)
      }
    }
  })
})

describe('the group of a game', () => {
  it('has the band of the mean of both ratings, and none without a rating', () => {
    expect(bandOf([1500, 1699])).toBe(1500)
    expect(bandOf([1500, 1700])).toBe(1600)
    expect(bandOf([-60, -20])).toBe(-100)
    expect(bandOf(undefined)).toBe(NO_BAND)
    expect(Math.abs(NO_BAND % 100)).not.toBe(0)
  })

  it('has the day on which the game ended, and its pool', () => {
    const endedAt = Date.UTC(2026, 1, 28, 23, 59, 59, 999)
    const game = someGame({ endedAt, clock: 'slow', origin: 'ladder' })
    expect(groupOf(game, undefined)).toMatchObject({ day: '2026-02-28', pool: 'slow.casual' })
    expect(groupOf(game, [1500, 1500])).toMatchObject({ pool: 'slow.engines', band: 1500 })
    expect(groupOf({ ...game, endedAt: endedAt + 1, origin: 'queue' }, [1500, 1500])).toMatchObject({
      day: '2026-03-01',
      pool: 'slow.rated',
    })
  })
})
