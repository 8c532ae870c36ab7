/** pantheon.md §10: Grand Temples and progress tokens. */
import { describe, expect, test } from 'vitest'
import type { BuildingId } from '../../../src/rules/index.ts'
import { chooseToken } from '../support/agora-actions.ts'
import { expectRefused } from '../support/expect.ts'
import { expectAsked } from '../support/expect-decision.ts'
import { pantheon } from '../support/pantheon.ts'

const TEMPLES: readonly BuildingId[] = ['mesopotamian-grand-temple', 'greek-grand-temple', 'roman-grand-temple']

describe('Grand Temples', () => {
  const position = { age: 3, accessible: ['mesopotamian-grand-temple'] } as const
  const A = { coins: 20, tokens: ['urbanism'] } as const

  test('P127 without anything it costs its resources', () => {
    const game = pantheon({ ...position, A })
    expect(game.price('mesopotamian-grand-temple')).toMatchObject({ total: 10, chained: false })
    expect(pantheon({ ...position, A, B: { owns: ['sawmill'] } }).price('mesopotamian-grand-temple').total).toBe(16)
    expect(game.build('mesopotamian-grand-temple').coins('A')).toBe(10)
  })

  test('P127 with a Mythology token it is a construction through a chain, and the token is kept', () => {
    const game = pantheon({ ...position, A: { ...A, mythologyTokens: ['mythology-mesopotamian-2'] } })
    expect(game.price('mesopotamian-grand-temple')).toEqual({
      total: 0,
      trade: 0,
      chained: true,
      chainToken: 'mythology-mesopotamian-2',
    })
    const after = game.build('mesopotamian-grand-temple')
    expect([after.coins('A'), after.mythologyTokens('A')]).toEqual([24, ['mythology-mesopotamian-2']])
    const other = pantheon({ ...position, A: { ...A, mythologyTokens: ['mythology-roman-1'] } })
    expect(other.price('mesopotamian-grand-temple').total).toBe(10)
    const theirs = pantheon({ ...position, A, B: { mythologyTokens: ['mythology-mesopotamian-1'] } })
    expect(theirs.price('mesopotamian-grand-temple').total).toBe(10)
  })

  test('P127 with Engineering it costs 1 coin, which is no chain', () => {
    const game = pantheon({ ...position, A: { coins: 20, tokens: ['urbanism', 'engineering'] } })
    expect(game.price('mesopotamian-grand-temple')).toEqual({ total: 1, trade: 0, chained: false, engineering: true })
    expect(game.build('mesopotamian-grand-temple').coins('A')).toBe(19)
  })

  test('P128 one, two and three are worth 5, 12 and 21 VP; they are no guilds', () => {
    for (const [count, vp] of [
      [0, 0],
      [1, 5],
      [2, 12],
      [3, 21],
    ] as const) {
      const score = pantheon({ age: 3, A: { owns: TEMPLES.slice(0, count) } }).score('A')
      expect([score.temples, score.guilds]).toEqual([vp, 0])
    }
  })

  test('P128 they bring no coins for a purple card and count in no other way', () => {
    const game = pantheon({ ...position, A: { ...A, mythologyTokens: ['mythology-mesopotamian-1'], tokens: [] } })
    const after = game.build('mesopotamian-grand-temple')
    expect([after.coins('A'), after.state.pawn, after.score('A')]).toEqual([
      20,
      0,
      expect.objectContaining({ blue: 0, green: 0, yellow: 0, temples: 5 }),
    ])
  })
})

describe('Engineering', () => {
  const cost = (item: BuildingId, position: Parameters<typeof pantheon>[0] = {}) =>
    pantheon({ age: 3, accessible: [item], ...position, A: { tokens: ['engineering'], ...position.A } }).price(item)

  test('P129 a card with a chain symbol under its cost costs 1 coin', () => {
    for (const item of ['statue', 'barracks', 'fortifications'] as const) {
      expect(cost(item)).toEqual({ total: 1, trade: 0, chained: false, engineering: true })
    }
    expect([cost('walls').total, cost('stable').total]).toEqual([4, 2])
    const wonder = pantheon({ A: { tokens: ['engineering'], wonders: ['pyramids'] } })
    expect(wonder.price('pyramids').total).toBe(8)
  })

  test('P129 the coin must be there, and a chain is used if there is one', () => {
    const poor = pantheon({ A: { coins: 0, tokens: ['engineering'] }, accessible: ['statue'] })
    expectRefused(poor, poor.building('statue'), 'too-expensive')
    expect(cost('statue', { A: { tokens: ['engineering'], owns: ['theater'] } })).toEqual({
      total: 0,
      trade: 0,
      chained: true,
      chain: 'theater',
    })
  })

  test('P130 at the same price it is taken if that saves trade money', () => {
    const A = { tokens: ['engineering'], owns: ['lumber-yard', 'clay-reserve'] } as const
    expect(cost('horse-breeders', { A, B: { tokens: ['economy'] } })).toEqual({
      total: 1,
      trade: 0,
      chained: false,
      engineering: true,
    })
    const game = pantheon({ A, B: { tokens: ['economy'] }, accessible: ['horse-breeders'] }).build('horse-breeders')
    expect(game.coins('B')).toBe(7)
    const own = { tokens: ['engineering'], owns: ['lumber-yard', 'clay-pool'] } as const
    expect(cost('horse-breeders', { A: own }).total).toBe(0)
  })

  test('P130 it is compared with the price that Masonry leaves', () => {
    const A = { tokens: ['engineering', 'masonry'] } as const
    expect(pantheon({ age: 3, A: { tokens: ['masonry'] }, accessible: ['pantheon'] }).price('pantheon').total).toBe(4)
    expect([cost('pantheon', { A }).total, cost('temple', { A }).total]).toEqual([1, 0])
  })
})

describe('Poliorcetics', () => {
  test('P131 each space of a push costs the opponent 1 coin, besides the military token', () => {
    const game = pantheon({
      pawn: 2,
      A: { coins: 50, tokens: ['poliorcetics'] },
      B: { coins: 10 },
      accessible: ['archery-range'],
    })
    const after = game.build('archery-range')
    expect([after.state.pawn, after.coins('B')]).toEqual([4, 6])
    expect(after.eventsOf('coins-lost').map(({ coins, reason }) => [coins, reason])).toEqual([
      [1, 'poliorcetics'],
      [2, 'military'],
      [1, 'poliorcetics'],
    ])
  })

  test('P131 at most what the opponent has, and nothing when the opponent pushes', () => {
    const A = { coins: 50, tokens: ['poliorcetics'] } as const
    expect(
      pantheon({ A, B: { coins: 1 }, accessible: ['archery-range'] })
        .build('archery-range')
        .coins('B'),
    ).toBe(0)
    const pushed = pantheon({ mover: 'B', A: { ...A, coins: 9 }, B: { coins: 50 }, accessible: ['archery-range'] })
    expect(pushed.build('archery-range').coins('A')).toBe(9)
  })

  test('P182 a push that Minerva stops costs the spaces that were entered', () => {
    const game = pantheon({
      minerva: 2,
      A: { coins: 50, tokens: ['poliorcetics'] },
      B: { coins: 7 },
      accessible: ['pretorium'],
    })
    const after = game.build('pretorium')
    expect([after.state.pawn, after.coins('B'), after.minerva]).toEqual([1, 6, null])
  })

  test('P182 Law taken for a pair while Ishtar is owned brings a second token at once', () => {
    const game = pantheon({
      A: { coins: 50, owns: ['scriptorium'], divinities: ['ishtar'] },
      board: ['law', 'economy', 'theology', 'strategy', 'masonry'],
      accessible: ['library'],
    }).build('library')
    const second = game.act(chooseToken('law'))
    expectAsked(
      second,
      'A',
      'progress-token',
      (['economy', 'theology', 'strategy', 'masonry'] as const).map(chooseToken),
    )
  })
})

describe('Mysticism', () => {
  const kept = {
    mythologyTokens: ['mythology-greek-1', 'mythology-roman-2'],
    offerings: [2],
  } as const

  test('P131 each Mythology token and each Offering token that is left is worth 2 VP', () => {
    expect(pantheon({ A: { ...kept, tokens: ['mysticism'] } }).score('A').progress).toBe(6)
    expect(pantheon({ A: { ...kept, tokens: ['mysticism', 'mathematics'] } }).score('A').progress).toBe(12)
    expect(pantheon({ A: kept }).score('A').progress).toBe(0)
  })

  test('P131 a spent Offering token does not count', () => {
    const game = pantheon({ A: { ...kept, offerings: [2, 4], tokens: ['mysticism'] }, spaces: { 1: 'aphrodite' } })
    expect(game.score('A').progress).toBe(8)
    expect(game.activate(1, '4').score('A').progress).toBe(6)
  })
})
