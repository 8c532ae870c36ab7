/** agora.md §10: conspirators and conspiring. */
import { describe, expect, test } from 'vitest'
import type { AgoraDescription } from '../support/agora.ts'
import { agora } from '../support/agora.ts'
import { CONSPIRE, DECLINE, keep, place, PLACE_ANYWHERE, trigger } from '../support/agora-actions.ts'
import type { AgoraGame } from '../support/agora-game.ts'
import { expectExtraTurn, expectTurnOf } from '../support/expect.ts'
import { expectAsked, expectMandatory, expectNotOffered, expectNoTurnAction } from '../support/expect-decision.ts'

const DECK = ['coup', 'treason', 'sabotage', 'espionage'] as const

/** A has just recruited a conspirator. */
const recruited = (position: AgoraDescription = {}): AgoraGame =>
  agora({ deck: DECK, ...position, accessible: ['conspirator-1', 'conspirator-2'] }).recruit('conspirator-1')

/** A controls the chamber of the decree that lets conspirators play again. */
const EXTRA_TURN: AgoraDescription = { cubes: { 3: '1-0' }, decrees: { 3: 'conspirator-extra-turn' } }

describe('conspirators', () => {
  test('34 a conspirator places exactly one cube in any of the six chambers', () => {
    const acting = recruited({ A: { owns: ['theater', 'altar', 'baths'] } })
    expectAsked(acting, 'A', 'conspirator', [...PLACE_ANYWHERE, CONSPIRE])
    expectMandatory(acting)
    for (const chamber of [1, 2, 3, 4, 5, 6] as const) {
      const after = acting.act(place(chamber))
      expect([after.cubes(chamber), after.reserve('A'), after.state.conspiracyDeck.length]).toEqual(['1-0', 11, 16])
      expectTurnOf(after, 'B')
    }
  })

  test('35 without a cube in the reserve a conspirator can only conspire', () => {
    const acting = recruited({ cubes: { 1: '12-0' } })
    expectAsked(acting, 'A', 'conspirator', [CONSPIRE])
    expectNotOffered(acting, place(1))
    expectMandatory(acting)
  })

  test('36 a player who conspires sees two cards and keeps one; the other is on top at the next draw', () => {
    const choosing = recruited().act(CONSPIRE)
    expectAsked(choosing, 'A', 'keep-conspiracy', [
      keep('coup', 'top'),
      keep('coup', 'bottom'),
      keep('treason', 'top'),
      keep('treason', 'bottom'),
    ])
    expect(choosing.view('A').decision?.drawn).toEqual(['coup', 'treason'])
    expectMandatory(choosing)
    expectNotOffered(choosing, keep('sabotage', 'top'))

    const after = choosing.act(keep('treason', 'top'))
    expect(after.conspiracies('A')).toEqual(['treason unprepared'])
    expectTurnOf(after, 'B')
    const next = after.recruit('conspirator-2').act(CONSPIRE)
    expect(next.view('B').decision?.drawn).toEqual(['coup', 'sabotage'])
  })

  test('37 a card put at the bottom is the last card of the deck', () => {
    const after = recruited().do(CONSPIRE, keep('treason', 'bottom'))
    expect(after.state.conspiracyDeck).toHaveLength(15)
    expect(after.state.conspiracyDeck.at(-1)).toBe('coup')
    const next = after.recruit('conspirator-2').act(CONSPIRE)
    expect(next.view('B').decision?.drawn).toEqual(['sabotage', 'espionage'])
  })

  test('38 with Organized Crime both are kept, without a decision', () => {
    const after = recruited({ A: { tokens: ['organized-crime'] } }).act(CONSPIRE)
    expect(after.conspiracies('A')).toEqual(['coup unprepared', 'treason unprepared'])
    expect(after.state.conspiracyDeck).toHaveLength(14)
    expect(after.state.conspiracyDeck.slice(0, 2)).toEqual(['sabotage', 'espionage'])
    expect(after.eventsFor('B')).toContainEqual({ type: 'conspiracy-kept', seat: 0, count: 2 })
    expectTurnOf(after, 'B')
  })

  test('39 without Organized Crime the deck is one card shorter after each time, whatever the opponent owns', () => {
    const after = recruited({ B: { tokens: ['organized-crime'] } }).do(CONSPIRE, keep('coup', 'top'))
    expect(after.state.conspiracyDeck).toHaveLength(15)
    expect(after.recruit('conspirator-2').act(CONSPIRE).state.conspiracyDeck).toHaveLength(13)
    const own = recruited()
      .do(CONSPIRE, keep('coup', 'top'))
      .recruit('conspirator-2')
      .do(CONSPIRE, keep('treason', 'bottom'))
    expect(own.state.conspiracyDeck).toHaveLength(14)
  })

  test('40 a conspirator recruited with the decree for it acts, and then there is an extra turn', () => {
    for (const actions of [[place(5)], [CONSPIRE, keep('coup', 'top')]]) {
      const acting = recruited(EXTRA_TURN)
      expectAsked(acting, 'A', 'conspirator')
      const extra = acting.do(...actions)
      expectExtraTurn(extra, 'A')
      expectTurnOf(extra.pass(), 'B')
    }
  })

  test('40 the decree helps neither a politician nor the opponent', () => {
    const politician = agora({ ...EXTRA_TURN, accessible: ['politician-left-1'] })
      .recruit('politician-left-1')
      .act(DECLINE)
    expectTurnOf(politician, 'B')
    const other = agora({ ...EXTRA_TURN, mover: 'B', accessible: ['conspirator-1'] })
      .recruit('conspirator-1')
      .act(place(1))
    expectTurnOf(other, 'A')
  })

  test('41 a conspirator whose own cube gains the decree gives no extra turn', () => {
    const after = recruited({ decrees: { 3: 'conspirator-extra-turn' } }).act(place(3))
    expect(after.controller(3)).toBe('A')
    expectTurnOf(after, 'B')
  })

  test('41 the extra turn comes even if nobody controls the decree any more', () => {
    const after = agora({
      ...EXTRA_TURN,
      pawn: 5,
      cubes: { 3: '1-0' },
      decrees: { 3: 'conspirator-extra-turn', 1: 'shield' },
      accessible: ['conspirator-1'],
    })
      .recruit('conspirator-1')
      .act(place(1))
    expectAsked(after, 'A', 'move')
    const moved = after.act({ type: 'move-influence', from: 3, to: 4 })
    expect(moved.controller(3)).toBe('nobody')
    expectExtraTurn(moved, 'A')
  })

  test('42 the extra turn is lost with the last card of the age', () => {
    const game = agora({ ...EXTRA_TURN, last: 'conspirator-1', tiedPawn: 'chooses' })
    const after = game.recruit('conspirator-1').act(place(1))
    expect(after.state.age).toBe(2)
    expectAsked(after, 'A', 'first-player')
    expectTurnOf(after.letBegin('B'), 'B')
    expectTurnOf(after.letBegin('B').pass(), 'A')
  })

  test('43 at the start of the extra turn another conspiracy may be triggered', () => {
    const game = agora({ ...EXTRA_TURN, A: { prepared: ['embezzlement', 'coup'] }, accessible: ['conspirator-1'] })
    const once = game.act(trigger('embezzlement'))
    expect(once.triggers()).toEqual([])
    const extra = once.recruit('conspirator-1').act(place(1))
    expectExtraTurn(extra, 'A')
    expect(extra.triggers()).toEqual(['coup'])
    expectNoTurnAction(once.recruit('conspirator-1'), trigger('coup'))
  })
})
