/** agora.md §10: the shield decree and the military tokens. */
import { describe, expect, test } from 'vitest'
import type { AgoraDescription } from '../support/agora.ts'
import { agora } from '../support/agora.ts'
import { choose, DECLINE, move, place, PLACE_ANYWHERE, remove, trigger } from '../support/agora-actions.ts'
import type { AgoraGame } from '../support/agora-game.ts'
import { expectTurnOf, expectWon } from '../support/expect.ts'
import { expectAsked, expectMandatory, pushes } from '../support/expect-decision.ts'

const BLUE = ['theater', 'altar', 'baths', 'temple'] as const
const SHIELD = { decrees: { 1: 'shield' } } as const

/** A has just recruited a politician of the left section, with so many senate actions. */
const acting = (actions: 1 | 2 | 3, position: AgoraDescription): AgoraGame =>
  agora({
    age: 2,
    ...SHIELD,
    ...position,
    A: { ...position.A, owns: BLUE.slice(0, [0, 2, 4][actions - 1]) },
    accessible: ['politician-left-1'],
  }).recruit('politician-left-1')

describe('the shield decree', () => {
  test('74 the player who gains it pushes the pawn one space and takes the minor token there', () => {
    const placing = acting(1, { pawn: 2 }).act(place(1))
    expect([placing.state.pawn, pushes(placing)]).toEqual([3, [['A', 2, 3]]])
    expect(placing.eventsOf('military-token-taken')).toEqual([
      { type: 'military-token-taken', seat: 0, token: 'minor' },
    ])
    expect(placing.state.militaryTokens).toEqual([['major'], ['minor', 'major']])
    expectAsked(placing, 'A', 'place', PLACE_ANYWHERE)
    expectMandatory(placing)
    const after = placing.act(place(6))
    expect(after.cubes(6)).toBe('1-0')
    expectTurnOf(after, 'B')
  })

  test('75 gained one space before the capital it wins at once, and the other senate actions are dropped', () => {
    const after = acting(3, { pawn: 8 }).act(place(1))
    expect(after.state.pawn).toBe(9)
    expectWon(after, 'military', 'A')
  })

  test('76 after losing the shield decree the other player takes the token that their push reaches', () => {
    const losing = acting(2, { pawn: -2, cubes: { 1: '2-1' } }).act(move(1, 2))
    expect([losing.cubes(1), losing.controller(1), losing.state.pawn]).toEqual(['1-1', 'nobody', -3])
    expect(losing.eventsOf('military-token-taken')).toEqual([{ type: 'military-token-taken', seat: 1, token: 'minor' }])
    expect(losing.state.militaryTokens).toEqual([['minor', 'major'], ['major']])
    expectAsked(losing, 'B', 'place', PLACE_ANYWHERE)
    expect(losing.state.turnOf).toBe(0)

    const back = losing.act(place(5))
    expect([back.cubes(5), back.reserve('B')]).toEqual(['0-1', 10])
    expectAsked(back, 'A', 'senate')
    expect(back.left).toBe(1)
    expectTurnOf(back.act(DECLINE), 'B')
  })

  test('76 a major token taken in that way lets the other player remove a cube of the turn owner and move one', () => {
    const losing = acting(2, { pawn: -5, cubes: { 1: '2-1', 4: '1-0' } }).act(move(1, 2))
    expectAsked(losing, 'B', 'remove', [remove(1), remove(2), remove(4)])
    const moving = losing.act(remove(4))
    expect([moving.cubes(4), moving.reserve('A'), moving.reserve('B')]).toEqual(['0-0', 10, 11])
    expectAsked(moving, 'B', 'move', [move(1, 2), DECLINE])
    const back = moving.act(DECLINE)
    expectAsked(back, 'A', 'senate')
    expect(back.left).toBe(1)
  })

  test('77 losing it can lose the match', () => {
    const after = acting(2, { pawn: -8, cubes: { 1: '1-0' } }).act(move(1, 2))
    expect([after.cubes(1), after.state.pawn]).toEqual(['0-0', -9])
    expectWon(after, 'military', 'B')
  })

  test('78 taking it from the other player pushes twice: at the loss and at the gain', () => {
    const game = acting(2, { cubes: { 1: '1-2' } })
    const tied = game.act(place(1))
    expect([tied.cubes(1), tied.state.pawn, pushes(tied)]).toEqual(['2-2', 1, [['A', 0, 1]]])
    const gained = tied.act(place(1))
    expect([gained.cubes(1), gained.controller(1), gained.state.pawn]).toEqual(['3-2', 'A', 2])
  })

  test('79 Strategy adds nothing to it', () => {
    const after = acting(1, { A: { tokens: ['strategy'] } }).act(place(1))
    expect(after.state.pawn).toBe(1)
  })

  test('a cube more or less that does not change who controls it pushes nothing', () => {
    const more = acting(1, { cubes: { 1: '1-0' } }).act(place(1))
    expect([more.cubes(1), more.state.pawn]).toEqual(['2-0', 0])
    const less = acting(1, { cubes: { 1: '3-1' } }).act(move(1, 2))
    expect([less.cubes(1), less.state.pawn]).toEqual(['2-1', 0])
  })

  test('removing the cube that controls it pushes for the player who removed it', () => {
    const game = agora({ A: { prepared: ['political-maneuver'] }, cubes: { 1: '0-1' }, ...SHIELD })
    const after = game.do(trigger('political-maneuver'), place(6), remove(1))
    expect([after.controller(1), after.state.pawn]).toEqual(['nobody', 1])
  })

  test('a token won by a push is resolved before the action or step that follows', () => {
    const placing = acting(3, { pawn: 5, cubes: { 6: '0-1' } }).act(place(1))
    expectAsked(placing, 'A', 'remove', [remove(6)])
    const moving = placing.act(remove(6))
    expectAsked(moving, 'A', 'move')
    const senate = moving.act(DECLINE)
    expectAsked(senate, 'A', 'senate')
    expect(senate.left).toBe(2)
  })
})

describe('military tokens', () => {
  test('80 four shields across both tokens: a cube is placed, one removed, one moved', () => {
    const game = agora({
      A: { coins: 40, tokens: ['strategy'] },
      pawn: 2,
      cubes: { 3: '0-1', 4: '0-2' },
      accessible: ['arsenal'],
    })
    const placing = game.build('arsenal')
    expect([placing.state.pawn, placing.eventsOf('military-token-taken').map(({ token }) => token)]).toEqual([
      6,
      ['minor', 'major'],
    ])
    expectAsked(placing, 'A', 'place', PLACE_ANYWHERE)
    const removing = placing.act(place(1))
    expectAsked(removing, 'A', 'remove', [remove(3), remove(4)])
    expectMandatory(removing)
    const moving = removing.act(remove(4))
    expect(moving.cubes(4)).toBe('0-1')
    expectAsked(moving, 'A', 'move', [move(1, 2), DECLINE])
    const after = moving.act(move(1, 2))
    expect([after.cubes(1), after.cubes(2)]).toEqual(['0-0', '1-0'])
    expectTurnOf(after, 'B')
  })

  test('80 a push that wins leaves the tokens on its way unresolved, but the decree on the construction pays', () => {
    const game = agora({
      A: { coins: 40, tokens: ['strategy'] },
      B: { coins: 0 },
      pawn: 5,
      cubes: { 3: '0-1' },
      decrees: { 3: 'coins-red' },
      accessible: ['arsenal'],
    })
    const after = game.build('arsenal')
    expectWon(after, 'military', 'A')
    expect([after.state.pawn, after.cubes(3), after.gains('B')]).toEqual([9, '0-1', [['decree', 3]]])
  })

  test('81 when the opponent has no cube the removal of the major token is skipped, the move is not', () => {
    const game = agora({ pawn: 5, cubes: { 2: '1-0' }, accessible: ['guard-tower'] })
    const moving = game.build('guard-tower')
    expect(moving.skipped()).toEqual(['remove'])
    expectAsked(moving, 'A', 'move', [move(2, 1), move(2, 3), DECLINE])

    const nothing = agora({ pawn: 5, accessible: ['guard-tower'] }).build('guard-tower')
    expect(nothing.skipped()).toEqual(['remove', 'move'])
    expectTurnOf(nothing, 'B')
  })

  test('82 with an empty reserve the minor token does nothing, and is gone', () => {
    const after = agora({ pawn: 2, cubes: { 1: '12-0' }, accessible: ['guard-tower'] }).build('guard-tower')
    expect([after.skipped(), after.state.militaryTokens[0]]).toEqual([['place'], ['major']])
    expectTurnOf(after, 'B')
  })

  test('83 a token that is gone does nothing when the pawn comes back', () => {
    const game = agora({
      pawn: 2,
      A: { coins: 20 },
      B: { coins: 20 },
      accessible: ['barracks', 'walls', 'archery-range'],
    })
    const back = game.build('barracks').act(place(1)).build('walls')
    expect(back.state.pawn).toBe(1)
    const again = back.build('archery-range')
    expect([again.state.pawn, again.eventsOf('military-token-taken'), again.reserve('A')]).toEqual([3, [], 11])
    expectTurnOf(again, 'B')
  })

  test('83 it is not used up for the other side', () => {
    const game = agora({ mover: 'B', pawn: -2, accessible: ['guard-tower'] })
    expectAsked(game.build('guard-tower'), 'B', 'place')
  })

  test('84 skipping the move of the major token leaves the number of senate actions unchanged', () => {
    const moving = acting(3, { pawn: 5 }).act(place(1))
    expectAsked(moving, 'A', 'move', [move(1, 2), DECLINE])
    const senate = moving.act(DECLINE)
    expectAsked(senate, 'A', 'senate')
    expect(senate.left).toBe(2)
    expectTurnOf(senate.do(place(2), place(2)), 'B')
  })

  test('84 making that move leaves them unchanged too', () => {
    const senate = acting(3, { pawn: 5, cubes: { 4: '1-0' } }).do(place(1), move(4, 5))
    expect(senate.left).toBe(2)
  })

  test('85 no coins are lost on the way of the pawn', () => {
    const minor = agora({ pawn: 2, B: { coins: 10 }, accessible: ['guard-tower'] }).build('guard-tower')
    const major = agora({ pawn: 5, B: { coins: 10 }, accessible: ['guard-tower'] }).build('guard-tower')
    for (const after of [minor, major]) {
      expect([after.coins('B'), after.eventsOf('coins-lost')]).toEqual([10, []])
      expect(after.eventsOf('military-token-taken')).toHaveLength(1)
    }
  })

  test("a wonder's own decisions come before the tokens its shields have taken", () => {
    const game = agora({ pawn: 2, A: { coins: 20, wonders: ['statue-of-zeus'] }, B: { owns: ['quarry', 'clay-pool'] } })
    const destroying = game.wonder('statue-of-zeus')
    expectAsked(destroying, 'A', 'destroy-building', [choose('quarry'), choose('clay-pool')])
    expectAsked(destroying.act(choose('quarry')), 'A', 'place')
  })

  test('the track is worth what it is worth in the base game', () => {
    const points = [0, 1, 2, 3, 5, 6, 8].map((pawn) => agora({ pawn }).score('A').military)
    expect(points).toEqual([0, 2, 2, 5, 5, 10, 10])
    expect(agora({ pawn: -4 }).score('B').military).toBe(5)
  })
})
