/** base.md §12: wonders. */
import { describe, expect, test } from 'vitest'
import type { TokenId } from '../../src/rules/index.ts'
import { RuleViolation } from '../../src/rules/index.ts'
import { expectCost, expectExtraTurn, expectRefused, expectTurnOf, expectWon } from './support/expect.ts'
import type { Game } from './support/game.ts'
import { scenario } from './support/scenario.ts'

const BOX: TokenId[] = ['theology', 'law', 'masonry', 'agriculture', 'philosophy']

const offersWonder = (game: Game): boolean => game.legal().some(({ type }) => type === 'construct-wonder')

describe('wonders', () => {
  test('T73 the Statue of Zeus has no choice when the opponent has no brown card', () => {
    const game = scenario({ A: { coins: 20, wonders: ['statue-of-zeus'] }, B: { owns: ['press', 'theater'] } })
    const after = game.wonder('statue-of-zeus')
    expect(after.state.pawn).toBe(1)
    expect(after.city('B').buildings).toEqual(['press', 'theater'])
    expectTurnOf(after, 'B')
  })

  test('T74 a destroyed card lies on the discard pile and raises no price any more', () => {
    const game = scenario({
      A: { coins: 50, wonders: ['circus-maximus'] },
      B: { owns: ['glassworks', 'press'] },
      accessible: ['apothecary', 'baths', 'altar'],
    })
    expect(game.price('apothecary')).toMatchObject({ total: 3, bought: { glass: { units: 1, each: 3 } } })
    const choosing = game.wonder('circus-maximus', 'baths')
    expect([choosing.decision, choosing.toAct]).toEqual(['destroy-building', 'A'])
    expect(choosing.choices().sort()).toEqual(['glassworks', 'press'])

    const after = choosing.choose('glassworks')
    expect(after.state.discardPile).toEqual(['glassworks'])
    expect(after.city('B').buildings).toEqual(['press'])
    expectTurnOf(after, 'B')
    expectCost(after.discard('altar'), 'apothecary', { trade: 2 })
  })

  test('T75 only a brown card of the opponent can be chosen for the Statue of Zeus', () => {
    const game = scenario({
      A: { coins: 20, owns: ['quarry'], wonders: ['statue-of-zeus'] },
      B: { owns: ['lumber-yard', 'press', 'theater'] },
    })
    const choosing = game.wonder('statue-of-zeus')
    expect(choosing.choices()).toEqual(['lumber-yard'])
    for (const building of ['press', 'theater', 'quarry'] as const)
      expectRefused(choosing, { type: 'choose-building', building }, 'not-offered')
  })

  test('T76 a shield that wins leaves no card to choose', () => {
    const game = scenario({
      pawn: 8,
      A: { coins: 30, wonders: ['statue-of-zeus'] },
      B: { owns: ['lumber-yard', 'quarry'] },
    })
    const after = game.wonder('statue-of-zeus')
    expectWon(after, 'military', 'A')
    expect(after.city('B').buildings).toEqual(['lumber-yard', 'quarry'])
  })

  test('T77 the Mausoleum has no choice when the discard pile is empty', () => {
    const after = scenario({ A: { coins: 20, wonders: ['mausoleum'] } }).wonder('mausoleum')
    expect(after.hasConstructed('A', 'mausoleum')).toBe(true)
    expectTurnOf(after, 'B')
  })

  test('T78 a card from the discard pile is no chain build, but completes a pair', () => {
    const game = scenario({
      A: { coins: 10, owns: ['pharmacist'], wonders: ['mausoleum'], tokens: ['urbanism'] },
      age: 2,
      discardPile: ['dispensary'],
    })
    const choosing = game.wonder('mausoleum').choose('dispensary')
    expect(choosing.coins('A')).toBe(0)
    expect(choosing.state.discardPile).toEqual([])
    expect(choosing.decision).toBe('progress-token')
    expectTurnOf(choosing.take(choosing.state.boardTokens[0]!), 'B')
  })

  test('T79 the Mausoleum offers the cards that both players discarded and that were destroyed, nothing else', () => {
    const game = scenario({
      A: { coins: 60, wonders: ['statue-of-zeus', 'mausoleum'] },
      B: { coins: 60, owns: ['quarry', 'clay-pool'], wonders: ['circus-maximus'] },
      accessible: ['temple', 'statue', 'walls', 'barracks', 'brewery', 'rostrum'],
    })
    const choosing = game
      .discard('temple')
      .discard('statue')
      .wonder('statue-of-zeus', 'walls')
      .choose('quarry')
      .wonder('circus-maximus', 'barracks')
      .wonder('mausoleum', 'brewery')
    expect([choosing.decision, choosing.toAct]).toEqual(['revive', 'A'])
    expect(choosing.choices()).toEqual(['temple', 'statue', 'quarry'])
    const { deal } = choosing.state
    for (const building of [
      'walls',
      'barracks',
      'brewery',
      'clay-pool',
      deal.ages[1].removed[0]!,
      deal.ages[2].removed[0]!,
    ] as const) {
      expectRefused(choosing, { type: 'choose-building', building }, 'not-offered')
    }
    const after = choosing.choose('quarry')
    expect(after.owns('A', 'quarry')).toBe(true)
    expect(after.state.discardPile).toEqual(['temple', 'statue'])
  })

  test('T80 a guild from the discard pile brings its coins', () => {
    const game = scenario({
      A: { coins: 10, owns: ['scriptorium'], wonders: ['mausoleum'] },
      B: { owns: ['pharmacist', 'apothecary', 'workshop', 'academy'] },
      age: 3,
      discardPile: ['scientists-guild'],
    })
    const before = game.wonder('mausoleum')
    expect(before.choose('scientists-guild').coins('A')).toBe(before.coins('A') + 4)
  })

  test('T81 the Great Library offers three of the five tokens in the box', () => {
    const game = scenario({ A: { coins: 20, wonders: ['great-library'] }, box: BOX })
    const choosing = game.wonder('great-library')
    expect([choosing.decision, choosing.toAct]).toEqual(['library-choice', 'A'])
    expect(choosing.choices().sort()).toEqual([...BOX.slice(0, 3)].sort())
    for (const token of [...BOX.slice(3), ...game.state.boardTokens])
      expectRefused(choosing, { type: 'choose-progress-token', token }, 'not-offered')

    const after = choosing.take('masonry')
    expect(after.state.boxTokens).toHaveLength(4)
    expect([...after.state.boxTokens].sort()).toEqual(BOX.filter((token) => token !== 'masonry').sort())
    expect(after.state.boardTokens).toEqual(game.state.boardTokens)
    expect(after.city('A').tokens).toEqual(['masonry'])
  })

  test('T82 Law from the Great Library can be the sixth symbol', () => {
    const game = scenario({
      A: {
        coins: 20,
        owns: ['scriptorium', 'pharmacist', 'apothecary', 'workshop', 'academy'],
        wonders: ['great-library'],
      },
      age: 3,
      box: BOX,
    })
    expectWon(game.wonder('great-library').take('law'), 'science', 'A')
  })

  test('T83 Theology from the Great Library gives an extra turn to the next wonder, not to that one', () => {
    const game = scenario({
      A: { coins: 40, wonders: ['great-library', 'pyramids'] },
      box: BOX,
      accessible: ['baths', 'altar', 'theater'],
    })
    const after = game.wonder('great-library', 'baths').take('theology')
    expectTurnOf(after, 'B')
    expectExtraTurn(after.discard('altar').wonder('pyramids', 'theater'), 'A')
  })

  test('T84 the token of the Great Library is chosen before the extra turn of Theology', () => {
    const game = scenario({ A: { coins: 20, wonders: ['great-library'], tokens: ['theology'] }, box: BOX.slice(1) })
    const choosing = game.wonder('great-library')
    expect(choosing.decision).toBe('library-choice')
    expectExtraTurn(choosing.take('law'), 'A')
  })

  test('T85 Theology does not add to a printed extra turn', () => {
    const game = scenario({
      A: { coins: 20, wonders: ['sphinx'], tokens: ['theology'] },
      accessible: ['baths', 'altar'],
    })
    const extra = game.wonder('sphinx', 'baths')
    expectExtraTurn(extra, 'A')
    expectTurnOf(extra.discard('altar'), 'B')
  })

  test('T86 the seventh constructed wonder removes the last one from the game', () => {
    const game = scenario({
      A: { coins: 20, constructed: ['pyramids', 'sphinx', 'piraeus'], wonders: ['colossus'] },
      B: { coins: 50, constructed: ['appian-way', 'mausoleum', 'great-library'], wonders: ['hanging-gardens'] },
      accessible: ['walls', 'brewery', 'temple'],
    })
    expect(offersWonder(game)).toBe(true)
    const after = game.wonder('colossus', 'walls')
    expect(after.eventsOf('wonder-removed')).toEqual([{ type: 'wonder-removed', seat: 1, wonder: 'hanging-gardens' }])
    expect(after.city('B').wonders.map(({ id }) => id)).toEqual(['appian-way', 'mausoleum', 'great-library'])
    expect(after.state.pawn).toBe(2)

    expectTurnOf(after, 'B')
    expect(offersWonder(after)).toBe(false)
    const slot = after.slotOf('brewery')
    for (const wonder of ['hanging-gardens', 'appian-way'] as const) {
      expect(() => after.act({ type: 'construct-wonder', slot, wonder })).toThrow(RuleViolation)
    }
    expect(offersWonder(after.discard('brewery'))).toBe(false)
  })

  test('T87 the card under a wonder costs nothing', () => {
    const game = scenario({ A: { coins: 8, wonders: ['pyramids'] }, accessible: ['palace'] })
    expect(game.price('palace').total).toBe(10)
    const after = game.wonder('pyramids', 'palace')
    expect(after.hasConstructed('A', 'pyramids')).toBe(true)
    expect(after.coins('A')).toBe(0)
  })

  test('T88 the card under a wonder has no effect of any kind', () => {
    const game = scenario({
      A: { coins: 8, wonders: ['pyramids'] },
      accessible: ['tavern', 'palace', 'lighthouse', 'gardens'],
    })
    const after = game.wonder('pyramids', 'tavern')
    expect(after.coins('A')).toBe(0)
    expect(after.city('A').buildings).toEqual([])
    expect(after.state.discardPile).toEqual([])

    const later = after.discard('palace')
    expect(later.price('lighthouse')).toMatchObject({ total: 6, chained: false })
    expect(later.discard('gardens').coins('A')).toBe(2)
  })

  test('T89 the Appian Way takes at most the coins that the opponent has, and gives 3 coins from the bank', () => {
    const game = scenario({ A: { coins: 10, wonders: ['appian-way'] }, B: { coins: 2 } })
    const after = game.wonder('appian-way')
    expect([after.coins('A'), after.coins('B')]).toEqual([3, 0])
    expectExtraTurn(after, 'A')
  })

  test('T90 Piraeus produces in the extra turn that it gives', () => {
    const game = scenario({ A: { coins: 20, wonders: ['piraeus', 'sphinx'] } })
    expect(game.price('sphinx').total).toBe(8)
    const extra = game.wonder('piraeus')
    expectExtraTurn(extra, 'A')
    expectCost(extra, 'sphinx', { trade: 6 })
    expectExtraTurn(extra.wonder('sphinx'), 'A')
  })

  test('T91 the Temple of Artemis brings 12 coins, no VP and an extra turn', () => {
    const after = scenario({ A: { coins: 8, wonders: ['temple-of-artemis'] } }).wonder('temple-of-artemis')
    expect(after.coins('A')).toBe(12)
    expect(after.score('A').wonders).toBe(0)
    expectExtraTurn(after, 'A')
  })

  test('a wonder of the opponent, or one that is constructed already, cannot be constructed', () => {
    const game = scenario({ A: { coins: 50, constructed: ['pyramids'] }, B: { wonders: ['sphinx'] } })
    expectRefused(game, game.constructing('sphinx'), 'not-offered')
    expectRefused(game, game.constructing('pyramids'), 'not-offered')
  })
})
