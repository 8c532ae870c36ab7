/** pantheon.md §10: Enki, Ishtar and Nisaba. */
import { describe, expect, test } from 'vitest'
import type { BuildingId } from '../../../src/rules/index.ts'
import { choose, chooseToken } from '../support/agora-actions.ts'
import { expectTurnOf, expectWon } from '../support/expect.ts'
import { expectAsked, expectMandatory, expectNotOffered } from '../support/expect-decision.ts'
import { activated, pantheon } from '../support/pantheon.ts'

/** Five different symbols without scales. */
const FIVE: readonly BuildingId[] = ['scriptorium', 'pharmacist', 'apothecary', 'workshop', 'academy']

describe('Enki', () => {
  test('P49 one token is gained, the other goes to the box', () => {
    const game = activated('enki', { enki: ['law', 'masonry'] })
    expectAsked(game, 'A', 'enki', [chooseToken('law'), chooseToken('masonry')])
    expectMandatory(game)
    const after = game.take('law')
    expect(after.city('A').tokens).toEqual(['law'])
    expect([after.enki, after.state.boxTokens.at(-1)]).toEqual([[], 'masonry'])
    expect(after.events.slice(0, 2)).toEqual([
      { type: 'progress-token-taken', seat: 0, token: 'law', from: 'enki' },
      { type: 'enki-returned', tokens: ['masonry'] },
    ])
    expectTurnOf(after, 'B')
  })

  test('P50 a token of the board or of the box cannot be chosen', () => {
    const game = activated('enki', { enki: ['law', 'masonry'] })
    expectNotOffered(game, ...game.state.boardTokens.map(chooseToken), ...game.state.boxTokens.map(chooseToken))
  })

  test('P51 the token acts at once', () => {
    const after = activated('enki', { A: { coins: 0 }, enki: ['agriculture', 'masonry'] }).take('agriculture')
    expect([after.coins('A'), after.score('A').progress]).toEqual([6, 4])
  })

  test('P52 the Great Library does not draw the tokens on Enki', () => {
    const game = pantheon({
      A: { coins: 30, wonders: ['great-library'] },
      spaces: { 1: 'enki' },
      enki: ['law', 'masonry'],
      box: ['economy', 'theology', 'strategy', 'urbanism', 'mysticism', 'engineering'],
      libraryOrders: [['law', 'economy', 'masonry', 'theology', 'strategy', 'urbanism']],
    })
    const library = game.wonder('great-library')
    expectAsked(library, 'A', 'library-choice', [
      chooseToken('economy'),
      chooseToken('theology'),
      chooseToken('strategy'),
    ])
    expect(library.take('economy').enki).toEqual(['law', 'masonry'])
  })

  test('P53 Law from Enki can be the sixth symbol', () => {
    const game = activated('enki', { A: { owns: FIVE }, enki: ['law', 'masonry'] })
    expectWon(game.take('law'), 'science', 'A')
  })

  test('P54 Law from Enki makes a pair with Ishtar', () => {
    const game = activated('enki', {
      A: { divinities: ['ishtar'] },
      enki: ['law', 'masonry'],
      board: ['economy', 'theology', 'strategy', 'urbanism', 'mysticism'],
    }).take('law')
    const board = (['economy', 'theology', 'strategy', 'urbanism', 'mysticism'] as const).map(chooseToken)
    expectAsked(game, 'A', 'progress-token', board)
  })

  test('a box without tokens leaves Enki without effect', () => {
    const after = activated('enki')
    expect(after.skipped()).toEqual(['enki'])
    expectTurnOf(after, 'B')
  })
})

describe('Ishtar', () => {
  test('P55 with Law it is a pair; with an empty board that brings nothing', () => {
    const pair = activated('ishtar', { A: { tokens: ['law'] } })
    expectAsked(pair, 'A', 'progress-token')
    const board = activated('ishtar', { A: { tokens: ['law'] }, board: [] })
    expect(board.skipped()).toEqual(['progress-token'])
    expectTurnOf(board, 'B')
  })

  test('P56 it can be the sixth symbol, which wins without any further step', () => {
    const after = activated('ishtar', { A: { owns: FIVE } })
    expectWon(after, 'science', 'A')
    expect(after.events.map(({ type }) => type)).toEqual(['divinity-activated', 'match-ended'])
  })

  test("P57 with the opponent's Law it is no pair", () => {
    const after = activated('ishtar', { B: { tokens: ['law'] } })
    expectTurnOf(after, 'B')
  })
})

describe('Nisaba', () => {
  test('P58 the symbol under the Snake token completes a pair; the opponent keeps the card', () => {
    const game = activated('nisaba', { A: { owns: ['scriptorium'] }, B: { owns: ['library', 'walls'] } })
    expectAsked(game, 'A', 'place-snake', [choose('library')])
    expectMandatory(game)
    const after = game.act(choose('library'))
    expectAsked(after, 'A', 'progress-token')
    expect([after.snake('A'), after.owns('B', 'library'), after.score('B').green]).toEqual(['library', true, 2])
    expect(after.view('spectator').cities[0].snake).toBe('library')
    expect(after.eventsOf('snake-placed')).toEqual([{ type: 'snake-placed', seat: 0, building: 'library' }])
  })

  test("P58 the opponent keeps the card's chain symbol, and the player does not get it", () => {
    const game = activated('nisaba', { B: { owns: ['school'] }, accessible: ['university'] }).act(choose('school'))
    expect(game.price('university')).toMatchObject({ total: 0, chained: true, chain: 'school' })
    expect(game.pass().price('university').chained).toBe(false)
  })

  test('P59 the symbol under the Snake token can be the sixth', () => {
    const A = { owns: ['scriptorium', 'pharmacist', 'apothecary', 'workshop'], tokens: ['law'] } as const
    const game = activated('nisaba', { A, B: { owns: ['academy'] } })
    expectWon(game.act(choose('academy')), 'science', 'A')
  })

  test('P60 without a green card of the opponent it is skipped, and a later one does not count', () => {
    const game = activated('nisaba', { A: { owns: ['apothecary'] }, B: { coins: 30 }, accessible: ['school'] })
    expect([game.skipped(), game.snake('A')]).toEqual([['place-snake'], null])
    const after = game.build('school')
    expect([after.owns('B', 'school'), after.snake('A'), after.decision]).toEqual([true, null, 'turn'])
  })

  test('P61 an own green card, a blue card and a card of the discard pile cannot be chosen', () => {
    const game = activated('nisaba', {
      A: { owns: ['scriptorium'] },
      B: { owns: ['library', 'altar'] },
      discardPile: ['workshop'],
    })
    expectNotOffered(game, choose('scriptorium'), choose('altar'), choose('workshop'))
  })

  test('P62 an own card can complete the pair later', () => {
    const game = pantheon({
      A: { snake: 'library', divinities: ['nisaba'] },
      B: { owns: ['library'] },
      accessible: ['scriptorium'],
    })
    expectAsked(game.build('scriptorium'), 'A', 'progress-token')
  })

  test('P63 the pair of the opponent is that of the opponent', () => {
    const game = pantheon({
      mover: 'B',
      A: { snake: 'library', divinities: ['nisaba'] },
      B: { owns: ['library'] },
      accessible: ['scriptorium'],
    })
    const after = game.build('scriptorium')
    expectAsked(after, 'B', 'progress-token')
    expectTurnOf(after.act(after.legal()[0]!), 'A')
  })

  test('P64 six symbols of four buildings, Ishtar and a Snake token win', () => {
    const game = pantheon({
      A: {
        owns: ['scriptorium', 'pharmacist', 'apothecary'],
        divinities: ['ishtar', 'nisaba'],
        snake: 'university',
      },
      B: { owns: ['university'] },
      accessible: ['workshop'],
    })
    expectWon(game.build('workshop'), 'science', 'A')
  })
})
