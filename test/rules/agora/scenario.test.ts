/** The scenario builder of Agora itself: a described position is one that the rest of a match can be played from. */
import { describe, expect, test } from 'vitest'
import type { AgoraDescription } from '../support/agora.ts'
import { agora } from '../support/agora.ts'
import type { Game } from '../support/game.ts'
import { playOut } from '../support/playout.ts'

const POSITIONS: Record<string, AgoraDescription> = {
  'an empty one': {},
  'the start of Age II': { age: 2 },
  'the start of Age III': { age: 3 },
  'one in the middle of Age II': {
    mover: 'B',
    A: {
      coins: 3,
      owns: ['quarry', 'press', 'theater'],
      senators: ['politician-left-1', 'conspirator-1'],
      constructed: ['knossos'],
      prepared: ['coup'],
    },
    B: {
      owns: ['walls'],
      constructed: ['mausoleum', 'colossus'],
      triggered: ['treason'],
      unprepared: ['sabotage', 'blackmail'],
    },
    pawn: -4,
    cubes: { 1: '2-1', 4: '0-3' },
    decrees: { 2: 'shield', 4: ['coins-red', 'coins-blue'], 5: [] },
    accessible: ['politician-right-1', 'temple'],
    discardPile: ['stable', 'conspirator-2'],
    box: ['theology', 'corruption', 'economy'],
    deck: ['swindle', 'espionage'],
    removed: { 1: ['baths'], 2: ['school', 'library'] },
  },
  'the last card of Age I': { A: { owns: ['baths'] }, last: 'conspirator-4' },
}

/**
 * Every card, wonder, token, decree and conspiracy that is somewhere, by the place it is in now or will be dealt to.
 */
function everything({ state }: Game): string[] {
  const { deal, cities, senate, stack } = state
  return [
    ...state.structure.filter((card) => card !== null),
    ...state.discardPile,
    ...cities.flatMap(({ buildings, tokens, wonders, senators, conspiracies }) => [
      ...buildings,
      ...tokens,
      ...senators,
      ...wonders.flatMap(({ id, under }) => (under === null ? [id] : [id, under])),
      ...conspiracies.flatMap(({ id, under, locked }) => [
        `${id} (conspiracy)`,
        ...(under ? [under] : []),
        ...(locked ? [locked.token] : []),
      ]),
    ]),
    ...stack.flatMap((step) => (step.kind === 'keep-conspiracy' ? step.drawn : [])).map((id) => `${id} (conspiracy)`),
    ...([1, 2, 3] as const).flatMap((age) =>
      age > state.age ? [...deal.ages[age].removed, ...deal.ages[age].slots] : [],
    ),
    ...deal.boxGuilds,
    ...deal.boxWonders,
    ...state.boardTokens,
    ...state.boxTokens,
    ...senate!.decrees.flat().map(({ id }) => id),
    ...deal.boxDecrees,
    ...state.conspiracyDeck.map((id) => `${id} (conspiracy)`),
  ]
}

describe('a scenario of Agora', () => {
  test.each(Object.entries(POSITIONS))(
    '%s: nothing is in two places, from the first moment to the last',
    (_, position) => {
      const begun = agora(position)
      const { deal } = begun.state
      expect(([1, 2, 3] as const).map((age) => [deal.ages[age].slots.length, deal.ages[age].removed.length])).toEqual([
        [25, 3],
        [25, 3],
        [23, 3],
      ])
      const ended = playOut(begun, (game) => {
        const all = everything(game)
        expect(all.filter((thing, index) => all.indexOf(thing) !== index)).toEqual([])
        expect(all.filter((thing) => thing.endsWith('(conspiracy)'))).toHaveLength(16)
        for (const seat of [0, 1] as const) {
          const { cubes } = game.state.senate!
          expect(game.state.cities[seat].reserve + cubes.reduce((sum, each) => sum + each[seat], 0)).toBe(12)
        }
      })
      expect(ended.state.result).not.toBeNull()
    },
  )

  test('is placed as it is described', () => {
    const game = agora(POSITIONS['one in the middle of Age II']!)
    const { state } = game
    expect([state.age, state.turnOf, state.toAct, state.pawn]).toEqual([2, 1, 1, -4])
    expect([game.senators('A'), game.senators('B')]).toEqual([['politician-left-1', 'conspirator-1'], []])
    expect([game.conspiracies('A'), game.conspiracies('B')]).toEqual([
      ['coup prepared'],
      ['treason triggered', 'sabotage unprepared', 'blackmail unprepared'],
    ])
    expect([game.reserve('A'), game.reserve('B')]).toEqual([10, 8])
    expect([game.cubes(1), game.cubes(4), game.cubes(6)]).toEqual(['2-1', '0-3', '0-0'])
    expect([game.controller(1), game.controller(4), game.controller(6)]).toEqual(['A', 'B', 'nobody'])
    expect([game.decrees(4), game.decrees(5), game.faceDownDecrees()]).toEqual([
      ['coins-red', 'coins-blue'],
      [],
      [2, 6],
    ])
    expect(state.senate!.decrees[1]).toEqual([{ id: 'shield', faceUp: false }])
    expect(
      game
        .accessible()
        .slice(0, 2)
        .map((slot) => state.structure[slot]),
    ).toEqual(['politician-right-1', 'temple'])
    expect(state.conspiracyDeck.slice(0, 2)).toEqual(['swindle', 'espionage'])
    expect(state.deal.ages[1].removed[0]).toBe('baths')
    expect(state.deal.ages[2].removed.slice(0, 2)).toEqual(['school', 'library'])
    expect([state.boxTokens.slice(0, 3), state.boxTokens.length, state.boardTokens.length]).toEqual([
      ['theology', 'corruption', 'economy'],
      7,
      5,
    ])
    expect(state.militaryTokens).toEqual([['minor', 'major'], ['major']])
    expect(state.cities[1].wonders.map(({ id, under }) => [id, under !== null]).slice(0, 3)).toEqual([
      ['mausoleum', true],
      ['colossus', true],
      [expect.any(String), false],
    ])
  })

  test('that contradicts itself is no position', () => {
    expect(() => agora({ A: { senators: ['conspirator-1'] }, accessible: ['conspirator-1'] })).toThrow(
      'conspirator-1 is in two places',
    )
    expect(() => agora({ A: { unprepared: ['coup'] }, deck: ['coup'] })).toThrow('a conspiracy is in two places')
    expect(() => agora({ decrees: { 1: 'shield', 2: 'shield' } })).toThrow('a decree is in two places')
    expect(() =>
      agora({
        A: { senators: ['conspirator-1', 'conspirator-2', 'conspirator-3', 'conspirator-4'] },
        accessible: ['conspirator-5', 'conspirator-6'],
      }),
    ).toThrow('more senators')
    expect(() => agora({ A: { owns: ['baths'] }, removed: { 1: ['baths'] } })).toThrow('baths is in two places')
  })
})
