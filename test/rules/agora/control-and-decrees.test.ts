/** agora.md §10: control of chambers, and the decrees on what is constructed or discarded. */
import { describe, expect, test } from 'vitest'
import type { DecreeId } from '../../../src/rules/index.ts'
import { agora } from '../support/agora.ts'
import {
  choose,
  chooseSlot,
  DECLINE,
  move,
  place,
  PLACE_ANYWHERE,
  remove,
  swap,
  trigger,
} from '../support/agora-actions.ts'
import { expectRefused, expectTurnOf } from '../support/expect.ts'
import { expectAsked } from '../support/expect-decision.ts'

/** A or B controls chamber 1, in which this decree lies. */
const controlledBy = (player: 'A' | 'B', decree: DecreeId) =>
  ({ cubes: { 1: player === 'A' ? '1-0' : '0-1' }, decrees: { 1: decree } }) as const

describe('control and decrees', () => {
  test('44 a chamber is controlled by the player with more cubes, and by nobody when there are as many', () => {
    const game = agora({
      B: { owns: ['theater', 'altar'] },
      accessible: ['politician-center-1', 'politician-center-2'],
    })
    expect([game.cubes(3), game.controller(3)]).toEqual(['0-0', 'nobody'])
    const first = game.recruit('politician-center-1').act(place(3))
    expect([first.cubes(3), first.controller(3)]).toEqual(['1-0', 'A'])
    const second = first.recruit('politician-center-2').act(place(3))
    expect([second.cubes(3), second.controller(3)]).toEqual(['1-1', 'nobody'])
    expect(second.eventsOf('control-changed')).toEqual([{ type: 'control-changed', chamber: 3, controller: null }])
    const third = second.act(place(3))
    expect([third.cubes(3), third.controller(3)]).toEqual(['1-2', 'B'])
    expect(third.eventsOf('control-changed')).toEqual([{ type: 'control-changed', chamber: 3, controller: 1 }])
  })

  test('45 a cube that moves into a chamber whose decree lies face down reveals it', () => {
    const game = agora({ cubes: { 3: '1-0' }, decrees: { 4: 'coins-red' }, accessible: ['politician-left-1'] })
    expect(game.faceDownDecrees()).toContain(4)
    const after = game.recruit('politician-left-1').act(move(3, 4))
    expect([after.decrees(4), after.faceDownDecrees()]).toEqual([['coins-red'], [2, 6]])
    expect(after.eventsOf('decree-revealed')).toEqual([{ type: 'decree-revealed', chamber: 4, decree: 'coins-red' }])
  })

  test('45 a move is evaluated first in the chamber that it leaves, then in the one it enters', () => {
    const after = agora({ cubes: { 3: '1-0' }, accessible: ['politician-left-1'] })
      .recruit('politician-left-1')
      .act(move(3, 4))
    expect(after.eventsOf('control-changed')).toEqual([
      { type: 'control-changed', chamber: 3, controller: null },
      { type: 'control-changed', chamber: 4, controller: 0 },
    ])
  })

  test('45 once face up a decree never turns back', () => {
    const game = agora({
      A: { owns: ['theater', 'altar'] },
      decrees: { 2: 'coins-red' },
      accessible: ['politician-left-1', 'conspirator-1'],
    })
    const left = game.recruit('politician-left-1').do(place(2), move(2, 1))
    expect([left.cubes(2), left.decrees(2)]).toEqual(['0-0', ['coins-red']])
    const again = left.recruit('conspirator-1').act(place(2))
    expect(again.eventsOf('decree-revealed')).toEqual([])
  })

  test('46 a cube that is removed goes back to the reserve of its owner, and can give control to the other', () => {
    const game = agora({ A: { prepared: ['political-maneuver'] }, cubes: { 2: '1-1' } })
    const removing = game.do(trigger('political-maneuver'), place(6))
    expectAsked(removing, 'A', 'remove', [remove(2)])
    const after = removing.act(remove(2))
    expect([after.cubes(2), after.controller(2), after.reserve('B')]).toEqual(['1-0', 'A', 12])
  })

  test('47 the effect of a decree ends at once when control is lost', () => {
    const game = agora({
      A: { coins: 0, prepared: ['blackmail'] },
      B: { coins: 0 },
      cubes: { 1: '2-1' },
      decrees: { 1: 'discard-plus-2' },
      accessible: ['altar'],
    })
    expect(game.discard('altar').coins('A')).toBe(4)
    const lost = game.do(trigger('blackmail'), move(1, 2))
    expect([lost.cubes(1), lost.controller(1)]).toEqual(['1-1', 'nobody'])
    expectTurnOf(lost, 'A')
    expect(lost.discard('altar').coins('A')).toBe(2)
  })

  test('48 the decree of discards brings 2 more coins', () => {
    const position = {
      A: { coins: 0, owns: ['tavern', 'wood-reserve', 'clay-reserve'] },
      accessible: ['altar'],
    } as const
    expect(
      agora({ ...position, ...controlledBy('A', 'discard-plus-2') })
        .discard('altar')
        .coins('A'),
    ).toBe(7)
    expect(
      agora({ ...position, ...controlledBy('B', 'discard-plus-2') })
        .discard('altar')
        .coins('A'),
    ).toBe(5)
  })

  test('48 it brings nothing when a card is put under a wonder or a conspiracy', () => {
    const game = agora({
      A: { coins: 8, wonders: ['pyramids'], unprepared: ['coup'] },
      ...controlledBy('A', 'discard-plus-2'),
    })
    expect(game.wonder('pyramids').coins('A')).toBe(0)
    expect(game.prepare('coup').coins('A')).toBe(8)
  })

  test('49 cards discarded by Turn of Events bring no coins', () => {
    const game = agora({
      A: { coins: 3, prepared: ['turn-of-events'] },
      ...controlledBy('A', 'discard-plus-2'),
      accessible: ['altar', 'baths'],
    })
    const [first, second] = [game.slotOf('altar'), game.slotOf('baths')]
    const after = game.do(trigger('turn-of-events'), chooseSlot(first), chooseSlot(second))
    expect([after.coins('A'), after.state.discardPile]).toEqual([3, ['altar', 'baths']])
  })

  test('50 a blue building of one player brings the controller of its decree coins, after it is paid', () => {
    const game = agora({ A: { coins: 4 }, B: { coins: 0 }, ...controlledBy('B', 'coins-blue'), accessible: ['statue'] })
    const after = game.build('statue')
    expect([after.coins('A'), after.coins('B')]).toEqual([0, 2])
    expect(after.events.map(({ type }) => type).indexOf('coins-gained')).toBeGreaterThan(
      after.events.map(({ type }) => type).indexOf('building-constructed'),
    )

    const own = agora({ A: { coins: 4 }, ...controlledBy('A', 'coins-blue'), accessible: ['statue'] })
    expect(own.build('statue').coins('A')).toBe(2)
    expectRefused(own.withCoins(3), own.building('statue'), 'too-expensive')
  })

  test.each([
    ['coins-blue', 'altar'],
    ['coins-green', 'scriptorium'],
    ['coins-yellow', 'wood-reserve'],
    ['coins-red', 'guard-tower'],
  ] as const)('50 %s pays for its colour alone, to its controller alone', (decree, building) => {
    for (const controller of ['A', 'B'] as const) {
      for (const card of ['altar', 'scriptorium', 'wood-reserve', 'guard-tower'] as const) {
        const after = agora({ ...controlledBy(controller, decree), accessible: [card] }).build(card)
        expect([after.gains('A'), after.gains('B')]).toEqual(
          card !== building ? [[], []] : controller === 'A' ? [[['decree', 1]], []] : [[], [['decree', 1]]],
        )
      }
    }
    const nobody = agora({ cubes: { 1: '1-1' }, decrees: { 1: decree }, accessible: [building] }).build(building)
    expect([nobody.gains('A'), nobody.gains('B')]).toEqual([[], []])
  })

  test('51 a red building from the discard pile brings the coins of its decree', () => {
    const game = agora({
      A: { coins: 20, wonders: ['mausoleum'] },
      age: 3,
      discardPile: ['guard-tower'],
      ...controlledBy('A', 'coins-red'),
    })
    const before = game.wonder('mausoleum')
    const after = before.act(choose('guard-tower'))
    expect(after.gains('A')).toEqual([['decree', 3]])
  })

  test('52 the coins are those of the current age, not of the card', () => {
    const game = agora({
      age: 2,
      A: { prepared: ['treason'] },
      removed: { 1: ['wood-reserve'] },
      ...controlledBy('A', 'coins-yellow'),
    })
    const after = game.do(trigger('treason'), choose('wood-reserve'))
    expect([after.gains('A'), after.coins('A')]).toEqual([[['decree', 2]], 9])
  })

  test('53 the decree of red buildings gained through a red building does not pay for it', () => {
    const game = agora({ pawn: 2, A: { coins: 7 }, decrees: { 1: 'coins-red' }, accessible: ['guard-tower'] })
    const placing = game.build('guard-tower')
    expectAsked(placing, 'A', 'place')
    const after = placing.act(place(1))
    expect([after.controller(1), after.coins('A'), after.gains('A')]).toEqual(['A', 7, []])
    expectTurnOf(after, 'B')
  })

  test('54 a wonder of either player brings the controller of its decree coins', () => {
    const position = { age: 3, A: { coins: 8, wonders: ['pyramids'] }, B: { coins: 0 } } as const
    const other = agora({ ...position, ...controlledBy('B', 'coins-wonder') }).wonder('pyramids')
    expect([other.coins('A'), other.coins('B')]).toEqual([0, 3])
    const own = agora({ ...position, ...controlledBy('A', 'coins-wonder') }).wonder('pyramids')
    expect([own.coins('A'), own.coins('B')]).toEqual([3, 0])
  })

  test('55 the decree of wonders gained through Knossos does not pay for it', () => {
    const game = agora({ A: { coins: 20, wonders: ['knossos'] }, decrees: { 1: 'coins-wonder' } })
    const placing = game.wonder('knossos')
    const coins = placing.coins('A')
    expectAsked(placing, 'A', 'place')
    const after = placing.do(place(1), DECLINE)
    expect([after.controller(1), after.coins('A')]).toEqual(['A', coins])
  })

  test('55 Knossos places a cube and lets one move, and is worth 3 points', () => {
    const placing = agora({ A: { coins: 20, wonders: ['knossos'] }, cubes: { 6: '0-1' } }).wonder('knossos')
    expectAsked(placing, 'A', 'place', PLACE_ANYWHERE)
    const moving = placing.act(place(6))
    expectAsked(moving, 'A', 'move', [move(6, 5), DECLINE])
    const after = moving.act(move(6, 5))
    expect([after.cubes(5), after.cubes(6), after.score('A').wonders]).toEqual(['1-0', '0-1', 3])
    expectTurnOf(after, 'B')
  })

  test('56 a green building that changes city brings no coins', () => {
    const game = agora({
      A: { owns: ['scriptorium'], prepared: ['coercion'] },
      B: { owns: ['workshop'] },
      ...controlledBy('A', 'coins-green'),
    })
    const after = game.do(trigger('coercion'), swap('workshop', 'scriptorium'))
    expect([after.coins('A'), after.coins('B')]).toEqual([7, 7])
    const taken = agora({
      A: { prepared: ['foreclosure'] },
      B: { owns: ['quarry'] },
      ...controlledBy('A', 'coins-yellow'),
    })
    expect(taken.do(trigger('foreclosure'), choose('quarry')).coins('A')).toBe(7)
  })

  test('57 a purple building brings nobody the coins of the four colours', () => {
    const game = agora({
      A: { coins: 20 },
      cubes: { 1: '1-0', 2: '1-0', 3: '1-0', 4: '0-1' },
      decrees: { 1: 'coins-blue', 2: 'coins-green', 3: 'coins-yellow', 4: 'coins-red' },
      accessible: ['builders-guild'],
    })
    const after = game.build('builders-guild')
    expect([after.gains('A'), after.gains('B')]).toEqual([[], []])
  })
})
