/** agora.md §10: when conspiracies are prepared and triggered. */
import { describe, expect, test } from 'vitest'
import { agora } from '../support/agora.ts'
import {
  choose,
  chooseSlot,
  chooseToken,
  CONSPIRE,
  DECLINE,
  keep,
  move,
  place,
  trigger,
} from '../support/agora-actions.ts'
import { expectExtraTurn, expectRefused, expectTurnOf, expectWon } from '../support/expect.ts'
import { expectAsked, expectMandatory, expectNotOffered, expectNoTurnAction } from '../support/expect-decision.ts'

describe('conspiracies and time', () => {
  test('86 a conspiracy prepared in a turn can be triggered in the next own turn, not before', () => {
    const game = agora({ A: { unprepared: ['coup'] }, accessible: ['altar'] })
    expectNotOffered(game, trigger('coup'))
    const prepared = game.prepare('coup', 'altar')
    expect(prepared.city('A').conspiracies).toEqual([{ id: 'coup', state: 'prepared', under: 'altar', locked: null }])
    expectTurnOf(prepared, 'B')
    expectNotOffered(prepared, trigger('coup'))
    const next = prepared.pass()
    expectTurnOf(next, 'A')
    expect(next.triggers()).toEqual(['coup'])
    expect(next.act(trigger('coup')).state.pawn).toBe(2)
  })

  test('86 preparing costs nothing, takes any accessible card, and that card has no effect', () => {
    const game = agora({ A: { coins: 0, unprepared: ['coup', 'treason'] }, accessible: ['tavern', 'pretorium'] })
    for (const card of ['tavern', 'pretorium'] as const) {
      for (const conspiracy of ['coup', 'treason'] as const)
        expect(game.isLegal(game.preparing(conspiracy, card))).toBe(true)
    }
    const after = game.prepare('treason', 'tavern')
    expect([after.coins('A'), after.city('A').buildings, after.state.discardPile]).toEqual([0, [], []])
    expect(after.conspiracies('A')).toEqual(['coup unprepared', 'treason prepared'])
    expectRefused(game, { type: 'prepare-conspiracy', slot: 0, conspiracy: 'coup' }, 'slot-not-accessible')
  })

  test('87 of two prepared conspiracies one can be triggered in a turn', () => {
    const game = agora({ A: { prepared: ['embezzlement', 'coup'] } })
    expect(game.triggers()).toEqual(['embezzlement', 'coup'])
    const once = game.act(trigger('coup'))
    expectTurnOf(once, 'A')
    expect(once.triggers()).toEqual([])
    expectNotOffered(once, trigger('embezzlement'), trigger('coup'))
    expect(once.pass().pass().triggers()).toEqual(['embezzlement'])
  })

  test('88 a trigger comes in addition to the main action', () => {
    const game = agora({ A: { coins: 0, prepared: ['blackmail'] }, B: { coins: 8 }, accessible: ['palisade'] })
    const triggered = game.act(trigger('blackmail'))
    expectTurnOf(triggered, 'A')
    expect(triggered.coins('A')).toBe(4)
    const after = triggered.build('palisade')
    expect([after.coins('A'), after.owns('A', 'palisade'), after.conspiracies('A')]).toEqual([
      2,
      true,
      ['blackmail triggered'],
    ])
    expectTurnOf(after, 'B')
  })

  test('88 triggering is optional', () => {
    const after = agora({ A: { prepared: ['blackmail'] } }).pass()
    expect(after.conspiracies('A')).toEqual(['blackmail prepared'])
    expectTurnOf(after, 'B')
  })

  test('89 after the main action nothing can be triggered any more', () => {
    const game = agora({
      A: { prepared: ['coup'] },
      pawn: 2,
      accessible: ['guard-tower', 'conspirator-1', 'politician-left-1'],
    })
    for (const deciding of [
      game.build('guard-tower'),
      game.recruit('conspirator-1'),
      game.recruit('politician-left-1'),
    ]) {
      expect(deciding.toAct).toBe('A')
      expectNoTurnAction(deciding, trigger('coup'))
    }
  })

  test("89 a conspiracy cannot be triggered in the opponent's turn, nor can one of the opponent's", () => {
    const game = agora({ A: { prepared: ['coup'] }, B: { prepared: ['treason'] } })
    expectNotOffered(game, trigger('treason'))
    expectNotOffered(game.pass(), trigger('coup'))
  })

  test('90 a conspiracy that is prepared or triggered cannot be prepared again', () => {
    const game = agora({
      A: { unprepared: ['sabotage'], prepared: ['coup'], triggered: ['treason'] },
      B: { unprepared: ['espionage'] },
    })
    expect(game.isLegal(game.preparing('sabotage'))).toBe(true)
    expectNotOffered(
      game,
      game.preparing('coup'),
      game.preparing('treason'),
      game.preparing('espionage'),
      game.preparing('extortion'),
    )
    expectNotOffered(game, trigger('treason'))
    const none = agora({ A: { prepared: ['coup'] } })
    expect(none.legal().some(({ type }) => type === 'prepare-conspiracy')).toBe(false)
  })

  test('91 a conspiracy prepared with the last card of an age can be triggered in the next own turn', () => {
    const game = agora({ A: { unprepared: ['coup'] }, pawn: -1, last: 'altar' })
    const ended = game.prepare('coup')
    expect([ended.state.age, ended.decision, ended.toAct]).toEqual([2, 'first-player', 'A'])
    const first = ended.letBegin('A')
    expect(first.triggers()).toEqual(['coup'])
    expect(ended.letBegin('B').pass().triggers()).toEqual(['coup'])
  })

  test('92 a prepared conspiracy, an unprepared one by Curia Julia and one in the extra turn are triggered', () => {
    const game = agora({
      A: {
        coins: 20,
        prepared: ['embezzlement', 'coup'],
        unprepared: ['political-maneuver', 'sabotage'],
        wonders: ['curia-julia'],
      },
    })
    const once = game.act(trigger('embezzlement'))
    const curia = once.wonder('curia-julia')
    expect(curia.gains('A')).toEqual([['wonder', 6]])
    expectAsked(curia, 'A', 'trigger-unprepared', [trigger('political-maneuver'), trigger('sabotage'), DECLINE])
    const placing = curia.act(trigger('political-maneuver'))
    expectAsked(placing, 'A', 'place')
    const extra = placing.do(place(2), DECLINE)
    expect(extra.conspiracies('A')).toEqual([
      'embezzlement triggered',
      'coup prepared',
      'political-maneuver triggered',
      'sabotage unprepared',
    ])
    expectExtraTurn(extra, 'A')
    expect(extra.triggers()).toEqual(['coup'])
    expectTurnOf(extra.act(trigger('coup')).pass(), 'B')
  })

  test('93 Curia Julia has no choice for a player who owns only prepared or triggered conspiracies', () => {
    const game = agora({
      A: { coins: 20, prepared: ['coup'], triggered: ['treason'], wonders: ['curia-julia'] },
      B: { unprepared: ['sabotage'] },
    })
    const after = game.wonder('curia-julia')
    expect(after.skipped()).toEqual(['trigger-unprepared'])
    expectExtraTurn(after, 'A')
  })

  test('94 a player who declines the trigger of Curia Julia still has the extra turn', () => {
    const curia = agora({ A: { coins: 20, unprepared: ['coup'], wonders: ['curia-julia'] } }).wonder('curia-julia')
    const after = curia.act(DECLINE)
    expect(after.conspiracies('A')).toEqual(['coup unprepared'])
    expectExtraTurn(after, 'A')
  })

  test('95 a conspiracy that wins leaves no main action', () => {
    const after = agora({ A: { prepared: ['coup'] }, pawn: 7 }).act(trigger('coup'))
    expect(after.state.pawn).toBe(9)
    expectWon(after, 'military', 'A')
  })

  test('a conspiracy without any effect can be triggered all the same', () => {
    const game = agora({ A: { prepared: ['sabotage', 'swindle'] } })
    const after = game.act(trigger('sabotage'))
    expect([after.skipped(), after.conspiracies('A')]).toEqual([
      ['destroy-wonder'],
      ['sabotage triggered', 'swindle prepared'],
    ])
    expectTurnOf(after, 'A')

    const curia = agora({ A: { coins: 20, unprepared: ['sabotage'], wonders: ['curia-julia'] } }).wonder('curia-julia')
    expectExtraTurn(curia.act(trigger('sabotage')), 'A')
  })

  test('no main action can be played during a decision of a conspiracy', () => {
    const game = agora({ A: { prepared: ['political-maneuver'], unprepared: ['coup'] }, accessible: ['altar'] })
    const slot = game.slotOf('altar')
    const asking = game.act(trigger('political-maneuver'))
    expectNoTurnAction(
      asking,
      { type: 'discard-card', slot },
      { type: 'construct-building', slot },
      { type: 'prepare-conspiracy', slot, conspiracy: 'coup' },
    )
    expectMandatory(asking)
  })

  test('the card under a conspiracy stays there, and the Mausoleum does not offer it', () => {
    const game = agora({
      A: { coins: 20, unprepared: ['coup'], wonders: ['mausoleum'] },
      accessible: ['altar', 'baths', 'theater'],
    })
    const triggered = game.prepare('coup', 'altar').discard('baths').act(trigger('coup'))
    expect(triggered.city('A').conspiracies[0]!.under).toBe('altar')
    expectAsked(triggered.wonder('mausoleum', 'theater'), 'A', 'revive', [choose('baths')])
  })

  test('everything that a step of a conspiracy causes is resolved before its next step', () => {
    // The cube placed by Political Maneuver gains the shield decree, and that the minor token.
    const game = agora({
      A: { prepared: ['political-maneuver'] },
      pawn: 2,
      decrees: { 1: 'shield' },
      cubes: { 4: '0-1' },
    })
    const token = game.do(trigger('political-maneuver'), place(1))
    expectAsked(token, 'A', 'place')
    const removing = token.act(place(5))
    expectAsked(removing, 'A', 'remove')
    expectAsked(removing.act({ type: 'remove-influence', chamber: 4 }), 'A', 'move')
  })

  test("one player's token in the middle of the other's conspiracy does not end it", () => {
    const game = agora({
      A: { prepared: ['blackmail'] },
      B: { coins: 4 },
      pawn: -2,
      cubes: { 1: '1-0' },
      decrees: { 1: 'shield' },
    })
    const token = game.do(trigger('blackmail'), move(1, 2))
    expectAsked(token, 'B', 'place')
    expectTurnOf(token.act(place(6)), 'A')
  })

  test('an extra turn earned by a wonder is kept through everything that its trigger causes', () => {
    const game = agora({
      age: 2,
      A: { coins: 20, owns: ['scriptorium'], unprepared: ['treason'], wonders: ['curia-julia'] },
      removed: { 2: ['library'] },
    })
    const choosing = game.wonder('curia-julia').do(trigger('treason'), choose('library'))
    expectAsked(choosing, 'A', 'progress-token')
    expectExtraTurn(choosing.act(chooseToken(choosing.state.boardTokens[0]!)), 'A')
  })

  test('Turn of Events triggered by Curia Julia first turns up the cards that its card has uncovered', () => {
    const left = Array.from({ length: 19 }, (_, slot) => slot)
    const game = agora({
      A: { coins: 20, unprepared: ['turn-of-events'], wonders: ['curia-julia'] },
      left,
      at: { 18: 'altar' },
    })
    expect(game.view('A').structure[12]!.card).toBeUndefined()
    const curia = game.wonder('curia-julia', 'altar')
    expect(curia.view('A').structure[12]!.card).toBeUndefined()
    const choosing = curia.act(trigger('turn-of-events'))
    expect(choosing.view('B').structure[12]!.card).toBe(game.state.structure[12])
    expect(choosing.isLegal(chooseSlot(12))).toBe(true)
  })

  test('the first turn of an age may begin with a trigger', () => {
    const game = agora({ B: { prepared: ['coup'] }, pawn: 1, last: 'altar' })
    expect(game.discard('altar').letBegin('B').triggers()).toEqual(['coup'])
  })

  test('a player can hold any number of conspiracies, and none is prepared automatically', () => {
    const game = agora({
      A: { tokens: ['organized-crime'], unprepared: ['coup', 'treason', 'sabotage'] },
      accessible: ['conspirator-1'],
    })
    expect(game.recruit('conspirator-1').act(CONSPIRE).conspiracies('A')).toHaveLength(5)
    const two = agora({ A: { unprepared: ['coup'] }, deck: ['treason', 'sabotage'], accessible: ['conspirator-1'] })
    expect(two.recruit('conspirator-1').do(CONSPIRE, keep('sabotage', 'bottom')).conspiracies('A')).toEqual([
      'coup unprepared',
      'sabotage unprepared',
    ])
  })
})
