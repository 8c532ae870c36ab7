/** agora.md §10: senators. */
import { describe, expect, test } from 'vitest'
import type { SenatorId } from '../../../src/rules/index.ts'
import { agora } from '../support/agora.ts'
import { choose, CONSPIRE, DECLINE, place, PLACE_ANYWHERE } from '../support/agora-actions.ts'
import { expectExtraTurn, expectRefused, expectTurnOf } from '../support/expect.ts'
import { expectAsked } from '../support/expect-decision.ts'

const LEFT: SenatorId[] = ['politician-left-1', 'politician-left-2']

describe('senators', () => {
  test('15 the first senator costs nothing, the second 1 coin, the third 2', () => {
    const game = agora({
      A: { coins: 10 },
      accessible: ['politician-left-1', 'conspirator-1', 'politician-center-1', 'conspirator-2'],
    })
    const first = game.recruit('politician-left-1')
    expect([first.coins('A'), first.senators('A')]).toEqual([10, ['politician-left-1']])
    const second = first.act(DECLINE).pass().recruit('conspirator-1')
    expect(second.coins('A')).toBe(9)
    const third = second.act(place(1)).pass().recruit('politician-center-1')
    expect([third.coins('A'), third.senators('A').length]).toEqual([7, 3])
    expect(third.act(DECLINE).pass().price('conspirator-2').total).toBe(3)
  })

  test('16 a senator that costs 3 coins cannot be recruited with 2, but discarded', () => {
    const game = agora({ A: { coins: 2, senators: [...LEFT, 'conspirator-1'] }, accessible: ['conspirator-2'] })
    expectRefused(game, game.recruiting('conspirator-2'), 'too-expensive')
    expect(game.isLegal(game.discarding('conspirator-2'))).toBe(true)
    expect(game.withCoins(3).recruit('conspirator-2').coins('A')).toBe(0)
  })

  test('17 Corruption makes senators free', () => {
    const game = agora({
      age: 2,
      A: { coins: 0, senators: [...LEFT, 'conspirator-1', 'conspirator-3'], tokens: ['corruption'] },
      accessible: ['conspirator-2'],
    })
    expect(game.price('conspirator-2').total).toBe(0)
    const after = game.recruit('conspirator-2')
    expect([after.coins('A'), after.senators('A').length]).toEqual([0, 5])
  })

  test("17 the opponent's Corruption does not", () => {
    const game = agora({
      A: { coins: 9, senators: LEFT },
      B: { tokens: ['corruption'] },
      accessible: ['conspirator-2'],
    })
    expect(game.recruit('conspirator-2').coins('A')).toBe(7)
  })

  test('18 a senator discarded for coins brings as much as any card, and lies on the discard pile', () => {
    const game = agora({
      A: { coins: 1, owns: ['tavern', 'wood-reserve'], senators: LEFT },
      accessible: ['conspirator-1'],
    })
    const after = game.discard('conspirator-1')
    expect([after.coins('A'), after.state.discardPile, after.senators('A')]).toEqual([5, ['conspirator-1'], LEFT])
    expectTurnOf(after, 'B')
  })

  test('19 a senator under a wonder has no effect and makes later senators no dearer', () => {
    const game = agora({ A: { coins: 20, wonders: ['pyramids'] }, accessible: ['politician-left-1', 'conspirator-1'] })
    const after = game.wonder('pyramids', 'politician-left-1')
    expect([after.hasConstructed('A', 'pyramids'), after.senators('A')]).toEqual([true, []])
    expectTurnOf(after, 'B')
    expect(after.pass().price('conspirator-1').total).toBe(0)
  })

  test('20 a senator that prepares a conspiracy has no effect', () => {
    const game = agora({ A: { unprepared: ['coup'] }, accessible: ['conspirator-1', 'politician-left-1'] })
    const after = game.prepare('coup', 'conspirator-1')
    expect([after.conspiracies('A'), after.senators('A'), after.reserve('A'), after.coins('A')]).toEqual([
      ['coup prepared'],
      [],
      12,
      7,
    ])
    expectTurnOf(after, 'B')
    expect(after.pass().price('politician-left-1').total).toBe(0)
  })

  test("21 recruiting pays nothing to the opponent's Economy", () => {
    const game = agora({ A: { senators: LEFT }, B: { tokens: ['economy'] }, accessible: ['politician-center-1'] })
    const after = game.recruit('politician-center-1')
    expect([after.coins('A'), after.coins('B')]).toEqual([5, 7])
  })

  test('22 a politician from the discard pile is recruited for free with the full effect, and counts', () => {
    const game = agora({
      A: {
        coins: 10,
        owns: ['theater', 'altar', 'baths', 'temple'],
        senators: ['conspirator-1'],
        wonders: ['mausoleum'],
      },
      age: 2,
      discardPile: ['politician-center-1'],
      accessible: ['brewery', 'conspirator-2'],
    })
    const choosing = game.wonder('mausoleum', 'brewery')
    expectAsked(choosing, 'A', 'revive', [choose('politician-center-1')])
    const acting = choosing.act(choose('politician-center-1'))
    expect([acting.coins('A'), acting.senators('A')]).toEqual([
      choosing.coins('A'),
      ['conspirator-1', 'politician-center-1'],
    ])
    expectAsked(acting, 'A', 'senate', [place(3), place(4), DECLINE])
    expect([acting.left, acting.state.discardPile]).toEqual([3, []])

    const after = acting.do(place(3), place(3), place(4))
    expectTurnOf(after, 'B')
    expect(after.pass().price('conspirator-2').total).toBe(2)
  })

  test('23 a conspirator from the discard pile acts, and then its decree gives an extra turn', () => {
    const game = agora({
      A: { coins: 20, wonders: ['mausoleum'] },
      discardPile: ['conspirator-1'],
      cubes: { 3: '1-0' },
      decrees: { 3: 'conspirator-extra-turn' },
    })
    const acting = game.wonder('mausoleum').act(choose('conspirator-1'))
    expectAsked(acting, 'A', 'conspirator', [...PLACE_ANYWHERE, CONSPIRE])
    const extra = acting.act(place(5))
    expectExtraTurn(extra, 'A')
    expectTurnOf(extra.pass(), 'B')
  })

  test('a senator cannot be constructed, and a building not recruited', () => {
    const game = agora({ accessible: ['conspirator-1', 'altar'] })
    expectRefused(game, { type: 'construct-building', slot: game.slotOf('conspirator-1') }, 'not-offered')
    expectRefused(game, { type: 'recruit-senator', slot: game.slotOf('altar') }, 'not-offered')
    expectRefused(game, { type: 'recruit-senator', slot: 0 }, 'slot-not-accessible')
  })
})
