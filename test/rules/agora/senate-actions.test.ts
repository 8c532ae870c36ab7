/** agora.md §10: the actions of a politician. */
import { describe, expect, test } from 'vitest'
import type { BuildingId } from '../../../src/rules/index.ts'
import type { AgoraDescription } from '../support/agora.ts'
import { agora } from '../support/agora.ts'
import { DECLINE, move, place } from '../support/agora-actions.ts'
import type { AgoraGame } from '../support/agora-game.ts'
import { expectTurnOf } from '../support/expect.ts'
import { expectAsked, expectNotOffered, expectNoTurnAction } from '../support/expect-decision.ts'

const BLUE: BuildingId[] = ['theater', 'altar', 'baths', 'temple', 'statue', 'courthouse']

/** A has just recruited a politician of the left section, with so many blue buildings. */
const recruited = (blue: number, position: AgoraDescription = {}): AgoraGame =>
  agora({
    age: 2,
    ...position,
    A: { ...position.A, owns: BLUE.slice(0, blue) },
    accessible: ['politician-left-1'],
  }).recruit('politician-left-1')

describe('senate actions', () => {
  test.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 3],
    [6, 3],
  ])('24 %i blue buildings allow %i actions', (blue, actions) => {
    const acting = recruited(blue)
    expect(acting.left).toBe(actions)
    let now = acting
    for (let action = 0; action < actions; action++) {
      expectAsked(now, 'A', 'senate')
      now = now.act(place(1))
    }
    expectTurnOf(now, 'B')
    expect(now.cubes(1)).toBe(`${actions}-0`)
  })

  test('24 only blue buildings count, and only own ones', () => {
    const acting = agora({
      age: 2,
      A: { owns: ['tavern', 'scriptorium', 'quarry', 'press', 'garrison'] },
      B: { owns: BLUE },
      accessible: ['politician-left-1'],
    }).recruit('politician-left-1')
    expect(acting.left).toBe(1)
  })

  test.each([
    [0, 2],
    [1, 2],
    [2, 3],
    [4, 3],
  ])('25 with the decree of two more blue buildings %i allow %i actions', (blue, actions) => {
    const decree: AgoraDescription = { cubes: { 5: '1-0' }, decrees: { 5: 'senate-blue-plus-2' } }
    expect(recruited(blue, decree).left).toBe(actions)
  })

  test('25 the decree of two more blue buildings does not help when the opponent controls it, or nobody', () => {
    for (const cubes of ['0-1', '1-1', '0-0'] as const) {
      expect(recruited(2, { cubes: { 5: cubes }, decrees: { 5: 'senate-blue-plus-2' } }).left).toBe(2)
    }
  })

  test('26 the decree of two more blue buildings gained by the only action allows no other', () => {
    const acting = recruited(0, { decrees: { 1: 'senate-blue-plus-2' } })
    const after = acting.act(place(1))
    expect(after.controller(1)).toBe('A')
    expectTurnOf(after, 'B')
  })

  test('26 the same decree, lost by the first action, takes no action away', () => {
    const acting = recruited(2, { cubes: { 1: '1-0' }, decrees: { 1: 'senate-blue-plus-2' } })
    expect(acting.left).toBe(3)
    const lost = acting.act(move(1, 2))
    expect([lost.controller(1), lost.left]).toEqual(['nobody', 2])
  })

  test('27 a politician of the left section places in chambers 1 and 2 alone', () => {
    const acting = recruited(2)
    expectAsked(acting, 'A', 'senate', [place(1), place(2), DECLINE])
    for (const first of [1, 2] as const) {
      const second = acting.act(place(first))
      for (const chamber of [1, 2] as const) expect(second.isLegal(place(chamber))).toBe(true)
      expectNotOffered(second, place(3), place(4), place(5), place(6))
    }
    const split = acting.do(place(1), place(2))
    expect([split.cubes(1), split.cubes(2)]).toEqual(['1-0', '1-0'])
  })

  test('27 the others place in chambers 3 and 4, and in 5 and 6', () => {
    const game = agora({ accessible: ['politician-center-2', 'politician-right-2'] })
    expectAsked(game.recruit('politician-center-2'), 'A', 'senate', [place(3), place(4), DECLINE])
    expectAsked(game.recruit('politician-right-2'), 'A', 'senate', [place(5), place(6), DECLINE])
  })

  test('28 a cube moves from any chamber to an adjacent one, whatever the section of the politician', () => {
    const acting = recruited(2, { cubes: { 5: '1-0', 6: '1-2', 3: '0-1' } })
    expectAsked(acting, 'A', 'senate', [place(1), place(2), move(5, 4), move(5, 6), move(6, 5), DECLINE])
    const after = acting.act(move(5, 6))
    expect([after.cubes(5), after.cubes(6)]).toEqual(['0-0', '2-2'])
    expectNotOffered(acting, move(5, 3), move(6, 1), move(5, 5), move(3, 4), move(1, 2))
  })

  test('28 chambers are adjacent across sections, but 1 and 6 are not adjacent', () => {
    const acting = recruited(0, { cubes: { 1: '1-0', 2: '1-0', 3: '1-0', 4: '1-0', 5: '1-0' } })
    const moves = [
      move(1, 2),
      move(2, 1),
      move(2, 3),
      move(3, 2),
      move(3, 4),
      move(4, 3),
      move(4, 5),
      move(5, 4),
      move(5, 6),
    ]
    expectAsked(acting, 'A', 'senate', [place(1), place(2), ...moves, DECLINE])
  })

  test('29 a cube that was just placed can be moved', () => {
    const acting = recruited(2)
    const after = acting.do(place(2), move(2, 3))
    expect([after.cubes(2), after.cubes(3), after.reserve('A')]).toEqual(['0-0', '1-0', 11])
    expectTurnOf(after, 'B')
  })

  test('30 the same cube can move as often as there are actions', () => {
    const after = recruited(4, { cubes: { 1: '1-0' } }).do(move(1, 2), move(2, 3), move(3, 4))
    expect([after.cubes(1), after.cubes(2), after.cubes(3), after.cubes(4)]).toEqual(['0-0', '0-0', '0-0', '1-0'])
    expectTurnOf(after, 'B')
  })

  test('31 a player who stops after the first of three actions gives up the others, and the turn ends', () => {
    const stopping = recruited(4).act(place(1))
    expect(stopping.left).toBe(2)
    expectTurnOf(stopping.act(DECLINE), 'B')
  })

  test('32 a politician may do nothing', () => {
    const after = recruited(4).act(DECLINE)
    expect([after.reserve('A'), after.senators('A')]).toEqual([12, ['politician-left-1']])
    expectTurnOf(after, 'B')
  })

  test('33 without a cube in the reserve a politician can only move or stop', () => {
    const acting = recruited(4, { cubes: { 1: '7-0', 6: '5-0' } })
    expect(acting.reserve('A')).toBe(0)
    expectAsked(acting, 'A', 'senate', [move(1, 2), move(6, 5), DECLINE])
    expectNotOffered(acting, place(1), place(2))
  })

  test('33 after the last cube of the reserve is placed, no other can be placed', () => {
    const after = recruited(2, { cubes: { 1: '11-0' } }).act(place(1))
    expectAsked(after, 'A', 'senate', [move(1, 2), DECLINE])
    expect(after.reserve('A')).toBe(0)
  })

  test('nothing that belongs to a turn can be done in between', () => {
    const acting = agora({
      A: { unprepared: ['coup'], prepared: ['treason'] },
      accessible: ['politician-left-1', 'altar'],
    })
    const slot = acting.slotOf('altar')
    expectNoTurnAction(
      acting.recruit('politician-left-1'),
      { type: 'construct-building', slot },
      { type: 'discard-card', slot },
      { type: 'prepare-conspiracy', slot, conspiracy: 'coup' },
      { type: 'trigger-conspiracy', conspiracy: 'treason' },
    )
  })
})
