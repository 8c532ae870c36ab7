/** base.md §12: costs. `trade` is what the missing resources cost, `coins` the printed coins. */
import { describe, expect, test } from 'vitest'
import { expectCost, expectRefused } from './support/expect.ts'
import { scenario } from './support/scenario.ts'

describe('costs', () => {
  test('T14 a missing resource costs 2 coins', () => {
    const game = scenario({ A: { coins: 7 }, accessible: ['baths'] })
    expectCost(game, 'baths', { trade: 2 })
    expect(game.build('baths').coins('A')).toBe(5)
  })

  test("T15 each symbol on the opponent's brown cards raises the price by 1, own production makes it free", () => {
    expectCost(scenario({ B: { owns: ['quarry'] }, accessible: ['baths'] }), 'baths', { trade: 3 })
    expectCost(scenario({ B: { owns: ['quarry', 'stone-pit'] }, accessible: ['baths'] }), 'baths', { trade: 4 })
    expectCost(scenario({ A: { owns: ['quarry'] }, accessible: ['baths'] }), 'baths', {})
  })

  test('T16 a reserve fixes the price at 1, whatever the opponent produces', () => {
    const game = scenario({
      A: { owns: ['stone-reserve'] },
      B: { owns: ['quarry', 'stone-pit'] },
      accessible: ['baths'],
    })
    expectCost(game, 'baths', { trade: 1 })
  })

  test('T17 resources are bought at their own prices after own production', () => {
    const game = scenario({ A: { owns: ['shelf-quarry'] }, B: { owns: ['clay-pool'] }, accessible: ['fortifications'] })
    expectCost(game, 'fortifications', { trade: 3 + 2 })
  })

  test('T18 symbols count, not cards, and the unit price does not rise with the number of units', () => {
    expectCost(scenario({ B: { owns: ['shelf-quarry'] }, accessible: ['aqueduct'] }), 'aqueduct', { trade: 12 })
    expectCost(
      scenario({ A: { owns: ['stone-reserve'] }, B: { owns: ['shelf-quarry'] }, accessible: ['aqueduct'] }),
      'aqueduct',
      { trade: 3 },
    )
  })

  test('T19 printed coins come on top of trade', () => {
    expectCost(scenario({ B: { owns: ['glassworks'] }, accessible: ['caravansery'] }), 'caravansery', {
      coins: 2,
      trade: 5,
    })
  })

  test("T20 the opponent's yellow cards and wonders raise no price", () => {
    const game = scenario({
      B: { owns: ['forum', 'caravansery'], constructed: ['piraeus', 'great-lighthouse'] },
      accessible: ['library'],
    })
    expectCost(game, 'library', { trade: 6 })
  })

  test('T21 a choice producer makes the dearest resource', () => {
    const game = scenario({ A: { owns: ['caravansery'] }, B: { owns: ['quarry'] }, accessible: ['rostrum'] })
    expectCost(game, 'rostrum', { trade: 2 })
    expect(game.price('rostrum')).toMatchObject({ chosen: { stone: 1 }, bought: { wood: { units: 1, each: 2 } } })
  })

  test('T22 two choice producers make the two dearest', () => {
    const game = scenario({
      A: { owns: ['caravansery'], constructed: ['great-lighthouse'] },
      B: { owns: ['sawmill'] },
      accessible: ['arena'],
    })
    expectCost(game, 'arena', { trade: 2 })
  })

  test('T23 a wonder that is not constructed produces nothing, for itself neither', () => {
    expectCost(scenario({ A: { wonders: ['great-lighthouse'] } }), 'great-lighthouse', { trade: 8 })
  })

  test('T24 each choice producer gives one unit of its family', () => {
    const game = scenario({ A: { owns: ['forum', 'caravansery'], wonders: ['temple-of-artemis'] } })
    expectCost(game, 'temple-of-artemis', { trade: 4 })
  })

  test('T25 Architecture leaves out the two dearest resources of a wonder', () => {
    expectCost(scenario({ A: { wonders: ['pyramids'] } }), 'pyramids', { trade: 8 })
    expectCost(scenario({ A: { wonders: ['pyramids'], tokens: ['architecture'] } }), 'pyramids', { trade: 4 })
    const dear = scenario({ A: { wonders: ['pyramids'], tokens: ['architecture'] }, B: { owns: ['shelf-quarry'] } })
    expectCost(dear, 'pyramids', { trade: 4 + 2 })
  })

  test('T26 choice production and discount are combined in the cheapest way', () => {
    const game = scenario({
      A: {
        owns: ['quarry'],
        constructed: ['great-lighthouse'],
        wonders: ['temple-of-artemis'],
        tokens: ['architecture'],
      },
      B: { owns: ['sawmill', 'lumber-yard', 'logging-camp'] },
    })
    expectCost(game, 'temple-of-artemis', {})
  })

  test('T27 Masonry leaves out the two dearest resources of a blue card and touches no other colour', () => {
    const game = scenario({
      A: { owns: ['customs-house', 'clay-pool'], tokens: ['masonry'] },
      B: { owns: ['sawmill', 'glass-blower'] },
      accessible: ['palace', 'academy'],
    })
    expectCost(game, 'palace', { trade: 2 })
    expectCost(game, 'academy', { trade: 8 })
  })

  test('T28 two or fewer missing resources are free with Masonry, for blue cards alone', () => {
    const game = scenario({
      A: { tokens: ['masonry'], wonders: ['pyramids'] },
      accessible: ['statue', 'baths', 'walls'],
    })
    expectCost(game, 'statue', {})
    expectCost(game, 'baths', {})
    expectCost(game, 'walls', { trade: 4 })
    expectCost(game, 'pyramids', { trade: 8 })
  })

  test('T29 Architecture does not touch cards', () => {
    expectCost(scenario({ A: { tokens: ['architecture'] }, accessible: ['baths'] }), 'baths', { trade: 2 })
  })

  test('T30 a chain makes its one successor free, not the successor of that', () => {
    const game = scenario({ A: { coins: 0, owns: ['theater'] }, accessible: ['statue', 'gardens'] })
    expectCost(game, 'statue', { chained: true })
    expect(game.build('statue').owns('A', 'statue')).toBe(true)
    expectCost(game, 'gardens', { trade: 8 })
  })

  test('T31 a chain waives the coin part too', () => {
    const chained = scenario({ A: { coins: 0, owns: ['garrison'] }, accessible: ['barracks'] })
    expectCost(chained, 'barracks', { chained: true })
    expect(chained.build('barracks').coins('A')).toBe(0)
    expectCost(scenario({ accessible: ['barracks'] }), 'barracks', { coins: 3 })
  })

  test('T32 a price above the coins of the mover is illegal, but discarding is always legal', () => {
    const game = scenario({ A: { coins: 1, owns: ['brickyard', 'shelf-quarry'], wonders: ['appian-way'] } })
    expectCost(game, 'appian-way', { trade: 2 })
    expectRefused(game, game.constructing('appian-way'), 'too-expensive')
    for (const slot of game.accessible()) expect(game.isLegal({ type: 'discard-card', slot })).toBe(true)
    expect(game.accessible().length).toBeGreaterThan(0)
  })

  test('T33 fixed prices and choice producers of both families work together', () => {
    const game = scenario({
      A: { owns: ['wood-reserve', 'forum'], constructed: ['great-lighthouse', 'piraeus'] },
      B: { owns: ['sawmill', 'press', 'drying-room'] },
      accessible: ['study'],
    })
    expectCost(game, 'study', { trade: 1 })
  })

  test('T34 the discount applies to what choice production leaves', () => {
    const game = scenario({
      A: { owns: ['caravansery'], wonders: ['colossus'], tokens: ['architecture'] },
      B: { owns: ['brickyard', 'clay-pool'] },
    })
    expectCost(game, 'colossus', { trade: 2 })
  })

  test('T35 brown cards of the opponent add up', () => {
    expectCost(scenario({ B: { owns: ['clay-pool', 'brickyard'] }, accessible: ['forum'] }), 'forum', {
      coins: 3,
      trade: 5,
    })
  })

  test('T36 coins that a wonder would give do not help to pay for it', () => {
    const game = scenario({ A: { coins: 7, wonders: ['temple-of-artemis'] } })
    expectCost(game, 'temple-of-artemis', { trade: 8 })
    expectRefused(game, game.constructing('temple-of-artemis'), 'too-expensive')
  })

  test('T37 a chain is used even when production would pay for everything', () => {
    const game = scenario({
      A: { coins: 0, owns: ['pharmacist', 'brickyard', 'quarry'], tokens: ['urbanism'] },
      accessible: ['dispensary'],
    })
    expectCost(game, 'dispensary', { chained: true })
    expect(game.build('dispensary').coins('A')).toBe(4)
  })
})
