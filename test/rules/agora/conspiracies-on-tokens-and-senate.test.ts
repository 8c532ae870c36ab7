/** agora.md §10: single conspiracies that act on progress tokens, the pawn and the Senate. */
import { describe, expect, test } from 'vitest'
import type { BuildingId, TokenId } from '../../../src/rules/index.ts'
import type { AgoraDescription } from '../support/agora.ts'
import { agora, triggered } from '../support/agora.ts'
import {
  chooseToken,
  DECLINE,
  lock,
  move,
  moveDecree,
  place,
  PLACE_ANYWHERE,
  remove,
  trigger,
} from '../support/agora-actions.ts'
import { expectTurnOf, expectWon } from '../support/expect.ts'
import { expectAsked, expectMandatory, expectNotOffered, pushes } from '../support/expect-decision.ts'
import { namesIn } from '../support/names.ts'

const FIVE_SYMBOLS: BuildingId[] = ['scriptorium', 'pharmacist', 'apothecary', 'workshop', 'academy']

describe('Obscurantism', () => {
  const tokens: TokenId[] = ['law', 'economy', 'masonry', 'theology', 'strategy']

  test("100 locks the opponent's Philosophy, and its points are gone", () => {
    const locking = triggered('obscurantism', {
      A: { tokens: ['urbanism'] },
      B: { tokens: ['philosophy'] },
      board: ['law', 'economy'],
    })
    expectMandatory(locking)
    expect(locking.score('B').progress).toBe(7)
    const after = locking.act(lock('philosophy'))
    expect([after.score('B').progress, after.city('B').tokens]).toEqual([0, []])
    expect([after.state.boardTokens, after.state.boxTokens.includes('philosophy')]).toEqual([['law', 'economy'], false])
    expectTurnOf(after, 'A')
    for (const viewer of ['A', 'B', 'spectator'] as const) {
      expect(after.view(viewer).cities[0].conspiracies![0]).toMatchObject({ locked: { token: 'philosophy' } })
    }
  })

  test('100 any token of the board, the opponent and the box can be locked, own ones cannot', () => {
    const locking = triggered('obscurantism', {
      A: { tokens: ['urbanism', 'mathematics'] },
      B: { tokens: ['philosophy'] },
      board: tokens,
    })
    const { boxTokens } = locking.state
    expect(boxTokens).toHaveLength(4)
    expectAsked(locking, 'A', 'lock-token', [...tokens, 'philosophy' as const, ...boxTokens].map(lock))
    expectNotOffered(locking, lock('urbanism'), lock('mathematics'))
  })

  test("100 the opponent's Law no longer counts as a symbol", () => {
    const position: AgoraDescription = {
      B: { coins: 20, owns: FIVE_SYMBOLS.slice(0, 4), tokens: ['law'] },
      accessible: ['academy'],
      age: 3,
    }
    expectWon(agora({ ...position, mover: 'B' }).build('academy'), 'science', 'B')
    const after = triggered('obscurantism', position).act(lock('law')).pass().build('academy')
    expect(after.state.result).toBeNull()
  })

  test('100 a token that is locked has no effect any more: Corruption, Economy, Mathematics', () => {
    const position: AgoraDescription = {
      B: { coins: 9, senators: ['conspirator-2', 'conspirator-3'], tokens: ['corruption', 'mathematics'] },
      accessible: ['conspirator-1'],
    }
    const after = triggered('obscurantism', position).act(lock('corruption')).pass()
    expect([after.price('conspirator-1').total, after.score('B').progress]).toEqual([2, 3])

    const economy = triggered('obscurantism', { B: { tokens: ['economy'] }, accessible: ['baths'] })
      .act(lock('economy'))
      .build('baths')
    expect(economy.coins('B')).toBe(7)
  })

  test('100 a token of the board is not replaced', () => {
    const after = triggered('obscurantism', { board: tokens }).act(lock('economy'))
    expect(after.state.boardTokens).toEqual(['law', 'masonry', 'theology', 'strategy'])
    expect(after.state.boxTokens).toHaveLength(7)
  })

  test('101 of a token locked from the box the opponent sees only that one is hidden there', () => {
    const box: TokenId[] = ['law', 'economy', 'theology', 'urbanism', 'corruption', 'masonry', 'strategy']
    const after = triggered('obscurantism', { box }).act(lock('theology'))
    for (const viewer of ['B', 'spectator'] as const) {
      expect(after.view(viewer).cities[0].conspiracies![0]).toEqual({
        id: 'obscurantism',
        state: 'triggered',
        under: 'I',
        locked: {},
      })
      expect(namesIn([after.view(viewer), after.eventsFor(viewer)])).not.toContain('theology')
      expect(after.eventsFor(viewer)).toContainEqual({ type: 'progress-token-locked', seat: 0, from: 'box' })
    }
    expect(after.view('A').cities[0].conspiracies![0]).toMatchObject({ locked: { token: 'theology' } })
    expect(after.eventsFor('A')).toContainEqual({
      type: 'progress-token-locked',
      seat: 0,
      from: 'box',
      token: 'theology',
    })
  })

  test('101 neither the Great Library nor Espionage can take it', () => {
    const box: TokenId[] = ['law', 'theology', 'economy', 'urbanism', 'corruption', 'masonry', 'strategy']
    const after = triggered('obscurantism', {
      box,
      B: { coins: 20, wonders: ['great-library'], prepared: ['espionage'] },
    })
      .act(lock('theology'))
      .pass()
    expectAsked(
      after.wonder('great-library'),
      'B',
      'library-choice',
      (['law', 'economy', 'urbanism'] as const).map(chooseToken),
    )
    const spying = after.act(trigger('espionage'))
    expectAsked(spying, 'B', 'espionage', box.filter((token) => token !== 'theology').map(chooseToken))
  })
})

describe('Coup', () => {
  test('102 pushes the pawn two spaces, with Strategy too', () => {
    const after = triggered('coup', { A: { tokens: ['strategy'] } })
    expect([after.state.pawn, pushes(after)]).toEqual([2, [['A', 0, 2]]])
    expectTurnOf(after, 'A')
  })

  test('102 takes tokens on its way, before the main action', () => {
    const placing = triggered('coup', { pawn: 1 })
    expectAsked(placing, 'A', 'place', PLACE_ANYWHERE)
    expectTurnOf(placing.act(place(1)), 'A')
  })
})

describe('Political Maneuver', () => {
  test('a cube is placed, one of the opponent removed, one moved', () => {
    const placing = triggered('political-maneuver', { cubes: { 4: '0-2', 5: '1-1' } })
    expectAsked(placing, 'A', 'place', PLACE_ANYWHERE)
    const removing = placing.act(place(3))
    expectAsked(removing, 'A', 'remove', [remove(4), remove(5)])
    expectMandatory(removing)
    const moving = removing.act(remove(5))
    expectAsked(moving, 'A', 'move', [move(3, 2), move(3, 4), move(5, 4), move(5, 6), DECLINE])
    expectTurnOf(moving.act(DECLINE), 'A')
  })

  test('108 with an empty reserve nothing is placed, the rest remains', () => {
    const removing = triggered('political-maneuver', { cubes: { 1: '12-1' } })
    expect(removing.skipped()).toEqual(['place'])
    expectAsked(removing, 'A', 'remove', [remove(1)])
    expectAsked(removing.act(remove(1)), 'A', 'move', [move(1, 2), DECLINE])
  })
})

describe('Espionage', () => {
  test('109 offers all tokens in the box, and Law can win', () => {
    const box: TokenId[] = ['law', 'economy', 'theology', 'urbanism', 'corruption', 'masonry', 'strategy']
    const spying = triggered('espionage', { age: 3, A: { owns: FIVE_SYMBOLS }, box })
    expectAsked(spying, 'A', 'espionage', box.map(chooseToken))
    expectMandatory(spying)
    expectWon(spying.act(chooseToken('law')), 'science', 'A')
    const after = spying.act(chooseToken('urbanism'))
    expect([after.coins('A'), after.city('A').tokens, after.state.boxTokens]).toEqual([
      13,
      ['urbanism'],
      box.filter((token) => token !== 'urbanism'),
    ])
    expectTurnOf(after, 'A')
  })
})

describe('Insider Influence', () => {
  const decrees = { 1: 'shield', 2: 'coins-red', 3: 'coins-blue' } as const

  test("118 the shield decree that moves from an own chamber to the opponent's pushes the pawn twice", () => {
    const moving = triggered('insider-influence', { cubes: { 1: '1-0', 3: '0-1' }, decrees })
    const after = moving.act(moveDecree(1, 3))
    expect(after.state.pawn).toBe(-2)
    expect([after.decrees(1), after.decrees(3)]).toEqual([[], ['coins-blue', 'shield']])
    expectAsked(after, 'A', 'move')
  })

  test('118 the opponent resolves the token taken by that push before the move', () => {
    const moving = triggered('insider-influence', { pawn: -1, cubes: { 1: '1-0', 3: '0-1' }, decrees })
    const token = moving.act(moveDecree(1, 3))
    expectAsked(token, 'B', 'place', PLACE_ANYWHERE)
    expectAsked(token.act(place(6)), 'A', 'move', [move(1, 2), DECLINE])
  })

  test.each([
    ['from the opponent to me', '0-1', '1-0', 2],
    ['from me to nobody', '1-0', '0-0', -1],
    ['from the opponent to nobody', '0-1', '1-1', 1],
    ['from nobody to me', '0-0', '1-0', 1],
    ['from nobody to the opponent', '1-1', '0-1', -1],
    ['from nobody to nobody', '0-0', '1-1', 0],
  ] as const)('118 %s it pushes by what is lost and gained', (_, from, to, pawn) => {
    const after = triggered('insider-influence', { cubes: { 1: from, 3: to }, decrees }).act(moveDecree(1, 3))
    expect(after.state.pawn).toBe(pawn)
  })

  test('119 between two chambers of the same player it pushes nothing', () => {
    const after = triggered('insider-influence', { cubes: { 1: '1-0', 3: '2-1' }, decrees }).act(moveDecree(1, 3))
    expect([after.state.pawn, pushes(after)]).toEqual([0, []])
  })

  test('120 a decree that lies face down is revealed in a chamber that is controlled, and both are in force', () => {
    const moving = triggered('insider-influence', {
      A: { coins: 0 },
      cubes: { 3: '1-0' },
      decrees,
      accessible: ['guard-tower', 'altar'],
    })
    const after = moving.act(moveDecree(2, 3))
    expect(after.eventsOf('decree-revealed')).toEqual([{ type: 'decree-revealed', chamber: 3, decree: 'coins-red' }])
    expect([after.decrees(2), after.decrees(3)]).toEqual([[], ['coins-blue', 'coins-red']])
    const turn = after.act(DECLINE)
    expect(turn.build('guard-tower').gains('A')).toEqual([['decree', 1]])
    expect(turn.build('altar').gains('A')).toEqual([['decree', 1]])
  })

  test('120 in a chamber without control it stays face down, until control is gained and both are revealed', () => {
    const moving = triggered('insider-influence', {
      decrees: { ...decrees, 6: 'coins-green' },
      accessible: ['conspirator-1'],
    })
    const after = moving.act(moveDecree(2, 6))
    expect([after.faceDownDecrees(), after.decrees(6)]).toEqual([[4, 6], []])
    expect(after.eventsOf('decree-moved')).toEqual([{ type: 'decree-moved', seat: 0, from: 2, to: 6 }])
    expect(after.view('A').senate![6].decrees).toEqual({ 0: {}, 1: {} })
    const gained = after.recruit('conspirator-1').act(place(6))
    expect(gained.decrees(6)).toEqual(['coins-green', 'coins-red'])
    expect(gained.eventsOf('decree-revealed').map(({ decree }) => decree)).toEqual(['coins-green', 'coins-red'])
  })

  test('121 a decree moves to any other chamber; an empty chamber keeps its points and counts for supremacy', () => {
    const moving = triggered('insider-influence', {
      cubes: { 1: '1-0', 2: '1-0', 3: '1-0', 4: '1-0', 5: '1-0', 6: '1-1' },
      decrees,
      accessible: ['politician-left-1'],
      A: { owns: ['altar'] },
    })
    const chambers = [1, 2, 3, 4, 5, 6] as const
    expectAsked(
      moving,
      'A',
      'move-decree',
      chambers.flatMap((from) => chambers.flatMap((to) => (from === to ? [] : [moveDecree(from, to)]))),
    )
    expectNotOffered(moving, ...chambers.map((chamber) => moveDecree(chamber, chamber)))
    expectMandatory(moving)

    const emptied = moving.do(moveDecree(3, 2), DECLINE)
    expect([emptied.decrees(3), emptied.score('A').senate]).toEqual([[], 1 + 2 + 3 + 3 + 2])
    const won = triggered('insider-influence', {
      cubes: { 1: '1-0', 2: '1-0', 3: '1-0', 4: '2-0', 5: '2-0', 6: '1-1' },
      decrees,
    }).do(moveDecree(3, 2), move(5, 6))
    expectWon(won, 'politics', 'A')
  })

  test('a chamber without a decree has nothing to move, and nothing in force', () => {
    const moving = triggered('insider-influence', {
      cubes: { 3: '1-0' },
      decrees: { 3: [], 5: ['coins-blue', 'coins-red'] },
      accessible: ['altar'],
    })
    expect(moving.legal().some((action) => action.type === 'move-decree' && action.from === 3)).toBe(false)
    expect(moving.do(moveDecree(1, 2), DECLINE).build('altar').gains('A')).toEqual([])
  })
})
