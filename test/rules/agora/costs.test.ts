/** agora.md §10: costs with decrees. `trade` is what the missing resources cost, `coins` the printed coins. */
import { describe, expect, test } from 'vitest'
import type { BuildingId, CardId, DecreeId, TokenId, WonderId } from '../../../src/rules/index.ts'
import type { AgoraDescription } from '../support/agora.ts'
import { agora } from '../support/agora.ts'
import type { AgoraGame } from '../support/agora-game.ts'
import { expectCost } from '../support/expect.ts'

interface Cities {
  A?: readonly BuildingId[]
  B?: readonly BuildingId[]
  tokens?: readonly TokenId[]
  opponentTokens?: readonly TokenId[]
}

const position = (
  decrees: readonly DecreeId[],
  { A = [], B = [], tokens = [], opponentTokens = [] }: Cities,
  controller = 'A',
): AgoraDescription => {
  const cubes = controller === 'A' ? '1-0' : controller === 'B' ? '0-1' : '1-1'
  return {
    A: { coins: 20, owns: A, tokens },
    B: { owns: B, tokens: opponentTokens },
    cubes: Object.fromEntries(decrees.map((_, index) => [index + 1, cubes])),
    decrees: Object.fromEntries(decrees.map((id, index) => [index + 1, id])),
  }
}

/** A controls these decrees, and can take this card. */
const toBuild = (card: CardId, decrees: readonly DecreeId[], cities: Cities = {}, controller = 'A'): AgoraGame =>
  agora({ ...position(decrees, cities, controller), accessible: [card] })

/** A controls these decrees, and has this wonder to construct. */
function toConstruct(wonder: WonderId, decrees: readonly DecreeId[], cities: Cities = {}): AgoraGame {
  const described = position(decrees, cities)
  return agora({ ...described, A: { ...described.A, wonders: [wonder] }, age: 2 })
}

describe('costs with decrees', () => {
  test('58 the decree of red buildings leaves out the 8 coins of the Pretorium', () => {
    expectCost(toBuild('pretorium', []), 'pretorium', { coins: 8 })
    const game = toBuild('pretorium', ['ignore-cost-red'])
    expectCost(game, 'pretorium', {})
    expect(game.price('pretorium').coinsIgnored).toBe(true)
  })

  test('58 it helps neither when the opponent controls it nor when nobody does', () => {
    for (const controller of ['B', 'nobody'])
      expectCost(toBuild('pretorium', ['ignore-cost-red'], {}, controller), 'pretorium', { coins: 8 })
  })

  test('59 it leaves out the most expensive resource of the Fortifications', () => {
    const cities: Cities = { B: ['quarry'] }
    expectCost(toBuild('fortifications', [], cities), 'fortifications', { trade: 10 })
    expectCost(toBuild('fortifications', ['ignore-cost-red'], cities), 'fortifications', { trade: 7 })
  })

  test('60 the decree of yellow buildings leaves out the coins of the Forum if its clay is cheaper', () => {
    expectCost(toBuild('forum', ['ignore-cost-yellow']), 'forum', { trade: 2 })
  })

  test('61 it leaves out the glass of the Caravansery when its price exceeds the coins', () => {
    const game = toBuild('caravansery', ['ignore-cost-yellow'], { B: ['glassworks'] })
    expectCost(game, 'caravansery', { coins: 2, trade: 2 })
    expect(game.price('caravansery').discounted).toEqual({ glass: 1 })
  })

  test('62 the decree of green buildings leaves out one resource of the Observatory', () => {
    expectCost(toBuild('observatory', []), 'observatory', { trade: 6 })
    expectCost(toBuild('observatory', ['ignore-cost-green']), 'observatory', { trade: 4 })
  })

  test('63 a building that costs nothing costs nothing with the decree of its colour', () => {
    expectCost(toBuild('guard-tower', ['ignore-cost-red']), 'guard-tower', {})
  })

  test('63 a decree helps only buildings of its own colour', () => {
    expectCost(toBuild('pretorium', ['ignore-cost-green', 'ignore-cost-yellow', 'wonder-discount']), 'pretorium', {
      coins: 8,
    })
    expectCost(toBuild('observatory', ['ignore-cost-red', 'ignore-cost-yellow', 'wonder-discount']), 'observatory', {
      trade: 6,
    })
    expectCost(toBuild('forum', ['ignore-cost-red', 'ignore-cost-green', 'wonder-discount']), 'forum', {
      coins: 3,
      trade: 2,
    })
    expectCost(
      toBuild('courthouse', ['ignore-cost-red', 'ignore-cost-green', 'ignore-cost-yellow', 'wonder-discount']),
      'courthouse',
      { trade: 6 },
    )
    expectCost(
      toBuild('builders-guild', ['ignore-cost-red', 'ignore-cost-green', 'ignore-cost-yellow', 'wonder-discount']),
      'builders-guild',
      { trade: 10 },
    )
  })

  test('64 the decree of wonders and Architecture together leave out the three most expensive resources', () => {
    const cities: Cities = { B: ['press', 'drying-room'] }
    expectCost(toConstruct('great-lighthouse', [], cities), 'great-lighthouse', { trade: 12 })
    expectCost(
      toConstruct('great-lighthouse', ['wonder-discount'], { ...cities, tokens: ['architecture'] }),
      'great-lighthouse',
      { trade: 2 },
    )
  })

  test('65 the decree of wonders alone leaves out one', () => {
    expectCost(toConstruct('pyramids', ['wonder-discount']), 'pyramids', { trade: 6 })
  })

  test('66 the decree of raw materials makes wood 1 coin cheaper, but never less than 1', () => {
    const cities: Cities = { B: ['sawmill'] }
    expectCost(toBuild('stable', [], cities), 'stable', { trade: 4 })
    expectCost(toBuild('stable', ['cheaper-raw'], cities), 'stable', { trade: 3 })
    expectCost(toBuild('stable', ['cheaper-raw'], { ...cities, A: ['wood-reserve'] }), 'stable', { trade: 1 })
  })

  test('66 it acts on wood, stone and clay, not on glass and papyrus', () => {
    expectCost(toBuild('arena', ['cheaper-raw']), 'arena', { trade: 3 })
    expectCost(toBuild('chamber-of-commerce', ['cheaper-raw']), 'chamber-of-commerce', { trade: 4 })
  })

  test('67 the decree of manufactured goods makes glass cost 1', () => {
    expectCost(toBuild('apothecary', ['cheaper-manufactured']), 'apothecary', { trade: 1 })
    expectCost(toBuild('chamber-of-commerce', ['cheaper-manufactured']), 'chamber-of-commerce', { trade: 2 })
    expectCost(
      toBuild('apothecary', ['cheaper-manufactured'], { A: ['customs-house'], B: ['glassworks', 'glass-blower'] }),
      'apothecary',
      { trade: 1 },
    )
    expectCost(toBuild('arena', ['cheaper-manufactured']), 'arena', { trade: 6 })
  })

  test("68 the opponent's Economy receives what is paid after the decree", () => {
    const game = toBuild('courthouse', ['cheaper-raw'], {
      A: ['glassworks'],
      B: ['lumber-yard'],
      opponentTokens: ['economy'],
    })
    expectCost(game, 'courthouse', { trade: 4 })
    expect(game.build('courthouse').gains('B')).toEqual([['economy', 4]])
  })

  test("69 of two ways that cost the same the one that pays less to the opponent's Economy is taken", () => {
    const game = toBuild('forum', ['ignore-cost-yellow'], { B: ['clay-pool'], opponentTokens: ['economy'] })
    expectCost(game, 'forum', { coins: 3 })
    expect(game.price('forum').discounted).toEqual({ clay: 1 })
    const after = game.build('forum')
    expect([after.coins('A'), after.coins('B')]).toEqual([17, 7])
  })

  test("70 the decree of chains makes the opponent's chain symbols count, and Urbanism pays for them", () => {
    const game = toBuild('temple', ['opponent-chains'], { B: ['altar'], tokens: ['urbanism'] })
    expectCost(game, 'temple', { chained: true })
    expect(game.build('temple').gains('A')).toEqual([['urbanism', 4]])
    expectCost(toBuild('temple', ['opponent-chains'], { B: ['altar'] }, 'B'), 'temple', { trade: 4 })
  })

  test("71 a symbol that is no longer in the opponent's city does not count", () => {
    const game = agora({ ...position(['opponent-chains'], {}), discardPile: ['altar'], accessible: ['temple'] })
    expectCost(game, 'temple', { trade: 4 })
  })

  test('72 a cost that a decree reduces to nothing is no chain, so Urbanism pays nothing', () => {
    const game = toBuild('apothecary', ['ignore-cost-green'], { tokens: ['urbanism'] })
    expectCost(game, 'apothecary', {})
    expect(game.build('apothecary').gains('A')).toEqual([])
  })

  test('73 Masonry leaves out two resources of a blue building, and no decree more than that', () => {
    const decrees: DecreeId[] = ['ignore-cost-yellow', 'ignore-cost-red', 'ignore-cost-green']
    expectCost(toBuild('town-hall', decrees, { tokens: ['masonry'] }), 'town-hall', { trade: 6 })
    expectCost(toBuild('aqueduct', decrees, { tokens: ['masonry'] }), 'aqueduct', { trade: 2 })
  })

  test('two decrees on the same cost add up: one resource less, and the others cheaper', () => {
    const game = toBuild('fortifications', ['ignore-cost-red', 'cheaper-raw'], { B: ['quarry'] })
    // Stone 2 each, clay 1, papyrus 2: one of the dearest is left out.
    expectCost(game, 'fortifications', { trade: 5 })
  })

  test('a card constructed for free is neither cheaper nor chained', () => {
    const { A, ...rest } = position(['opponent-chains', 'ignore-cost-red'], { B: ['altar'], tokens: ['urbanism'] })
    const game = agora({ ...rest, A: { ...A, prepared: ['treason'] }, age: 2, removed: { 2: ['temple'] } })
    const after = game
      .act({ type: 'trigger-conspiracy', conspiracy: 'treason' })
      .act({ type: 'choose-building', building: 'temple' })
    expect([after.coins('A'), after.gains('A')]).toEqual([20, []])
  })
})
