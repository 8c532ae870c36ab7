/** The scenario builder itself: a described position is one that the rest of a match can be played from. */
import { describe, expect, test } from 'vitest'
import type { Game } from './support/game.ts'
import { playOut } from './support/playout.ts'
import type { Description } from './support/scenario.ts'
import { scenario } from './support/scenario.ts'

const POSITIONS: Record<string, Description> = {
  'an empty one': {},
  'the start of Age II': { age: 2 },
  'one in the middle of Age II': {
    mover: 'B',
    A: {
      coins: 3,
      owns: ['quarry', 'press', 'brickyard', 'theater'],
      constructed: ['pyramids'],
      wonders: ['sphinx'],
      tokens: ['law'],
    },
    B: { owns: ['merchants-guild', 'walls'], constructed: ['mausoleum', 'colossus'] },
    pawn: -4,
    accessible: ['temple', 'statue', 'school'],
    discardPile: ['stable', 'sawmill'],
    box: ['theology', 'masonry', 'economy'],
  },
  'the last card of Age I': { A: { owns: ['baths'] }, last: 'altar' },
  'one with slots of their own': {
    at: { 11: 'scientists-guild', 12: 'palace' },
    left: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  },
}

/** Every card, wonder and token that is somewhere, by the place it is in now or will be dealt to. */
function everything({ state }: Game): string[] {
  const { deal, cities } = state
  return [
    ...state.structure.filter((card) => card !== null),
    ...state.discardPile,
    ...cities.flatMap(({ buildings, tokens, wonders }) => [
      ...buildings,
      ...tokens,
      ...wonders.flatMap(({ id, under }) => (under === null ? [id] : [id, under])),
    ]),
    ...([1, 2, 3] as const).flatMap((age) => [
      ...deal.ages[age].removed,
      ...(age > state.age ? deal.ages[age].slots : []),
    ]),
    ...deal.boxGuilds,
    ...deal.boxWonders,
    ...state.boardTokens,
    ...state.boxTokens,
  ]
}

describe('a scenario', () => {
  test.each(Object.entries(POSITIONS))(
    '%s: nothing is in two places, from the first moment to the last',
    (_, position) => {
      const ended = playOut(scenario(position), (game) => {
        const all = everything(game)
        expect(new Set(all).size).toBe(all.length)
        const cards = game.state.structure.flatMap((card, slot) =>
          card === null ? [] : [[card, game.state.deal.ages[game.state.age as 1].slots[slot]]],
        )
        for (const [lies, dealt] of cards) expect(lies).toBe(dealt)
      })
      expect(ended.state.result).not.toBeNull()
      expect(
        ended.state.boardTokens.length +
          ended.state.boxTokens.length +
          ended.city('A').tokens.length +
          ended.city('B').tokens.length,
      ).toBe(10)
    },
  )

  test('is placed as it is described', () => {
    const { state } = scenario(POSITIONS['one in the middle of Age II']!)
    expect([state.age, state.turnOf, state.toAct, state.pawn]).toEqual([2, 1, 1, -4])
    expect(state.cities[0]).toMatchObject({
      coins: 3,
      buildings: ['quarry', 'press', 'brickyard', 'theater'],
      tokens: ['law'],
    })
    expect(state.cities[0].wonders.map(({ id, under }) => [id, under !== null]).slice(0, 2)).toEqual([
      ['pyramids', true],
      ['sphinx', false],
    ])
    expect(state.cities.map(({ wonders }) => wonders.length)).toEqual([4, 4])
    expect(state.structure.slice(15, 18)).toEqual(['temple', 'statue', 'school'])
    expect(state.structure.slice(18)).toEqual([null, null])
    expect(state.militaryTokens.map((tokens) => tokens.length)).toEqual([2, 1])
    expect(state.discardPile).toEqual(['stable', 'sawmill'])
    expect([state.boxTokens.slice(0, 3), state.boxTokens.length, state.boardTokens.length]).toEqual([
      ['theology', 'masonry', 'economy'],
      4,
      5,
    ])
  })

  test('that contradicts itself is no position', () => {
    expect(() => scenario({ A: { owns: ['baths'] }, B: { owns: ['baths'] } })).toThrow('baths is in two places')
    expect(() => scenario({ A: { owns: ['baths'] }, accessible: ['baths'] })).toThrow('baths is in two places')
    expect(() => scenario({ A: { constructed: ['sphinx'] }, B: { wonders: ['sphinx'] } })).toThrow('two places')
    expect(() => scenario({ A: { tokens: ['law'] }, board: ['law'] })).toThrow('two places')
    expect(() => scenario({ board: ['law'], box: ['economy'] })).toThrow('nobody has')
    expect(() => scenario({ age: 1, left: [0, 1, 2] })).not.toThrow()
    expect(() => scenario({ age: 1, left: [0, 2] })).not.toThrow()
    expect(() => scenario({ age: 1, left: [2] })).toThrow('slot 2 lies on a slot that is empty')
  })
})
