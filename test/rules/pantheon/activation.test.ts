/** pantheon.md §10: activation and its price. */
import { describe, expect, test } from 'vitest'
import type { Action } from '../../../src/rules/index.ts'
import { price } from '../../../src/rules/index.ts'
import { expectRefused, expectTurnOf } from '../support/expect.ts'
import { expectNotOffered } from '../support/expect-decision.ts'
import { pantheon } from '../support/pantheon.ts'
import type { OfferingSet } from '../support/pantheon-actions.ts'
import { activate, SPACES } from '../support/pantheon-actions.ts'

const SIX = { 1: 'tanit', 2: 'hades', 3: 'mars', 4: 'gate', 5: 'ra', 6: 'baal' } as const
/** No Gate among them. */
const ORDINARY = { ...SIX, 4: 'zeus' } as const

describe('activation', () => {
  test('P29 takes the card from the Pantheon, not one of the structure, and ends the turn', () => {
    const game = pantheon({ A: { coins: 5 }, spaces: { 3: 'tanit' } })
    const after = game.activate(3)
    expect([after.coins('A'), after.divinities('A')]).toEqual([12, ['tanit']])
    expect(after.spaces()).toEqual([null, null, null, null, null, null])
    expect(after.state.structure).toEqual(game.state.structure)
    expectTurnOf(after, 'B')
    expect(after.eventsOf('divinity-activated')).toEqual([
      {
        type: 'divinity-activated',
        seat: 0,
        divinity: 'tanit',
        from: 'pantheon',
        space: 3,
        price: { base: 5, offerings: 0, total: 5 },
        offerings: 'none',
        paid: { coins: 5, stored: 0 },
      },
    ])
  })

  test('P30 the second player pays more for the same space', () => {
    const position = { mover: 'B', spaces: { 3: 'tanit' } } as const
    expectRefused(pantheon({ ...position, B: { coins: 5 } }), activate(3), 'too-expensive')
    expect(
      pantheon({ ...position, B: { coins: 6 } })
        .activate(3)
        .coins('B'),
    ).toBe(12)
  })

  test('P31 the nearer a space lies to the own capital, the cheaper it is', () => {
    expect(pantheon({ spaces: ORDINARY }).activationPrices(...SPACES)).toEqual([3, 4, 5, 6, 7, 8])
    expect(pantheon({ mover: 'B', spaces: ORDINARY }).activationPrices(...SPACES)).toEqual([8, 7, 6, 5, 4, 3])
  })

  test('P32 the Gate costs twice as much', () => {
    const prices = (['A', 'B'] as const).map((mover) => pantheon({ mover, spaces: { 2: 'gate' } }).activationPrice(2))
    expect(prices).toEqual([
      { base: 4, gate: true, offerings: 0, total: 8 },
      { base: 7, gate: true, offerings: 0, total: 14 },
    ])
  })

  test('P33 the constructed Sanctuary takes 2 coins off the prices of its owner', () => {
    const spaces = { 1: 'tanit', 2: 'gate' } as const
    const constructed = { A: { constructed: ['sanctuary'] }, spaces } as const
    expect(pantheon(constructed).activationPrices(1, 2)).toEqual([1, 6])
    expect(pantheon(constructed).activationPrice(2)).toEqual({
      base: 4,
      gate: true,
      sanctuary: 2,
      offerings: 0,
      total: 6,
    })
    expect(pantheon({ ...constructed, mover: 'B' }).activationPrices(1, 2)).toEqual([8, 14])
    expect(pantheon({ A: { wonders: ['sanctuary'] }, spaces }).activationPrices(1, 2)).toEqual([3, 8])
  })

  test('P34 an Offering token of 4 pays a price of 3, without change', () => {
    const after = pantheon({ A: { coins: 0, offerings: [4] }, spaces: { 1: 'aphrodite' } }).activate(1, '4')
    expect([after.coins('A'), after.offerings('A'), after.divinities('A')]).toEqual([0, [], ['aphrodite']])
  })

  test('P35 several Offering tokens can be spent at once', () => {
    const game = pantheon({ A: { coins: 3, offerings: [2, 3] }, spaces: { 6: 'aphrodite' } })
    expect(game.activationPrice(6, '2-3')).toEqual({ base: 8, offerings: 5, total: 3 })
    expect(game.activations()).toEqual([[6, '2-3']])
    const after = game.activate(6, '2-3')
    expect([after.coins('A'), after.offerings('A')]).toEqual([0, []])
  })

  test('P36 a set with a token that is not needed is not offered', () => {
    const game = pantheon({ A: { offerings: [2, 3, 4] }, spaces: { 1: 'tanit' } })
    expect(game.activations().map(([, set]) => [set, game.activationPrice(1, set).total])).toEqual([
      ['none', 3],
      ['2', 1],
      ['3', 0],
      ['4', 0],
    ])
    expectNotOffered(game, ...(['2-3', '2-4', '3-4', '2-3-4'] as const).map((set) => activate(1, set)))
  })

  test('P37 all three tokens together pay 9 coins', () => {
    const game = pantheon({ A: { coins: 0, offerings: [2, 3, 4] }, spaces: { 6: 'aphrodite' } })
    expect(game.activations()).toEqual([[6, '2-3-4']])
    expectRefused(game, activate(6, '3-4'), 'too-expensive')
  })

  test('P38 a token and the Sanctuary add up', () => {
    const game = pantheon({ A: { constructed: ['sanctuary'], offerings: [2] }, spaces: { 2: 'tanit' } })
    expect(game.activations().map(([, set]) => [set, game.activationPrice(2, set).total])).toEqual([
      ['none', 2],
      ['2', 0],
    ])
  })

  test('P39 an Offering token of the opponent cannot be spent', () => {
    const game = pantheon({ A: { coins: 20 }, B: { offerings: [4] }, spaces: { 1: 'tanit' } })
    expectNotOffered(game, activate(1, '4'))
  })

  test('P40 an empty space, a seventh space and a missing set are refused', () => {
    const game = pantheon({ A: { coins: 20 }, spaces: { 1: 'tanit' } })
    expectNotOffered(game, activate(2), activate(7 as 6), activate(0 as 1), activate(1, '3-2' as OfferingSet))
    expectRefused(game, { type: 'activate-divinity', space: 1 } as Action, 'malformed')
    expectRefused(game, { type: 'activate-divinity', space: '1', offerings: 'none' } as unknown as Action, 'malformed')
  })

  test("P41 the opponent's Economy gains nothing from an activation", () => {
    const after = pantheon({ A: { coins: 6 }, B: { tokens: ['economy'] }, spaces: { 4: 'aphrodite' } }).activate(4)
    expect([after.coins('A'), after.coins('B')]).toEqual([0, 7])
  })

  test('P42 an extra turn can be used for an activation', () => {
    const game = pantheon({ A: { coins: 20, wonders: ['sphinx'] }, spaces: { 1: 'tanit' } })
    const after = game.wonder('sphinx').activate(1)
    expect(after.divinities('A')).toEqual(['tanit'])
    expectTurnOf(after, 'B')
  })

  test('P43 an activation leaves the last card of an age to the opponent', () => {
    const after = pantheon({ A: { coins: 3 }, spaces: { 1: 'tanit' }, last: 'walls' }).activate(1)
    expect(after.state.age).toBe(2)
    expectTurnOf(after, 'B')
    expect(after.accessible()).toEqual([0])
  })

  test('P44 the last card of an age loses the extra turn, and the Pantheon stays as it is', () => {
    const game = pantheon({ A: { coins: 20, wonders: ['sphinx'] }, spaces: { 1: 'tanit' }, last: 'walls' })
    const after = game.wonder('sphinx')
    expect([after.decision, after.state.age, after.spaces()[0]]).toEqual(['first-player', 3, 'tanit'])
    expect(after.letBegin('B').withCoins(8).activations()).toEqual([[1, 'none']])
  })

  test('P45 a card without a possible effect can be activated; the price is paid', () => {
    const B = { constructed: ['pyramids', 'colossus', 'mausoleum', 'piraeus'] } as const
    const after = pantheon({ A: { coins: 3 }, B, spaces: { 1: 'ra' } }).activate(1)
    expect([after.coins('A'), after.divinities('A'), after.skipped()]).toEqual([0, ['ra'], ['take-wonder']])
    expectTurnOf(after, 'B')
  })

  test('P46 after an activation without steps it is the turn of the opponent at once', () => {
    const after = pantheon({ A: { coins: 3 }, spaces: { 1: 'tanit' } }).activate(1)
    expectTurnOf(after, 'B')
    expect(after.state.toAct).toBe(1)
  })

  test('P47 with all spaces empty no activation is offered', () => {
    const game = pantheon({ age: 3, A: { coins: 50 } })
    expect(game.activations()).toEqual([])
    expectNotOffered(game, ...SPACES.map((space) => activate(space)))
  })

  test('P48 the seat to act sees the price of every offered set, all see the prices of all spaces', () => {
    const game = pantheon({
      A: { coins: 8, offerings: [2], constructed: ['sanctuary'] },
      spaces: { 1: 'tanit', 4: 'gate' },
    })
    expect(game.view('A').prices!.divinities).toEqual({
      1: {
        none: { base: 3, sanctuary: 2, offerings: 0, total: 1 },
        2: { base: 3, sanctuary: 2, offerings: 2, total: 0 },
      },
      4: { 2: { base: 6, gate: true, sanctuary: 2, offerings: 2, total: 8 } },
    })
    expect(price(game.state, activate(4, '2'))).toEqual({ base: 6, gate: true, sanctuary: 2, offerings: 2, total: 8 })
    expect(price(game.state, activate(4))).toBeNull()
    for (const viewer of ['B', 'spectator'] as const) {
      expect(game.view(viewer).prices).toBeUndefined()
      expect(game.view(viewer).pantheon!.spaces).toEqual({
        1: { mythology: 'phoenician', card: 'tanit', costs: { 0: 1, 1: 8 } },
        4: { card: 'gate', costs: { 0: 10, 1: 10 } },
      })
    }
  })

  test('P48 legal activations are listed by space, then by set, before those with a slot', () => {
    const game = pantheon({ A: { coins: 20, offerings: [2, 4] }, spaces: { 2: 'tanit', 1: 'hades' } })
    expect(game.activations()).toEqual([
      [1, 'none'],
      [1, '2'],
      [1, '4'],
      [2, 'none'],
      [2, '2'],
      [2, '4'],
    ])
    expect(game.legal().findIndex((action) => 'slot' in action)).toBe(6)
  })
})
