/** pantheon.md §10: Hades and Zeus. */
import { describe, expect, test } from 'vitest'
import { choose, chooseSlot } from '../support/agora-actions.ts'
import { expectTurnOf } from '../support/expect.ts'
import { expectAsked, expectMandatory, expectNotOffered } from '../support/expect-decision.ts'
import { VIEWERS } from '../support/game.ts'
import { namesIn } from '../support/names.ts'
import { activated, pantheon } from '../support/pantheon.ts'
import { chooseDivinity, chooseMythology, lay } from '../support/pantheon-actions.ts'

describe('Hades', () => {
  test('P77 with an empty discard pile it is skipped', () => {
    const after = activated('hades')
    expect(after.skipped()).toEqual(['revive'])
    expectTurnOf(after, 'B')
  })

  test('P78 a card of the discard pile is constructed for free, with its effects and Strategy', () => {
    const game = activated('hades', {
      A: { coins: 0, tokens: ['strategy'] },
      B: { coins: 7 },
      discardPile: ['pretorium', 'altar'],
    })
    expectAsked(game, 'A', 'revive', [choose('pretorium'), choose('altar')])
    expectMandatory(game)
    const after = game.act(choose('pretorium'))
    expect([after.state.pawn, after.coins('B'), after.coins('A'), after.state.discardPile]).toEqual([
      4,
      5,
      0,
      ['altar'],
    ])
  })

  test('P79 it is no construction through a chain', () => {
    const A = { coins: 0, owns: ['pharmacist'], tokens: ['urbanism'] } as const
    const after = activated('hades', { A, discardPile: ['dispensary'] }).act(choose('dispensary'))
    expectAsked(after, 'A', 'progress-token')
    expect(after.coins('A')).toBe(0)
  })

  test('P80 nor is a Grand Temple, whose Mythology token is owned', () => {
    const A = { coins: 0, mythologyTokens: ['mythology-roman-1'], tokens: ['urbanism'] } as const
    const after = activated('hades', { age: 3, A, discardPile: ['roman-grand-temple'] }).act(
      choose('roman-grand-temple'),
    )
    expect([after.coins('A'), after.owns('A', 'roman-grand-temple'), after.score('A').temples]).toEqual([0, true, 5])
  })
})

const ALL = Array.from({ length: 20 }, (_, slot) => slot)

describe('Zeus', () => {
  test('P81 a covered card that lies face down is discarded for no coins, for all to see', () => {
    const game = activated('zeus', { A: { coins: 0 } })
    expectAsked(game, 'A', 'discard-any', ALL.map(chooseSlot))
    expectMandatory(game)
    const card = game.state.structure[7]!
    for (const viewer of VIEWERS) expect(namesIn(game.view(viewer))).not.toContain(card)
    const after = game.act(chooseSlot(7))
    expect([after.state.discardPile, after.coins('A'), after.state.structure[7]]).toEqual([[card], 0, null])
    for (const viewer of VIEWERS) {
      expect(after.view(viewer).discardPile).toEqual({ [card]: true })
      expect(after.eventsFor(viewer)[0]).toMatchObject({ type: 'card-discarded', slot: 7, card })
    }
    // The cards that it covered are still covered on their other side.
    expect(after.accessible()).toEqual([18, 19])
  })

  test('P82 the turn owner takes the token of a card that Zeus has uncovered, at the end of the turn', () => {
    const left = ALL.filter((slot) => slot !== 15 && slot <= 17)
    const game = activated('zeus', { left, tokensAt: { 6: 'offering-2', 8: 'offering-4' } })
    const after = game.act(chooseSlot(11))
    expect(after.events.map(({ type }) => type)).toEqual([
      'card-discarded',
      'offering-token-taken',
      'card-revealed',
      'turn-began',
    ])
    expect([after.offerings('A'), after.slotTokens()]).toEqual([[2], { 8: 'offering-4' }])
    expect(after.faceUpFor('spectator')).toContain(6)
  })

  test('P83 the token on the discarded card goes to the box', () => {
    const game = activated('zeus', { tokensAt: { 6: 'offering-2', 8: 'offering-4' } })
    const after = game.act(chooseSlot(8))
    expect([after.offerings('A'), after.offerings('B'), after.slotTokens()]).toEqual([[], [], { 6: 'offering-2' }])
    expect(after.eventsOf('token-discarded')).toEqual([
      { type: 'token-discarded', seat: 0, slot: 8, token: 'offering-4' },
    ])
  })

  test('P84 the last card of an age ends the age, and its player counts as the last to play', () => {
    const game = activated('zeus', { last: 'walls', pawn: 0 })
    const after = game.act(chooseSlot(0))
    expect([after.decision, after.toAct, after.state.age, after.state.discardPile]).toEqual([
      'first-player',
      'A',
      3,
      ['walls'],
    ])
  })

  test('P85 an empty slot cannot be chosen, and the options name no face-down card', () => {
    const game = activated('zeus', { left: ALL.filter((slot) => slot <= 17) })
    expectNotOffered(game, chooseSlot(18), chooseSlot(19), chooseSlot(20), chooseSlot(-1))
    const down = game.state.structure.filter((card, slot) => card !== null && !game.state.faceUp[slot])
    expect(down).toHaveLength(5)
    expect(namesIn(game.view('A')).filter((name) => down.some((card) => card === name))).toEqual([])
  })

  test('P86 two tokens that are uncovered at once: each is taken and settled, then all cards turn up', () => {
    const game = pantheon({
      age: 1,
      A: { coins: 30, wonders: ['divine-theater'] },
      left: ALL.filter((slot) => slot !== 14 && slot !== 17),
      tokensAt: { 9: 'mythology-roman-1', 11: 'mythology-egyptian-1' },
      decks: { greek: ['zeus'], roman: ['mars', 'minerva', 'neptune'], egyptian: ['ra', 'isis', 'anubis'] },
    })
    const zeus = game
      .act({ type: 'construct-wonder', slot: 15, wonder: 'divine-theater' })
      .do(chooseMythology('greek'), chooseDivinity('zeus'))
    const first = zeus.act(chooseSlot(16))
    expectAsked(first, 'A', 'place-divinity')
    expect(first.mythologyTokens('A')).toEqual(['mythology-roman-1'])
    const second = first.act(lay('mars', 1))
    expectAsked(second, 'A', 'place-divinity')
    expect(second.mythologyTokens('A')).toEqual(['mythology-roman-1', 'mythology-egyptian-1'])
    expect(second.eventsOf('card-revealed')).toEqual([])
    const after = second.act(lay('isis', 6))
    expect(after.eventsOf('card-revealed').map(({ slot }) => slot)).toEqual([9, 10, 11])
    expectTurnOf(after, 'B')
  })
})
