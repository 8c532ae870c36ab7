/** What is known of the last deeds and of threats, in random games. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, matchOptions } from '../../src/protocol/index.ts'
import { catalogue, redact, view } from '../../src/rules/index.ts'
import type { Board } from '../../web/src/lib/board.ts'
import { indexCatalogue } from '../../web/src/lib/catalogue.ts'
import { useLanguage } from '../../web/src/lib/i18n.svelte.ts'
import { textOf } from '../../web/src/lib/log.ts'
import { marksOf } from '../../web/src/lib/marks.ts'
import { actorOf, lastDeeds, newsOf } from '../../web/src/lib/news.ts'
import type { Step } from '../../web/src/lib/steps.ts'
import type { Table } from '../../web/src/lib/table.svelte.ts'
import { threatsOf } from '../../web/src/lib/threats.ts'
import { randomHistory } from '../rules/support/history.ts'
import { LANGUAGES } from './support/languages.ts'

/** A move has one deed and at most four things that came of it, with names that have at most 40 letters. */
const LONGEST_SENTENCE = 400

describe.each(GAME_KIND_IDS)('in random games of %s', (kind) => {
  const cards = indexCatalogue(catalogue(matchOptions(kind, DEFAULT_GAME_OPTIONS)) as never)
  const games = [1, 2, 3].map((game) => {
    const { states, events } = randomHistory(`news ${game}`, kind)
    const steps = events.map((some, index) => ({
      version: index + 2,
      events: some.flatMap((event) => redact(event, 0) ?? []),
    })) as unknown as Step[]
    return { states, steps }
  })
  const tableAt = (board: unknown, mine: 0 | 1 | null = 0): Table =>
    ({
      catalogue: cards,
      mine,
      board,
      snapshot: { status: 'playing' },
      past: null,
      nameOf: (seat: number) => `P${seat}`,
      playerAt: (seat: number) => ({ name: `P${seat}` }),
    }) as unknown as Table
  beforeAll(() => void vi.stubGlobal('document', { documentElement: {} }))
  afterAll(() => void vi.unstubAllGlobals())

  it('the one who acted is known from what happened', () => {
    for (const { states, steps } of games)
      expect(steps.map(actorOf)).toEqual(states.slice(0, -1).map(({ toAct }) => toAct))
  })

  it('the last deeds are those of one player alone, up to the version that is shown', () => {
    for (const { states, steps } of games) {
      for (const { version } of steps) {
        const deeds = lastDeeds(steps, version)
        const actors = states.slice(0, version - 1).map(({ toAct }) => toAct)
        const first = actors.findLastIndex((seat) => seat !== actors.at(-1)) + 1
        expect(deeds.map(({ step }) => step.version)).toEqual(actors.slice(first).map((_, index) => first + index + 2))
      }
    }
  })

  it.each(LANGUAGES)('each deed is one whole sentence in the language %s', async (language) => {
    await useLanguage(language)
    for (const mine of [0, 1, null] as const) {
      for (const { states, steps } of games) {
        const table = tableAt(view(states.at(-1)!, 0), mine)
        for (const { parts } of newsOf(
          table,
          steps.map((step) => ({ seat: 0, step })),
        )) {
          const text = textOf(parts)
          expect(text).not.toMatch(/[{}]|undefined|\[object/)
          expect(text).toMatch(language === 'ja' ? /[^。]。$/ : /[^.]\.$/)
          expect(text.length).toBeLessThan(LONGEST_SENTENCE)
        }
      }
    }
  })

  it('a card that was taken is marked where it lay and where it went, unless another age lies there now', () => {
    let taken = 0
    for (const { steps } of games) {
      for (const step of steps) {
        const seat = actorOf(step)!
        const marks = marksOf([{ seat, step }])
        const built = step.events.find(({ type, slot }) => type === 'building-constructed' && slot !== undefined)
        const newAge = step.events.some(({ type }) => type === 'age-began')
        if (!built) continue
        taken += 1
        expect(marks.get(`left:${String(built.slot)}`)).toBe(newAge ? undefined : seat)
        expect(marks.get(`card:${String(built.building)}`)).toBe(seat)
      }
    }
    expect(taken).toBeGreaterThan(10)
  })

  it('a player is threatened by a pawn near their capital, by five symbols and by five chambers, and by no less', async () => {
    await useLanguage('en')
    const board = view(games[0]!.states[0]!, 0) as unknown as Board
    const found = (changed: Partial<Board>): string[] =>
      threatsOf(tableAt({ ...board, ...changed })).map(
        ({ kind: by, against, figure, text }) => `${by} ${against} ${figure} ${text}`,
      )
    for (let pawn = -9; pawn <= 9; pawn += 1) {
      const left = 9 - Math.abs(pawn)
      const steps = left === 1 ? '1 step' : `${left} steps`
      const whose = pawn > 0 ? '1' : '0'
      const capital = pawn > 0 ? 'the capital of P1' : 'your capital'
      const near = left > 0 && left <= 3
      expect(found({ pawn })).toEqual(near ? [`military ${whose} ${left} ${steps} to ${capital}`] : [])
    }
    const greens = [...new Map([...cards.buildings.values()].map(({ id, science }) => [science, id]))].flatMap(
      ([science, id]) => (science === undefined ? [] : [id]),
    )
    expect(greens.length).toBeGreaterThanOrEqual(6)
    for (const seat of [0, 1] as const) {
      const cityOf = (count: number): Partial<Board> => {
        const buildings = Object.fromEntries(greens.slice(0, count).map((id) => [id, 'green']))
        return { pawn: 0, cities: { ...board.cities, [seat]: { ...board.cities[seat], buildings } } }
      }
      expect(found(cityOf(4))).toEqual([])
      expect(found(cityOf(5))).toEqual([
        seat === 0 ? 'science 1 5/6 One more symbol and you win' : 'science 0 5/6 One more symbol and P1 wins',
      ])
      const senateOf = (count: number): Partial<Board> => {
        const chambers = [1, 2, 3, 4, 5, 6].map((chamber) => [
          chamber,
          { cubes: { 0: 0, 1: 0 }, decrees: {}, ...(chamber <= count && { controller: seat }) },
        ])
        return { pawn: 0, senate: Object.fromEntries(chambers) as NonNullable<Board['senate']> }
      }
      expect(found(senateOf(4))).toEqual([])
      expect(found(senateOf(5))).toEqual([
        seat === 0 ? 'politics 1 5/6 One more chamber and you win' : 'politics 0 5/6 One more chamber and P1 wins',
      ])
    }
  })
})
