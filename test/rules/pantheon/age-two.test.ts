/** pantheon.md §10: the start of Age II, and Offering tokens. */
import { describe, expect, test } from 'vitest'
import { expectTurnOf } from '../support/expect.ts'
import { expectAsked } from '../support/expect-decision.ts'
import { VIEWERS } from '../support/game.ts'
import type { PantheonDescription } from '../support/pantheon.ts'
import { pantheon } from '../support/pantheon.ts'
import type { PantheonGame } from '../support/pantheon-game.ts'

const FIVE = { 1: 'tanit', 2: 'hades', 3: 'mars', 5: 'ra', 6: 'baal' } as const

/** Age I has just ended. */
const ended = (position: PantheonDescription): PantheonGame =>
  pantheon({ age: 1, last: 'altar', ...position }).discard('altar')

describe('the start of Age II', () => {
  test('P22 the Gate lies on the empty space and all cards face up, before the first player is chosen', () => {
    const game = ended({ spaces: FIVE })
    expect(game.spaces()).toEqual(['tanit', 'hades', 'mars', 'gate', 'ra', 'baal'])
    for (const viewer of VIEWERS) {
      const { spaces } = game.view(viewer).pantheon!
      expect(spaces).toMatchObject({
        1: { card: 'tanit' },
        3: { card: 'mars' },
        4: { card: 'gate' },
        6: { card: 'baal' },
      })
      expect(spaces[4]).toEqual({ card: 'gate', costs: { 0: 12, 1: 10 } })
    }
    expect(game.events.map(({ type }) => type).slice(-3)).toEqual(['age-ended', 'pantheon-revealed', 'age-began'])
    expect(game.eventsOf('pantheon-revealed')).toEqual([{ type: 'pantheon-revealed', spaces: FIVE, gate: 4 }])
    expectAsked(game, 'A', 'first-player')
  })

  test('P22 until then the cards of the opponent are hidden', () => {
    const before = pantheon({ age: 1, last: 'altar', spaces: FIVE, placedBy: 'B' })
    for (const viewer of ['A', 'spectator'] as const) {
      expect(Object.values(before.view(viewer).pantheon!.spaces).map(({ card }) => card)).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    }
    expect(before.view('B').pantheon!.spaces[1]!.card).toBe('tanit')
  })

  test('P23 on Enki two progress tokens of the box are laid face up', () => {
    const game = ended({
      spaces: { ...FIVE, 4: 'enki' },
      box: ['law', 'masonry', 'economy', 'theology', 'strategy', 'urbanism', 'mysticism', 'engineering'],
    })
    expect(game.enki).toEqual(['law', 'masonry'])
    expect(game.state.boxTokens).toEqual(['economy', 'theology', 'strategy', 'urbanism', 'mysticism', 'engineering'])
    for (const viewer of VIEWERS) {
      expect(game.view(viewer).pantheon!.enki).toEqual({ law: true, masonry: true })
      expect(game.eventsFor(viewer)).toContainEqual({ type: 'enki-revealed', tokens: ['law', 'masonry'] })
    }
  })

  test('P23 its tokens are the first of its order that are in the box then', () => {
    const game = ended({
      spaces: { ...FIVE, 4: 'enki' },
      A: { tokens: ['theology'] },
      enkiOrders: [['theology', 'poliorcetics', 'agriculture']],
      box: ['agriculture', 'law', 'poliorcetics'],
    })
    expect(game.enki).toEqual(['poliorcetics', 'agriculture'])
  })

  test('P24 without Enki in the Pantheon nothing is drawn', () => {
    const game = ended({ spaces: FIVE })
    expect([game.enki, game.state.boxTokens.length]).toEqual([[], 8])
    expect(game.eventsOf('enki-revealed')).toEqual([])
  })

  test('P25 the Offering tokens lie on slots 6, 8 and 10, for all to see', () => {
    const game = ended({ spaces: FIVE })
    const dealt = game.state.deal.offeringTokens!
    expect(game.slotTokens()).toEqual({ 6: dealt[0], 8: dealt[1], 10: dealt[2] })
    for (const viewer of VIEWERS) {
      const { structure } = game.view(viewer)
      const seen = [6, 8, 10].map((slot) => structure[slot]!.token)
      expect(seen).toEqual(dealt.map((token) => ({ offering: Number(token.split('-')[1]) })))
    }
  })

  test('P26 with two empty spaces the Gate lies on the one that is nearer to the capital of the second player', () => {
    const game = ended({ spaces: { 1: 'tanit', 3: 'mars', 4: 'ra', 6: 'baal' } })
    expect(game.spaces()).toEqual(['tanit', null, 'mars', 'ra', 'gate', 'baal'])
  })

  test('P27 an Offering token is taken without any choice when its card is uncovered', () => {
    const left = Array.from({ length: 13 }, (_, slot) => slot)
    const game = pantheon({ left, tokensAt: { 6: 'offering-3', 8: 'offering-2' } })
    expect(game.faceUpFor('A')).toEqual(expect.arrayContaining([9, 10]))
    const after = game.act({ type: 'discard-card', slot: 11 })
    expect(after.events.map(({ type }) => type)).toEqual([
      'card-discarded',
      'coins-gained',
      'offering-token-taken',
      'card-revealed',
      'turn-began',
    ])
    expect(after.eventsOf('offering-token-taken')).toEqual([
      { type: 'offering-token-taken', seat: 0, slot: 6, discount: 3 },
    ])
    expect([after.offerings('A'), after.offerings('B'), after.slotTokens()]).toEqual([[3], [], { 8: 'offering-2' }])
    expect(after.faceUpFor('B')).toContain(6)
    expect(after.faceUpFor('B')).not.toContain(7)
    expectTurnOf(after, 'B')
  })

  test('P28 an Offering token can be kept into Age III and spent there', () => {
    const game = pantheon({ last: 'walls', A: { offerings: [4] }, spaces: { 1: 'tanit' } })
    const ageIII = game.discard('walls').letBegin('A')
    expect([ageIII.state.age, ageIII.offerings('A'), ageIII.slotTokens()]).toEqual([3, [4], {}])
    expect(ageIII.activations()).toEqual([
      [1, 'none'],
      [1, '4'],
    ])
    const after = ageIII.activate(1, '4')
    expect([after.coins('A'), after.offerings('A')]).toEqual([ageIII.coins('A') + 12, []])
  })
})
