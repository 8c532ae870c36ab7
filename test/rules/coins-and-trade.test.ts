/** base.md §12: discard, coins, trading tokens. */
import { describe, expect, test } from 'vitest'
import { expectExtraTurn } from './support/expect.ts'
import { scenario } from './support/scenario.ts'

describe('discard, coins and trading tokens', () => {
  test('T38 a discarded card brings 2 coins and 1 for each own yellow card, itself not counted', () => {
    expect(
      scenario({ A: { coins: 0 }, accessible: ['baths'] })
        .discard('baths')
        .coins('A'),
    ).toBe(2)
    expect(
      scenario({ A: { coins: 0, owns: ['tavern', 'clay-reserve'] }, accessible: ['baths'] })
        .discard('baths')
        .coins('A'),
    ).toBe(4)
    expect(
      scenario({ A: { coins: 0 }, accessible: ['tavern'] })
        .discard('tavern')
        .coins('A'),
    ).toBe(2)
  })

  test('T39 a guild is no yellow card when a card is discarded', () => {
    const game = scenario({ A: { coins: 0, owns: ['merchants-guild', 'tavern'] }, accessible: ['baths'] })
    expect(game.discard('baths').coins('A')).toBe(3)
  })

  test('T40 Economy gives the opponent what is paid for trade', () => {
    const game = scenario({
      A: { coins: 10, owns: ['press', 'stone-reserve'] },
      B: { coins: 5, tokens: ['economy'] },
      accessible: ['town-hall'],
    })
    const after = game.build('town-hall')
    expect([after.coins('A'), after.coins('B')]).toEqual([10 - 7, 5 + 7])
  })

  test('T41 Economy gets none of the printed coins', () => {
    // From -2 the three shields reach no military token.
    const game = scenario({
      A: { coins: 10 },
      B: { coins: 5, tokens: ['economy'] },
      pawn: -2,
      accessible: ['pretorium'],
    })
    const after = game.build('pretorium')
    expect([after.coins('A'), after.coins('B')]).toEqual([10 - 8, 5])
  })

  test('T42 of a mixed cost Economy gets only the trade part', () => {
    const game = scenario({ A: { coins: 10 }, B: { coins: 5, tokens: ['economy'] }, accessible: ['forum'] })
    const after = game.build('forum')
    expect([after.coins('A'), after.coins('B')]).toEqual([10 - 5, 5 + 2])
  })

  test('T43 a chain leaves Economy nothing', () => {
    const game = scenario({
      A: { coins: 10, owns: ['theater'] },
      B: { coins: 5, tokens: ['economy'] },
      accessible: ['statue'],
    })
    const after = game.build('statue')
    expect([after.coins('A'), after.coins('B')]).toEqual([10, 5])
  })

  test('T44 Economy receives before the Appian Way takes', () => {
    const game = scenario({
      A: { coins: 10, owns: ['brickyard', 'shelf-quarry'], wonders: ['appian-way'] },
      B: { coins: 0, tokens: ['economy'] },
    })
    const after = game.wonder('appian-way')
    expect(after.eventsOf('coins-gained')).toContainEqual({
      type: 'coins-gained',
      seat: 1,
      coins: 2,
      reason: 'economy',
    })
    expect([after.coins('A'), after.coins('B')]).toEqual([10 - 2 + 3, 0])
    expectExtraTurn(after, 'A')
  })

  test('T45 Urbanism pays 4 for a chain build, not for a card without a cost', () => {
    const game = scenario({
      A: { coins: 0, owns: ['baths'], tokens: ['urbanism'] },
      accessible: ['aqueduct', 'theater'],
    })
    expect(game.build('aqueduct').coins('A')).toBe(4)
    expect(game.build('theater').coins('A')).toBe(0)
  })

  test('T46 Urbanism brings 6 coins and nothing for chain builds before it', () => {
    const game = scenario({
      A: { coins: 0, owns: ['theater', 'statue', 'altar', 'temple', 'scriptorium'] },
      board: ['urbanism', 'law', 'economy', 'masonry', 'theology'],
      accessible: ['library'],
    })
    const choosing = game.build('library')
    expect(choosing.coins('A')).toBe(0)
    expect(choosing.take('urbanism').coins('A')).toBe(6)
  })

  test('T47 Agriculture brings 6 coins at once and 4 VP at the end', () => {
    const game = scenario({
      A: { coins: 1, owns: ['scriptorium'] },
      board: ['agriculture', 'law', 'economy', 'masonry', 'theology'],
      accessible: ['library'],
    })
    const after = game.build('library').take('agriculture')
    expect(after.coins('A')).toBe(7)
    expect(after.score('A').progress).toBe(4)
  })

  test('T48 the Lighthouse brings 1 coin for each own yellow card, itself included', () => {
    const game = scenario({ A: { coins: 0, owns: ['tavern', 'wood-reserve'] }, accessible: ['lighthouse'] })
    expect(game.price('lighthouse')).toMatchObject({ total: 0, chained: true })
    expect(game.build('lighthouse').coins('A')).toBe(3)
  })

  test('T49 the Port brings 2 coins for each brown card, not for each symbol', () => {
    const game = scenario({ A: { coins: 10, owns: ['sawmill', 'quarry', 'press'] }, accessible: ['port'] })
    const after = game.build('port')
    expect(after.eventsOf('coins-gained')).toEqual([{ type: 'coins-gained', seat: 0, coins: 4, reason: 'building' }])
    expect(after.coins('A')).toBe(10 - 2 + 4)
  })

  test('T50 the Chamber of Commerce brings 3 coins for each grey card', () => {
    const game = scenario({ A: { coins: 0, owns: ['press', 'drying-room'] }, accessible: ['chamber-of-commerce'] })
    expect(game.price('chamber-of-commerce').total).toBe(0)
    expect(game.build('chamber-of-commerce').coins('A')).toBe(6)
  })

  test('T51 the Arena brings 2 coins for each own constructed wonder', () => {
    const game = scenario({
      A: { coins: 0, owns: ['brewery'], constructed: ['pyramids', 'sphinx'], wonders: ['piraeus'] },
      B: { constructed: ['colossus', 'mausoleum', 'great-library'] },
      accessible: ['arena'],
    })
    expect(game.build('arena').coins('A')).toBe(4)
  })

  test('T52 the Armory brings 1 coin for each own red card: no guild, no wonder', () => {
    const game = scenario({
      A: { coins: 20, owns: ['stable', 'garrison', 'tacticians-guild'], constructed: ['colossus'] },
      accessible: ['armory'],
    })
    const after = game.build('armory')
    expect(after.eventsOf('coins-gained')).toEqual([{ type: 'coins-gained', seat: 0, coins: 2, reason: 'building' }])
    expect(after.coins('A')).toBe(20 - 6 + 2)
  })
})
