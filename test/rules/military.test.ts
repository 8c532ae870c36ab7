/** base.md §12: military. */
import { describe, expect, test } from 'vitest'
import { expectWon } from './support/expect.ts'
import { scenario } from './support/scenario.ts'

describe('military', () => {
  test('T53 one shield moves the pawn one space, and the first zone has no token', () => {
    const after = scenario({ B: { coins: 7 }, accessible: ['guard-tower'] }).build('guard-tower')
    expect(after.state.pawn).toBe(1)
    expect([after.coins('A'), after.coins('B')]).toEqual([7, 7])
    expect(after.state.militaryTokens.flat()).toHaveLength(4)
  })

  test('T54 entering the second zone costs the opponent 2 coins or all they have, and the token is gone', () => {
    const rich = scenario({ pawn: 2, B: { coins: 7 }, accessible: ['guard-tower'] }).build('guard-tower')
    expect(rich.state.pawn).toBe(3)
    expect(rich.coins('B')).toBe(5)
    expect(rich.state.militaryTokens.map((tokens) => tokens.length)).toEqual([1, 2])

    const poor = scenario({ pawn: 2, B: { coins: 1 }, accessible: ['guard-tower'] }).build('guard-tower')
    expect(poor.coins('B')).toBe(0)
  })

  test('T55 a move across two zones takes both tokens', () => {
    const build = (coins: number) =>
      scenario({ pawn: 2, A: { coins: 20, tokens: ['strategy'] }, B: { coins }, accessible: ['arsenal'] }).build(
        'arsenal',
      )
    const rich = build(10)
    expect(rich.state.pawn).toBe(6)
    expect(rich.coins('B')).toBe(3)
    expect(rich.state.militaryTokens.map((tokens) => tokens.length)).toEqual([0, 2])
    expect(build(4).coins('B')).toBe(0)
  })

  test('T56 a token that is gone does nothing when the pawn comes back', () => {
    const game = scenario({
      mover: 'B',
      pawn: 3,
      A: { coins: 20 },
      B: { coins: 20 },
      accessible: ['walls', 'archery-range'],
    })
    const back = game.build('walls')
    expect(back.state.pawn).toBe(1)
    const before = back.coins('B')
    const again = back.build('archery-range')
    expect(again.state.pawn).toBe(3)
    expect(again.coins('B')).toBe(before)
    expect(again.eventsOf('coins-lost')).toEqual([])
  })

  test("T57 B's shields move the pawn the other way, and A loses the coins", () => {
    const after = scenario({
      mover: 'B',
      pawn: -2,
      A: { coins: 7 },
      B: { owns: ['lumber-yard'] },
      accessible: ['stable'],
    }).build('stable')
    expect(after.state.pawn).toBe(-3)
    expect([after.coins('A'), after.coins('B')]).toEqual([5, 7])
    expect(after.state.militaryTokens.map((tokens) => tokens.length)).toEqual([2, 1])
  })

  test("T58 the pawn in the opponent's capital wins at once", () => {
    const after = scenario({ pawn: 7, accessible: ['walls'] }).build('walls')
    expect(after.state.pawn).toBe(9)
    expectWon(after, 'military', 'A')
  })

  test('T59 the pawn stops in the capital', () => {
    const after = scenario({ pawn: 8, A: { coins: 8 }, accessible: ['pretorium'] }).build('pretorium')
    expect(after.state.pawn).toBe(9)
    expectWon(after, 'military', 'A')
  })

  test('T60 Strategy adds no shield to a wonder', () => {
    const game = scenario({ A: { coins: 20, wonders: ['colossus'], tokens: ['strategy'] } })
    expect(game.wonder('colossus').state.pawn).toBe(2)
  })

  test('T61 Strategy does not act on red cards built before it', () => {
    const game = scenario({
      A: { owns: ['stable', 'pharmacist'] },
      board: ['strategy', 'law', 'economy', 'masonry', 'theology'],
      pawn: 1,
      accessible: ['dispensary'],
    })
    const after = game.build('dispensary').take('strategy')
    expect(after.city('A').tokens).toContain('strategy')
    expect(after.state.pawn).toBe(1)
  })

  test('T62 Strategy adds a shield to a red card from the discard pile', () => {
    const game = scenario({
      A: { coins: 20, wonders: ['mausoleum'], tokens: ['strategy'] },
      B: { coins: 7 },
      age: 3,
      discardPile: ['pretorium'],
    })
    const after = game.wonder('mausoleum').choose('pretorium')
    expect(after.state.pawn).toBe(4)
    expect(after.coins('B')).toBe(5)
  })

  test('T63 Strategy adds a shield to a red card built by chain', () => {
    const game = scenario({ A: { coins: 0, owns: ['stable'], tokens: ['strategy'] }, accessible: ['horse-breeders'] })
    expect(game.build('horse-breeders').state.pawn).toBe(2)
  })

  test('T64 military points go to the player whom the pawn favours, by its zone', () => {
    const points = (pawn: number): number[] => {
      const game = scenario({ pawn, last: 'gardens' }).discard('gardens')
      expect(game.state.result).not.toBeNull()
      return [game.score('A').military, game.score('B').military]
    }
    expect(points(-4)).toEqual([0, 5])
    expect(points(2)).toEqual([2, 0])
    expect(points(6)).toEqual([10, 0])
    expect(points(0)).toEqual([0, 0])
  })

  test('the pawn wins for B in the capital of A', () => {
    const after = scenario({ mover: 'B', pawn: -8, accessible: ['guard-tower'] }).build('guard-tower')
    expect(after.state.pawn).toBe(-9)
    expectWon(after, 'military', 'B')
  })
})
