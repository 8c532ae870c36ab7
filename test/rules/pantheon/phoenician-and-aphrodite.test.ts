/** pantheon.md §10: Astarte, Baal, Tanit and Aphrodite. */
import { describe, expect, test } from 'vitest'
import { choose } from '../support/agora-actions.ts'
import { expectRefused, expectTurnOf } from '../support/expect.ts'
import { expectAsked, expectMandatory, expectNotOffered } from '../support/expect-decision.ts'
import { activated, pantheon } from '../support/pantheon.ts'
import { activate } from '../support/pantheon-actions.ts'

const WITH_ASTARTE = { divinities: ['astarte'], stored: 7 } as const

describe('Astarte', () => {
  test('P65 seven coins are laid on it', () => {
    const game = pantheon({ A: { coins: 3 }, spaces: { 1: 'astarte' } }).activate(1)
    expect([game.coins('A'), game.stored('A')]).toEqual([0, 7])
    expect(game.eventsOf('coins-stored')).toEqual([{ type: 'coins-stored', seat: 0, coins: 7 }])
    expect(game.view('B').cities[0].storedCoins).toBe(7)
    expectTurnOf(game, 'B')
  })

  test('P66 the treasury is used up before the stored coins', () => {
    const game = pantheon({
      A: { ...WITH_ASTARTE, coins: 2 },
      B: { owns: ['shelf-quarry', 'quarry'] },
      accessible: ['baths'],
    })
    const after = game.build('baths')
    expect([after.coins('A'), after.stored('A')]).toEqual([0, 4])
    expect(after.eventsOf('building-constructed')).toMatchObject([{ price: { total: 5 }, stored: 3 }])
  })

  test('P67 a price up to treasury and stored coins together is affordable', () => {
    const A = { ...WITH_ASTARTE, coins: 2, wonders: ['pyramids'] } as const
    const ten = pantheon({ A, B: { owns: ['press', 'drying-room'] } })
    expect(ten.price('pyramids').total).toBe(10)
    expectRefused(ten, ten.constructing('pyramids'), 'too-expensive')
    const nine = pantheon({ A, B: { owns: ['press'] } })
    const after = nine.wonder('pyramids')
    expect([after.coins('A'), after.stored('A')]).toEqual([0, 0])
    expect(after.eventsOf('wonder-constructed')).toMatchObject([{ price: { total: 9 }, stored: 7 }])
  })

  test("P68 trade money paid with stored coins reaches the opponent's Economy", () => {
    const game = pantheon({ A: { ...WITH_ASTARTE, coins: 0 }, B: { tokens: ['economy'] }, accessible: ['baths'] })
    const after = game.build('baths')
    expect([after.stored('A'), after.coins('B')]).toEqual([5, 9])
  })

  test('P69 stored coins pay for activations', () => {
    const after = pantheon({ A: { ...WITH_ASTARTE, coins: 0 }, spaces: { 5: 'aphrodite' } }).activate(5)
    expect([after.coins('A'), after.stored('A')]).toEqual([0, 0])
    expect(after.eventsOf('divinity-activated')).toMatchObject([{ paid: { coins: 0, stored: 7 } }])
    expectRefused(
      pantheon({ A: { ...WITH_ASTARTE, coins: 0 }, spaces: { 6: 'aphrodite' } }),
      activate(6),
      'too-expensive',
    )
  })

  test('P70 a military token does not take stored coins', () => {
    const game = pantheon({
      mover: 'B',
      pawn: -2,
      A: { ...WITH_ASTARTE, coins: 1 },
      B: { coins: 9 },
      accessible: ['stable'],
    })
    const after = game.build('stable')
    expect([after.coins('A'), after.stored('A'), after.state.pawn]).toEqual([0, 7, -3])
  })

  test('P71 the Appian Way does not take stored coins', () => {
    const game = pantheon({ mover: 'B', A: { ...WITH_ASTARTE, coins: 1 }, B: { coins: 30, wonders: ['appian-way'] } })
    const after = game.wonder('appian-way')
    expect([after.coins('A'), after.stored('A')]).toEqual([0, 7])
  })

  test('P72 coins gained go to the treasury', () => {
    const after = pantheon({ A: { ...WITH_ASTARTE, coins: 0 } }).pass()
    expect([after.coins('A'), after.stored('A')]).toEqual([2, 7])
  })

  test('P73 each stored coin is one VP, and none for three coins', () => {
    const game = pantheon({ A: { divinities: ['astarte'], stored: 5, coins: 6 }, last: 'palace' }).discard('palace')
    expect(game.coins('A')).toBe(8)
    expect([game.score('A').coins, game.score('A').divinities]).toEqual([2, 5])
    expect(game.view('B').scores![0]).toMatchObject({ coins: 2, divinities: 5, temples: 0 })
  })
})

describe('Baal', () => {
  test('P74 a brown or grey card changes city: production and prices at once, no coins', () => {
    const game = activated('baal', {
      A: { coins: 5 },
      B: { owns: ['shelf-quarry', 'press', 'altar'] },
      accessible: ['baths'],
    })
    expectAsked(game, 'A', 'take-building', [choose('shelf-quarry'), choose('press')])
    expectMandatory(game)
    const after = game.act(choose('shelf-quarry'))
    expect([after.owns('A', 'shelf-quarry'), after.owns('B', 'shelf-quarry'), after.coins('A')]).toEqual([
      true,
      false,
      5,
    ])
    expect(after.price('baths').total).toBe(4)
    expect(after.pass().price('baths').total).toBe(0)
  })

  test('P75 without such a card it is skipped, and no other can be chosen', () => {
    const after = activated('baal', { B: { owns: ['altar', 'forum'] } })
    expect(after.skipped()).toEqual(['take-building'])
    const game = activated('baal', { A: { owns: ['quarry'] }, B: { owns: ['forum', 'press'] } })
    expectNotOffered(game, choose('forum'), choose('quarry'))
  })
})

describe('Aphrodite', () => {
  test('P76 her points are not those of a blue card', () => {
    const game = pantheon({
      A: { divinities: ['aphrodite'], coins: 1 },
      B: { owns: ['theater'], constructed: ['colossus', 'circus-maximus'], coins: 2 },
      last: 'palace',
    }).discard('palace')
    const [a, b] = [game.score('A'), game.score('B')]
    expect([a.divinities, a.blue, b.blue, b.wonders]).toEqual([9, 0, 3, 6])
    expect(a.total - a.coins).toBe(b.total - b.coins)
    const equal = pantheon({
      A: { divinities: ['aphrodite'], coins: 0 },
      B: { owns: ['theater'], constructed: ['colossus', 'circus-maximus'], coins: 2 },
      last: 'palace',
    }).discard('palace')
    expect([equal.score('A').total, equal.score('B').total]).toEqual([9, 9])
    expect(equal.state.result).toEqual({ winner: 1, by: 'civilian' })
  })
})
