/** pantheon.md §10: Agora and Pantheon together: decrees, military, senate. */
import { describe, expect, test } from 'vitest'
import {
  choose,
  chooseSlot,
  CONSPIRE,
  DECLINE,
  move,
  moveDecree,
  place,
  PLACE_ANYWHERE,
  remove,
  trigger,
} from '../support/agora-actions.ts'
import { expectExtraTurn, expectTurnOf, expectWon } from '../support/expect.ts'
import { expectAsked, pushes } from '../support/expect-decision.ts'
import { VIEWERS } from '../support/game.ts'
import { activated, both } from '../support/pantheon.ts'
import { chooseMilitary, constructWith } from '../support/pantheon-actions.ts'

describe('decrees', () => {
  test("P161 the decree of chains makes the opponent's Mythology tokens count", () => {
    const position = {
      age: 3,
      A: { coins: 20, tokens: ['urbanism'] },
      B: { mythologyTokens: ['mythology-roman-1'] },
      decrees: { 1: 'opponent-chains' },
      accessible: ['roman-grand-temple'],
    } as const
    const game = both({ ...position, cubes: { 1: '1-0' } })
    expect(game.price('roman-grand-temple')).toMatchObject({ total: 0, chained: true, chainToken: 'mythology-roman-1' })
    const after = game.build('roman-grand-temple')
    expect([after.coins('A'), after.mythologyTokens('B')]).toEqual([24, ['mythology-roman-1']])
    expect(both(position).price('roman-grand-temple').total).toBe(10)
  })

  test('P162 a Grand Temple brings nobody the coins of the colours', () => {
    const game = both({
      age: 3,
      A: { coins: 20 },
      cubes: { 1: '1-0', 2: '0-1', 3: '1-0', 4: '0-1' },
      decrees: { 1: 'coins-blue', 2: 'coins-green', 3: 'coins-yellow', 4: 'coins-red' },
      accessible: ['greek-grand-temple'],
    })
    const after = game.build('greek-grand-temple')
    expect([after.gains('A'), after.gains('B')]).toEqual([[], []])
  })

  test('P163 a wonder constructed by Isis brings the coins of its decree', () => {
    const game = activated(
      'isis',
      {
        age: 3,
        A: { wonders: ['pyramids'] },
        cubes: { 1: '0-1' },
        decrees: { 1: 'coins-wonder' },
        discardPile: ['tavern'],
      },
      both,
    )
    expect(game.act(constructWith('tavern', 'pyramids')).gains('B')).toEqual([['decree', 3]])
  })

  test('P164 the decree of discarded cards does not pay for Zeus', () => {
    const game = activated('zeus', { A: { coins: 0 }, cubes: { 1: '1-0' }, decrees: { 1: 'discard-plus-2' } }, both)
    expect(game.act(chooseSlot(0)).coins('A')).toBe(0)
  })

  test('P165 the decrees of cheaper resources do not change the price of an activation', () => {
    const game = both({
      cubes: { 1: '1-0', 2: '1-0' },
      decrees: { 1: 'cheaper-raw', 2: 'cheaper-manufactured' },
      spaces: { 1: 'tanit', 2: 'gate' },
    })
    expect(game.activationPrices(1, 2)).toEqual([3, 8])
  })

  test('P166 Minerva stops the push of the shield decree', () => {
    const game = both({ minerva: 1, decrees: { 1: 'shield' }, accessible: ['conspirator-1'] })
    const after = game.recruit('conspirator-1').act(place(1))
    expect([after.state.pawn, after.minerva, after.controller(1)]).toEqual([0, null, 'A'])
    expect(after.track()).toHaveLength(4)
  })

  test('P167 of two pushes the first one stops and removes her, the second one moves', () => {
    const game = both({
      minerva: 1,
      A: { prepared: ['insider-influence'] },
      cubes: { 2: '0-1', 5: '1-0' },
      decrees: { 2: 'shield' },
    })
    const after = game.act(trigger('insider-influence')).act(moveDecree(2, 5))
    expect([after.state.pawn, after.minerva]).toEqual([1, null])
    expect(pushes(after)).toEqual([['A', 0, 1]])
  })

  test('P168 Poliorcetics costs the player who loses the shield decree', () => {
    const game = both({
      mover: 'B',
      A: { tokens: ['poliorcetics'] },
      B: { coins: 4 },
      cubes: { 2: '0-1' },
      decrees: { 2: 'shield' },
      accessible: ['politician-left-1'],
    })
    const after = game.recruit('politician-left-1').act(move(2, 3))
    expect([after.state.pawn, after.coins('B')]).toEqual([1, 3])
  })
})

describe('military and senate', () => {
  test('P169 Mars takes the military tokens of Agora', () => {
    const game = activated('mars', { pawn: 2, B: { coins: 7 } }, both)
    expect([game.state.pawn, game.coins('B')]).toEqual([4, 7])
    expectAsked(game, 'A', 'place', PLACE_ANYWHERE)
    expect(game.track()).toEqual(['0/major', '1/minor', '1/major'])
  })

  test('P170 Neptune applies them for the player who activates', () => {
    const minor = activated('neptune', {}, both).do(chooseMilitary('1/major'), chooseMilitary('0/minor'))
    expectAsked(minor, 'A', 'place', PLACE_ANYWHERE)
    const empty = activated('neptune', { cubes: { 1: '12-0' } }, both).do(
      chooseMilitary('1/major'),
      chooseMilitary('0/minor'),
    )
    expect(empty.skipped()).toEqual(['place'])
    const major = activated('neptune', { cubes: { 2: '1-1' } }, both).do(
      chooseMilitary('0/minor'),
      chooseMilitary('1/major'),
    )
    expectAsked(major, 'A', 'remove', [remove(2)])
    expectAsked(major.act(remove(2)), 'A', 'move')
    expectTurnOf(major.do(remove(2), DECLINE), 'B')
  })

  test('P171 the placement that Neptune brings can win politically', () => {
    const game = activated('neptune', { cubes: { 1: '1-0', 2: '1-0', 3: '1-0', 4: '1-0', 5: '1-0' } }, both)
    const after = game.do(chooseMilitary('0/major'), chooseMilitary('1/minor'), place(6))
    expectWon(after, 'politics', 'A')
  })

  test('P172 Hades recruits senators for free, with their full effect', () => {
    const A = { coins: 0, owns: ['altar', 'theater'], senators: ['conspirator-2', 'conspirator-3'] } as const
    const politician = activated('hades', { A, discardPile: ['politician-left-1'] }, both).act(
      choose('politician-left-1'),
    )
    expectAsked(politician, 'A', 'senate')
    expect([politician.left, politician.coins('A'), politician.senators('A').length]).toEqual([2, 0, 3])
    const conspirator = activated(
      'hades',
      {
        cubes: { 1: '1-0' },
        decrees: { 1: 'conspirator-extra-turn' },
        discardPile: ['conspirator-1'],
      },
      both,
    ).act(choose('conspirator-1'))
    expectAsked(conspirator, 'A', 'conspirator')
    expectExtraTurn(conspirator.act(place(2)), 'A')
    expect(conspirator.isLegal(CONSPIRE)).toBe(true)
  })

  test('P173 Zeus discards a face-down senator, which is public then; Isis can use it', () => {
    const position = { A: { wonders: ['pyramids'] }, at: { 8: 'conspirator-1' } } as const
    const after = activated('zeus', position, both).act(chooseSlot(8))
    expect(after.state.discardPile).toEqual(['conspirator-1'])
    for (const viewer of VIEWERS) expect(after.view(viewer).discardPile).toEqual({ 'conspirator-1': true })
    const isis = activated('isis', { ...position, at: {}, discardPile: ['conspirator-1'] }, both)
    const constructed = isis.act(constructWith('conspirator-1', 'pyramids'))
    expect(constructed.view('B').cities[0].wonders.pyramids).toEqual({ under: 'senator' })
    expect(constructed.senators('A')).toEqual([])
  })

  test('P174 Isis constructs Curia Julia with all its effects, after Anubis again', () => {
    const game = activated(
      'isis',
      {
        A: { coins: 0, wonders: ['curia-julia'], unprepared: ['embezzlement', 'coup'] },
        discardPile: ['tavern'],
        spaces: { 2: 'anubis' },
      },
      both,
    )
    const triggering = game.act(constructWith('tavern', 'curia-julia'))
    expect(triggering.gains('A')).toEqual([['wonder', 6]])
    expectAsked(triggering, 'A', 'trigger-unprepared', [trigger('embezzlement'), trigger('coup'), DECLINE])
    const extra = triggering.act(trigger('coup'))
    expectExtraTurn(extra, 'A')
    expect(extra.state.pawn).toBe(2)
    const undone = extra.activate(2).act({ type: 'choose-wonder', wonder: 'curia-julia' }).pass()
    const again = undone.withCoins(40).wonder('curia-julia')
    expectAsked(again, 'A', 'trigger-unprepared', [trigger('embezzlement'), DECLINE])
  })

  test('P175 stored coins pay for senators', () => {
    const game = both({
      A: {
        coins: 1,
        divinities: ['astarte'],
        stored: 7,
        senators: ['conspirator-2', 'conspirator-3', 'conspirator-4'],
      },
      accessible: ['conspirator-1'],
    })
    const after = game.recruit('conspirator-1')
    expect([after.coins('A'), after.stored('A')]).toEqual([0, 5])
    expect(after.eventsOf('senator-recruited')).toMatchObject([{ coins: 3, stored: 2 }])
  })
})
