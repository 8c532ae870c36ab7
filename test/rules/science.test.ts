/** base.md §12: science and progress tokens. */
import { describe, expect, test } from 'vitest'
import type { TokenId } from '../../src/rules/index.ts'
import { expectRefused, expectTurnOf, expectWon } from './support/expect.ts'
import { scenario } from './support/scenario.ts'

const BOARD: TokenId[] = ['law', 'economy', 'masonry', 'theology', 'urbanism']

describe('science and progress tokens', () => {
  test('T65 a pair of symbols takes one of the tokens on the board', () => {
    const game = scenario({ A: { owns: ['scriptorium'] }, board: BOARD, accessible: ['library'] })
    const choosing = game.build('library')
    expect([choosing.decision, choosing.toAct]).toEqual(['progress-token', 'A'])
    expect(choosing.choices().sort()).toEqual([...BOARD].sort())

    const after = choosing.take('masonry')
    expect(after.state.boardTokens).toEqual(BOARD.filter((token) => token !== 'masonry'))
    expect(after.city('A').tokens).toEqual(['masonry'])
    expectTurnOf(after, 'B')
  })

  test('T66 a pair brings nothing when the board is empty', () => {
    const game = scenario({ A: { owns: ['scriptorium'] }, B: { tokens: BOARD }, board: [], accessible: ['library'] })
    const after = game.build('library')
    expect(after.city('A').tokens).toEqual([])
    expectTurnOf(after, 'B')
  })

  test('T67 the sixth different symbol wins at once', () => {
    const game = scenario({
      A: { coins: 20, owns: ['scriptorium', 'pharmacist', 'apothecary', 'workshop', 'academy'] },
      accessible: ['university'],
    })
    expectWon(game.build('university'), 'science', 'A')
  })

  test('T68 a pair is no sixth symbol, but Law taken for it is', () => {
    const game = scenario({
      A: { coins: 20, owns: ['scriptorium', 'pharmacist', 'apothecary', 'workshop', 'academy'] },
      board: BOARD,
      accessible: ['school'],
    })
    const choosing = game.build('school')
    expect(choosing.state.result).toBeNull()
    expect(choosing.decision).toBe('progress-token')
    expectWon(choosing.take('law'), 'science', 'A')
  })

  test('T69 five different symbols do not win, one of them twice neither', () => {
    const game = scenario({
      A: { coins: 20, owns: ['scriptorium', 'library', 'pharmacist', 'apothecary', 'workshop'] },
      board: BOARD,
      accessible: ['academy'],
    })
    expectTurnOf(game.build('academy'), 'B')
    const pair = scenario({
      A: { coins: 20, owns: ['scriptorium', 'pharmacist', 'apothecary', 'workshop', 'academy'] },
      board: BOARD,
      accessible: ['library'],
    })
    const after = pair.build('library').take('masonry')
    expect(after.state.result).toBeNull()
    expectTurnOf(after, 'B')
  })

  test('T70 the chosen token must lie on the board, and nothing else can be done before the choice', () => {
    const board = BOARD.slice(1)
    const game = scenario({
      A: { owns: ['scriptorium'], wonders: ['pyramids'], coins: 50 },
      B: { tokens: ['law'] },
      board,
      accessible: ['library'],
    })
    const choosing = game.build('library')
    for (const token of [...choosing.state.boxTokens, 'law' as const]) {
      expectRefused(choosing, { type: 'choose-progress-token', token }, 'not-offered')
    }
    const slot = game.accessible().find((open) => open !== game.slotOf('library'))!
    expectRefused(choosing, { type: 'discard-card', slot }, 'wrong-decision')
    expectRefused(choosing, { type: 'construct-building', slot }, 'wrong-decision')
    expectRefused(choosing, { type: 'construct-wonder', slot, wonder: 'pyramids' }, 'wrong-decision')
  })

  test('T71 Mathematics is worth 3 VP for each own token, itself included', () => {
    const game = scenario({ A: { tokens: ['mathematics', 'economy', 'theology'] } })
    expect(game.score('A').progress).toBe(9)
  })

  test('T72 Law alone is no pair', () => {
    const game = scenario({ A: { owns: ['scriptorium'] }, board: BOARD, accessible: ['library'] })
    const after = game.build('library').take('law')
    expect(after.city('A').tokens).toEqual(['law'])
    expectTurnOf(after, 'B')

    const later = scenario({ A: { coins: 20, tokens: ['law'] }, accessible: ['academy'] })
    expectTurnOf(later.build('academy'), 'B')
  })
})
