/** base.md §12: setup and draft. */
import { describe, expect, test } from 'vitest'
import { BASE, cardData } from './support/data.ts'
import { expectRefused, expectTurnOf } from './support/expect.ts'
import { newGame } from './support/new-game.ts'

const sorted = (ids: readonly string[]): string[] => [...ids].sort()

describe('setup and draft', () => {
  test.each(['draft', 'first-game'] as const)(
    'a handicap gives one seat more coins and changes nothing else: %s',
    (wonders) => {
      const usual = newGame('a new game', { wonders }).state
      for (const [seat, expected] of [
        [0, [12, 7]],
        [1, [7, 12]],
      ] as const) {
        const { cities, options, ...rest } = newGame('a new game', { wonders, handicap: { seat, coins: 5 } }).state
        expect(cities.map(({ coins }) => coins)).toEqual(expected)
        expect({ ...rest, cities: cities.map((city) => ({ ...city, coins: 7 })) }).toEqual({
          ...usual,
          options: undefined,
        })
        expect(options).toEqual({ ...usual.options, handicap: { seat, coins: 5 } })
      }
    },
  )

  test('T01 a new game has seven coins each, the pawn in the centre, and everything in its place', () => {
    const { state } = newGame('a new game')
    expect([state.cities[0].coins, state.cities[1].coins]).toEqual([7, 7])
    expect(state.pawn).toBe(0)
    expect(state.militaryTokens.flat()).toHaveLength(4)
    expect([state.boardTokens.length, state.boxTokens.length]).toEqual([5, 5])
    expect(Object.keys(newGame('a new game').view('spectator').draft ?? {})).toHaveLength(4)
    expect(state.discardPile).toEqual([])
  })

  test('T02 each age has 20 cards and 3 removed ones, Age III has three guilds, and no card occurs twice', () => {
    const { deal } = newGame('a new game').state
    for (const age of [1, 2, 3] as const) {
      const { slots, removed } = deal.ages[age]
      expect([slots.length, removed.length]).toEqual([20, 3])
      expect(removed.every((card) => cardData(card).deck === `age${age}`)).toBe(true)
      const guilds = slots.filter((card) => cardData(card).color === 'purple')
      expect(guilds).toHaveLength(age === 3 ? 3 : 0)
      expect(slots.filter((card) => cardData(card).deck === `age${age}`)).toHaveLength(20 - guilds.length)
    }
    const cards = [
      ...Object.values(deal.ages).flatMap(({ slots, removed }) => [...slots, ...removed]),
      ...deal.boxGuilds,
    ]
    expect(sorted(cards)).toEqual(sorted(BASE.cards.map(({ id }) => id)))
    expect([deal.boxGuilds.length, deal.boxWonders.length]).toEqual([4, 4])
    expect(sorted([...deal.firstWonders, ...deal.secondWonders, ...deal.boxWonders])).toEqual(
      sorted(BASE.wonders.map(({ id }) => id)),
    )
  })

  test('T03 the draft asks A, B, B, B, A, A and gives the last wonder of each group without asking', () => {
    let game = newGame('a draft')
    const asked: string[] = []
    const offered: number[] = []
    while (game.decision === 'draft') {
      asked.push(game.toAct!)
      offered.push(game.choices().length)
      game = game.act(game.legal()[0]!)
    }
    expect(asked).toEqual(['A', 'B', 'B', 'B', 'A', 'A'])
    expect(offered).toEqual([4, 3, 2, 4, 3, 2])

    const {
      firstWonders: [a1, b1, b2, a2],
      secondWonders: [b3, a3, a4, b4],
    } = game.state.deal
    expect(game.city('A').wonders.map(({ id }) => id)).toEqual([a1, a2, a3, a4])
    expect(game.city('B').wonders.map(({ id }) => id)).toEqual([b1, b2, b3, b4])
    expect(game.state.age).toBe(1)
    expectTurnOf(game, 'A')
  })

  test('T04 a wonder of the second group cannot be picked while the first is laid out', () => {
    const game = newGame('a draft')
    const second = game.act(game.legal()[0]!)
    expect(second.toAct).toBe('B')
    for (const wonder of second.state.deal.secondWonders)
      expectRefused(second, { type: 'draft-wonder', wonder }, 'not-offered')
    expectRefused(second, { type: 'draft-wonder', wonder: second.state.cities[0].wonders[0]!.id }, 'not-offered')
  })

  test('T05 A cannot make the second pick', () => {
    const game = newGame('a draft')
    expect([game.state.toAct, game.state.turnOf]).toEqual([0, 0])
    const second = game.act(game.legal()[0]!)
    expect(second.state.toAct).toBe(1)
    expect(second.view('A').legal).toBeUndefined()
    expect(second.view('B').legal).toBeDefined()
  })

  test('a first game has fixed wonders and no draft', () => {
    const game = newGame('a first game', { wonders: 'first-game' })
    expect(game.city('A').wonders.map(({ id }) => id)).toEqual([
      'pyramids',
      'great-lighthouse',
      'temple-of-artemis',
      'statue-of-zeus',
    ])
    expect(game.city('B').wonders.map(({ id }) => id)).toEqual(['circus-maximus', 'piraeus', 'appian-way', 'colossus'])
    expect(game.state.structure).toEqual(game.state.deal.ages[1].slots)
    expectTurnOf(game, 'A')
  })
})
