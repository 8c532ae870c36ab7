/**
 * Every kind of decision, of the base game and of Agora (agora.md §3.3): with nothing to choose it is skipped, a single
 * choice is asked for all the same (ruling 3), many are all offered; what is optional can be declined, and nothing else
 * can.
 */
import { describe, expect, test } from 'vitest'
import { agora, triggered } from '../support/agora.ts'
import {
  choose,
  chooseWonder,
  CONSPIRE,
  DECLINE,
  move,
  place,
  PLACE_ANYWHERE,
  remove,
  swap,
  trigger,
} from '../support/agora-actions.ts'
import type { AgoraGame } from '../support/agora-game.ts'
import { KINDS } from '../support/decision-kinds.ts'
import { choicesOf, describeKinds } from '../support/describe-kinds.ts'
import { expectMandatory } from '../support/expect-decision.ts'

describeKinds(KINDS)

describe('optional and mandatory parts of a decision', () => {
  test('the first discard of Turn of Events is mandatory, the second is not', () => {
    const first = triggered('turn-of-events')
    expectMandatory(first)
    const second = first.act(choicesOf(first)[0]!)
    expect(second.isLegal(DECLINE)).toBe(true)
  })

  test('a turn can begin with a trigger, but a card must be taken', () => {
    const game = agora({ A: { prepared: ['coup'] } })
    expectMandatory(game)
    expectMandatory(game.act(trigger('coup')))
  })
})

describe('a deck of conspiracies that is nearly empty', () => {
  const withDeck = (deck: readonly ('coup' | 'treason')[]): AgoraGame => {
    const game = agora({ deck: ['coup', 'treason'], accessible: ['conspirator-1'] })
    return game.with({ ...game.state, conspiracyDeck: deck }).recruit('conspirator-1')
  }

  test('with two cards gives one to keep', () => {
    expect(choicesOf(withDeck(['coup', 'treason']).act(CONSPIRE))).toHaveLength(4)
  })

  test('with one card gives it without a decision', () => {
    const after = withDeck(['coup']).act(CONSPIRE)
    expect([after.decision, after.toAct, after.conspiracies('A'), after.state.conspiracyDeck]).toEqual([
      'turn',
      'B',
      ['coup unprepared'],
      [],
    ])
  })

  test('without cards lets nobody conspire', () => {
    expect(choicesOf(withDeck([]))).toEqual(PLACE_ANYWHERE)
  })
})

describe('the offers of a decision', () => {
  test('list every choice exactly once', () => {
    for (const { few, many } of Object.values(KINDS)) {
      for (const game of [few(), many()]) {
        const keys = game.legal().map((action) => JSON.stringify(action))
        expect(new Set(keys).size).toBe(keys.length)
      }
    }
  })

  test('choices of one kind are refused while another is asked for', () => {
    const asking = triggered('sabotage', { B: { constructed: ['pyramids'] } })
    for (const action of [
      choose('altar'),
      place(1),
      move(1, 2),
      remove(1),
      swap('altar', 'baths'),
      trigger('coup'),
      DECLINE,
    ]) {
      expect(() => asking.act(action)).toThrow()
    }
    expect(() => asking.act(chooseWonder('pyramids'))).not.toThrow()
  })
})
