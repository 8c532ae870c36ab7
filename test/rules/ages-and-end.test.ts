/** base.md §12: ages and the end of the game. */
import { describe, expect, test } from 'vitest'
import { expectTurnOf, expectWon } from './support/expect.ts'
import type { Game, Player } from './support/game.ts'
import { scenario } from './support/scenario.ts'

/** This player decides who begins the age that has just been laid out. */
function expectChoosesStarter(game: Game, player: Player, age: 2 | 3): void {
  expect({ decision: game.decision, toAct: game.toAct, age: game.state.age }).toEqual({
    decision: 'first-player',
    toAct: player,
    age,
  })
  expect(game.choices().sort()).toEqual([0, 1])
  expect(game.state.structure).toEqual(game.state.deal.ages[age].slots)
}

describe('ages and the end of the game', () => {
  test('T97 the last card of an age loses the extra turn, and the weaker military player chooses who begins', () => {
    const game = scenario({ age: 1, A: { coins: 20, wonders: ['piraeus'] }, pawn: 1, last: 'baths' })
    const after = game.wonder('piraeus', 'baths')
    expect(after.hasConstructed('A', 'piraeus')).toBe(true)
    expectChoosesStarter(after, 'B', 2)
    const begun = after.letBegin('B')
    expectTurnOf(begun, 'B')
    expectTurnOf(begun.act({ type: 'discard-card', slot: 18 }), 'A')
  })

  test('T98 the player who chooses may name the opponent', () => {
    const after = scenario({ age: 1, mover: 'B', pawn: -2, last: 'baths' }).discard('baths')
    expectChoosesStarter(after, 'A', 2)
    expectTurnOf(after.letBegin('B'), 'B')
    expectTurnOf(after.letBegin('A'), 'A')
  })

  test('T99 with the pawn in the centre the player who took the last card chooses, or begins if so agreed', () => {
    const chooses = scenario({ mover: 'B', last: 'baths', tiedPawn: 'chooses' }).discard('baths')
    expectChoosesStarter(chooses, 'B', 2)
    expectTurnOf(chooses.letBegin('A'), 'A')

    const begins = scenario({ mover: 'B', last: 'baths', tiedPawn: 'begins' }).discard('baths')
    expect(begins.state.age).toBe(2)
    expectTurnOf(begins, 'B')

    const notTied = scenario({ mover: 'B', pawn: -1, last: 'baths', tiedPawn: 'begins' }).discard('baths')
    expectChoosesStarter(notTied, 'A', 2)
  })

  test('T100 the last card of Age II that completes a pair: the token, then Age III, then who begins', () => {
    const choosing = scenario({ A: { owns: ['pharmacist'] }, last: 'dispensary' }).build('dispensary')
    expect([choosing.decision, choosing.toAct, choosing.state.age]).toEqual(['progress-token', 'A', 2])
    expectChoosesStarter(choosing.take(choosing.state.boardTokens[0]!), 'A', 3)
  })

  test('T101 the choice that the last card of Age III causes is made before scoring', () => {
    const game = scenario({ A: { coins: 10, wonders: ['mausoleum'] }, last: 'gardens', discardPile: ['palace'] })
    const choosing = game.wonder('mausoleum', 'gardens')
    expect([choosing.decision, choosing.toAct]).toEqual(['revive', 'A'])
    expect(choosing.state.result).toBeNull()
    const ended = choosing.choose('palace')
    expectWon(ended, 'civilian', 'A')
    expect(ended.score('A')).toMatchObject({ blue: 7, wonders: 2, total: 9 })
  })

  test('T102 equal totals are decided by the points of blue cards, and shared if these are equal too', () => {
    const B = {
      coins: 30,
      owns: ['gardens', 'pantheon', 'university', 'observatory', 'lighthouse', 'armory', 'builders-guild'],
      constructed: ['sphinx', 'hanging-gardens', 'appian-way'],
      tokens: ['agriculture', 'mathematics'],
    } as const
    const A = {
      owns: ['academy', 'study', 'arena', 'port'],
      constructed: ['pyramids', 'great-lighthouse', 'great-library', 'colossus'],
      tokens: ['philosophy'],
    } as const
    // A discards the last card for 2 coins and 2 more for A's yellow cards.
    const fewer = scenario({
      pawn: 6,
      A: { ...A, coins: 9 - 4, owns: [...A.owns, 'senate', 'obelisk'] },
      B,
      last: 'circus',
    }).discard('circus')
    expect([fewer.score('A'), fewer.score('B')]).toMatchObject([
      { total: 62, blue: 10 },
      { total: 62, blue: 12 },
    ])
    expectWon(fewer, 'civilian', 'B')

    const tied = scenario({
      pawn: 6,
      A: { ...A, coins: 5 - 4, owns: [...A.owns, 'palace', 'obelisk'] },
      B,
      last: 'circus',
    }).discard('circus')
    expect([tied.score('A'), tied.score('B')]).toMatchObject([
      { total: 62, blue: 12 },
      { total: 62, blue: 12 },
    ])
    expect(tied.state.result).toEqual({ by: 'tie', winner: null })
    expect([tied.toAct, tied.legal()]).toEqual([null, []])
  })

  test('T103 a supremacy wins whatever the points', () => {
    const game = scenario({ pawn: 8, B: { coins: 40, owns: ['theater', 'altar', 'temple'] }, accessible: ['walls'] })
    const after = game.build('walls')
    expectWon(after, 'military', 'A')
    expect(after.score('B').total).toBeGreaterThan(after.score('A').total)
  })

  test('T104 the last card of Age III can win by military before any scoring', () => {
    const game = scenario({
      pawn: 8,
      A: { coins: 8 },
      B: { coins: 40, owns: ['palace', 'gardens', 'town-hall'] },
      last: 'pretorium',
    })
    const after = game.build('pretorium')
    expectWon(after, 'military', 'A')
    expect(after.score('B').total).toBeGreaterThan(after.score('A').total)
  })

  test('T105 the player who lost an extra turn at the end of the age counts as the last active one', () => {
    const after = scenario({ age: 2, A: { coins: 20, wonders: ['sphinx'] }, last: 'walls' }).wonder('sphinx', 'walls')
    expectChoosesStarter(after, 'A', 3)
  })

  test('T106 three coins are worth one VP, the remainder nothing', () => {
    const ended = scenario({ A: { coins: 6 }, B: { coins: 2 }, last: 'gardens' }).discard('gardens')
    expect([ended.coins('A'), ended.coins('B')]).toEqual([8, 2])
    expect([ended.score('A').coins, ended.score('B').coins]).toEqual([2, 0])
  })

  test('T107 a player who can construct nothing can discard each accessible card', () => {
    const game = scenario({ A: { coins: 0 }, accessible: ['walls', 'barracks', 'school'] })
    expect(game.legal()).toEqual([15, 16, 17].map((slot) => ({ type: 'discard-card', slot })))
  })
})
