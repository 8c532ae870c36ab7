/** The scenario builder of Pantheon itself: a described position is one that the rest of a match can be played from. */
import { describe, expect, test } from 'vitest'
import type { Game } from '../support/game.ts'
import type { PantheonDescription } from '../support/pantheon.ts'
import { both, pantheon } from '../support/pantheon.ts'
import { playOut } from '../support/playout.ts'

const POSITIONS: Record<string, PantheonDescription> = {
  'an empty one': {},
  'Age I with tokens': { age: 1, tokensAt: { 4: 'mythology-greek-1' } },
  'the start of Age III': { age: 3, at: { 0: 'greek-grand-temple' } },
  'one in the middle of Age II': {
    mover: 'B',
    A: {
      coins: 3,
      owns: ['quarry', 'press', 'theater'],
      constructed: ['sanctuary'],
      divinities: ['gate', 'astarte'],
      stored: 4,
      mythologyTokens: ['mythology-roman-1'],
    },
    B: { owns: ['library'], constructed: ['mausoleum'], divinities: ['tanit'], offerings: [3], tokens: ['mysticism'] },
    pawn: -4,
    minerva: 2,
    spaces: { 2: 'enki', 5: 'zeus' },
    enki: ['law', 'masonry'],
    decks: { roman: ['mars', 'neptune'] },
    discardPile: ['stable'],
  },
  'the last card of Age I': { A: { owns: ['baths'] }, last: 'altar', age: 1, spaces: { 1: 'tanit', 6: 'enki' } },
}

/** Every card, wonder, progress token and divinity that is somewhere, by the place it is in now or will be dealt to. */
function everything({ state }: Game): string[] {
  const { deal, cities, stack } = state
  const pantheonState = state.pantheon!
  return [
    ...state.structure.filter((card) => card !== null),
    ...state.discardPile,
    ...cities.flatMap(({ buildings, tokens, wonders, senators, pantheon: ofCity }) => [
      ...buildings,
      ...tokens,
      ...senators,
      ...wonders.flatMap(({ id, under }) => (under === null ? [`wonder ${id}`] : [`wonder ${id}`, under])),
      ...[...ofCity!.divinities, ...ofCity!.mythologyTokens, ...ofCity!.offeringTokens].map((id) => `pantheon ${id}`),
    ]),
    ...([1, 2, 3] as const).flatMap((age) => (age > state.age ? deal.ages[age].slots : [])),
    ...deal.boxGuilds,
    ...deal.boxTemples!,
    ...state.boardTokens,
    ...state.boxTokens,
    ...pantheonState.enki,
    ...[
      ...pantheonState.spaces.flatMap((placed) => placed?.card ?? []),
      ...Object.values(pantheonState.decks).flat(),
      ...pantheonState.slotTokens.flatMap((token) => token ?? []),
      ...stack.flatMap((step) => ('revealed' in step ? step.revealed : 'drawn' in step ? step.drawn : [])),
    ].map((id) => `pantheon ${id}`),
  ]
}

describe.each(Object.entries({ alone: pantheon, 'with Agora': both }))('a scenario of Pantheon %s', (_name, place) => {
  test.each(Object.entries(POSITIONS))(
    '%s: nothing is in two places, from the first moment to the last',
    (_, position) => {
      const ended = playOut(place(position), (game) => {
        const all = everything(game)
        expect(all.filter((thing, index) => all.indexOf(thing) !== index)).toEqual([])
      })
      expect(ended.state.result).not.toBeNull()
    },
  )
})

describe('a scenario of Pantheon', () => {
  test('is placed as it is described', () => {
    const game = pantheon(POSITIONS['one in the middle of Age II']!)
    expect([game.state.age, game.toAct, game.state.pawn, game.minerva]).toEqual([2, 'B', -4, 2])
    expect(game.spaces()).toEqual([null, 'enki', null, null, 'zeus', null])
    expect([game.divinities('A'), game.stored('A'), game.offerings('B')]).toEqual([['gate', 'astarte'], 4, [3]])
    expect([game.deck('roman'), game.deck('greek'), game.deck('phoenician')]).toEqual([
      ['mars', 'neptune'],
      ['aphrodite', 'hades'],
      ['baal'],
    ])
    expect([game.enki, game.city('A').tokens]).toEqual([['law', 'masonry'], []])
  })

  test('that contradicts itself is no position', () => {
    expect(() => pantheon({ spaces: { 1: 'tanit', 2: 'tanit' } })).toThrow('two places')
    expect(() => pantheon({ spaces: { 1: 'tanit' }, decks: { phoenician: ['tanit'] } })).toThrow('two places')
    expect(() => pantheon({ enki: ['law'], A: { tokens: ['law'] } })).toThrow('two places')
  })
})
