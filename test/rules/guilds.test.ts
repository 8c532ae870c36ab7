/** base.md §12: guilds. */
import { describe, expect, test } from 'vitest'
import type { BuildingId } from '../../src/rules/index.ts'
import { scenario } from './support/scenario.ts'

const YELLOW = ['tavern', 'brewery', 'forum', 'caravansery', 'port', 'armory'] as const satisfies BuildingId[]
const RED = ['stable', 'garrison', 'palisade', 'guard-tower', 'barracks', 'walls'] as const satisfies BuildingId[]

describe('guilds', () => {
  test('T92 a guild counts the city that has more, when it is built and again at the end', () => {
    const game = scenario({
      A: { coins: 20, owns: ['wood-reserve'] },
      B: { owns: YELLOW.slice(0, 4) },
      accessible: ['merchants-guild'],
    })
    const { total } = game.price('merchants-guild')
    expect(game.build('merchants-guild').coins('A')).toBe(20 - total + 4)

    const end = scenario({
      A: { owns: ['merchants-guild', 'wood-reserve', 'clay-reserve'] },
      B: { owns: YELLOW.slice(0, 5) },
      last: 'gardens',
    })
    const ended = end.discard('gardens')
    expect([ended.score('A').guilds, ended.score('B').guilds]).toEqual([5, 0])
  })

  test('T93 the Shipowners Guild counts brown and grey cards of one city', () => {
    const build = (a: BuildingId[], b: BuildingId[]) => {
      const game = scenario({ A: { coins: 20, owns: a }, B: { owns: b }, accessible: ['shipowners-guild'] })
      const { total } = game.price('shipowners-guild')
      const after = game.build('shipowners-guild')
      return { coins: after.coins('A') - (20 - total), points: after.score('A').guilds }
    }
    expect(build(['quarry', 'lumber-yard', 'clay-pool'], ['press', 'glassworks'])).toEqual({ coins: 3, points: 3 })
    expect(
      build(['quarry', 'lumber-yard', 'press'], ['clay-pool', 'glassworks', 'drying-room', 'glass-blower']),
    ).toEqual({
      coins: 4,
      points: 4,
    })
  })

  test('T94 the Builders Guild is worth 2 VP per constructed wonder of the city that has more, and no coins', () => {
    const game = scenario({
      A: { coins: 20, constructed: ['pyramids'] },
      B: { constructed: ['colossus', 'mausoleum', 'great-library'] },
      accessible: ['builders-guild'],
    })
    const { total } = game.price('builders-guild')
    const after = game.build('builders-guild')
    expect(after.coins('A')).toBe(20 - total)
    expect(after.score('A').guilds).toBe(6)
  })

  test('T95 the Moneylenders Guild counts the richer city, on top of the points for own coins', () => {
    // B's discard brings the last 2 of B's 19 coins.
    const game = scenario({
      mover: 'B',
      A: { coins: 5, owns: ['moneylenders-guild'] },
      B: { coins: 17 },
      last: 'gardens',
    })
    const ended = game.discard('gardens')
    expect([ended.coins('A'), ended.coins('B')]).toEqual([5, 19])
    expect(ended.score('A')).toMatchObject({ guilds: 6, coins: 1 })
    expect(ended.score('B')).toMatchObject({ guilds: 0, coins: 6 })
  })

  test('T96 a guild pays coins once, and counts the final cities for its points', () => {
    const game = scenario({
      A: { coins: 20, owns: RED.slice(0, 3) },
      B: { coins: 50, owns: RED.slice(3) },
      pawn: 4,
      accessible: ['tacticians-guild', 'circus', 'gardens', 'siege-workshop'],
    })
    const { total } = game.price('tacticians-guild')
    const built = game.build('tacticians-guild')
    expect(built.coins('A')).toBe(20 - total + 3)

    const later = built.build('circus').discard('gardens').build('siege-workshop')
    expect(later.city('B').buildings).toHaveLength(5)
    expect(later.coins('A')).toBe(built.coins('A') + 2)
    expect(later.score('A').guilds).toBe(5)
  })
})
