/** Every random draw of a match with Pantheon, over many seeds (pantheon.md §2, §8), always the same ones. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Deal, MatchOptions } from '../../../src/rules/index.ts'
import { deal } from '../../../src/rules/index.ts'
import { AGORA, BASE, deckOf, PANTHEON } from '../support/data.ts'
import { PANTHEON_OPTIONS } from '../support/pantheon.ts'
import { deviation } from '../support/uniform.ts'

const AGES = [1, 2, 3] as const
const MYTHOLOGIES = PANTHEON.mythologies.map(({ id }) => id)

const sorted = (ids: readonly string[]): string[] => [...ids].sort()
const idsOf = (...tables: readonly (readonly { id: string }[])[]): string[] => tables.flat().map(({ id }) => id)
const TEMPLES = idsOf(PANTHEON.grandTemples)
const SENATORS = idsOf(AGORA.senators)

const seeds = fc.string({ minLength: 1, maxLength: 64 })
const options: fc.Arbitrary<MatchOptions> = fc.record({
  agora: fc.boolean(),
  pantheon: fc.constant(true),
  wonders: fc.constantFrom('draft', 'first-game'),
  tiedPawn: fc.constantFrom('chooses', 'begins'),
})

/** Holds for all seeds and options that fast-check makes from a fixed seed of its own. */
const always = (holds: (seed: string, options: MatchOptions) => void): void => {
  fc.assert(fc.property(seeds, options, holds), { seed: 23, numRuns: 150 })
}

const tokensOf = ({ agora }: MatchOptions): string[] =>
  sorted(idsOf(BASE.progressTokens, agora ? AGORA.progressTokens : [], PANTHEON.progressTokens))

describe('a deal with Pantheon', () => {
  test('contains every card, wonder, divinity and token exactly once', () => {
    always((seed, chosen) => {
      const dealt = deal(seed, chosen)
      const cards = AGES.flatMap((age) => [...dealt.ages[age].slots, ...dealt.ages[age].removed])
      expect(sorted([...cards, ...dealt.boxGuilds, ...dealt.boxTemples!])).toEqual(
        sorted([...idsOf(BASE.cards), ...TEMPLES, ...(chosen.agora ? SENATORS : [])]),
      )
      for (const { id, divinities } of PANTHEON.mythologies) {
        expect(sorted(dealt.divinities![id])).toEqual(sorted(divinities))
      }
      expect(Object.keys(dealt.divinities!)).toEqual(MYTHOLOGIES)
      expect(sorted([...dealt.mythologyTokens!, ...dealt.boxMythologyTokens!])).toEqual(
        sorted(idsOf(PANTHEON.mythologyTokens)),
      )
      expect(sorted(dealt.offeringTokens!)).toEqual(sorted(idsOf(PANTHEON.offeringTokens)))
      expect(sorted([...dealt.boardTokens, ...dealt.boxTokens])).toEqual(tokensOf(chosen))
      if (chosen.wonders === 'draft') {
        const all = idsOf(BASE.wonders, chosen.agora ? AGORA.wonders : [], PANTHEON.wonders)
        expect(sorted([...dealt.firstWonders, ...dealt.secondWonders, ...dealt.boxWonders])).toEqual(sorted(all))
      }
    })
  })

  test('has as many of everything in each place as the rules say', () => {
    always((seed, chosen) => {
      const dealt = deal(seed, chosen)
      expect([dealt.mythologyTokens!.length, dealt.boxMythologyTokens!.length]).toEqual([5, 5])
      expect([dealt.boxTemples!.length, dealt.boxGuilds.length]).toEqual([2, 7])
      expect(dealt.ages[3].slots.filter((card) => TEMPLES.includes(card))).toHaveLength(3)
      expect(dealt.ages[3].slots.filter((card) => deckOf('guild').some((guild) => guild === card))).toEqual([])
      expect(AGES.map((age) => dealt.ages[age].slots.length)).toEqual(chosen.agora ? [25, 25, 23] : [20, 20, 20])
      expect([dealt.boardTokens.length, dealt.boxTokens.length]).toEqual([5, chosen.agora ? 10 : 8])
      expect(dealt.boxWonders).toHaveLength((chosen.agora ? 16 : 14) - 8)
    })
  })

  test('has orders of all progress tokens for three draws of Enki and two of the Great Library', () => {
    always((seed, chosen) => {
      const { enkiOrders, libraryOrders, libraryOrder } = deal(seed, chosen)
      expect([enkiOrders!.length, libraryOrders!.length, libraryOrder]).toEqual([3, 2, undefined])
      for (const order of [...enkiOrders!, ...libraryOrders!]) expect(sorted(order)).toEqual(tokensOf(chosen))
      const orders = [...enkiOrders!, ...libraryOrders!].map((order) => order.join())
      expect(new Set(orders).size).toBe(5)
    })
  })

  test('does not shift the draws that Pantheon has nothing to do with, nor does Agora shift those of Pantheon', () => {
    always((seed, chosen) => {
      const dealt = deal(seed, chosen)
      const without = deal(seed, { ...chosen, pantheon: false })
      for (const age of [1, 2] as const) expect(without.ages[age]).toEqual(dealt.ages[age])
      expect(without.ages[3].removed).toEqual(dealt.ages[3].removed)
      const { decrees, boxDecrees, conspiracies } = dealt
      expect(without).toMatchObject({ decrees, boxDecrees, conspiracies })
      expect(dealt.boxGuilds.slice(3)).toEqual(without.boxGuilds)

      const { divinities, mythologyTokens, boxMythologyTokens, offeringTokens, boxTemples } = dealt
      expect(deal(seed, { ...chosen, agora: !chosen.agora })).toMatchObject({
        divinities,
        mythologyTokens,
        boxMythologyTokens,
        offeringTokens,
        boxTemples,
      })
    })
  })

  test('has none of the draws of Pantheon without Pantheon', () => {
    always((seed, chosen) => {
      const without = deal(seed, { ...chosen, pantheon: false })
      const added = Object.keys(deal(seed, chosen)).filter((name) => !(name in without))
      expect(sorted(added)).toEqual([
        'boxMythologyTokens',
        'boxTemples',
        'divinities',
        'enkiOrders',
        'libraryOrders',
        'mythologyTokens',
        'offeringTokens',
      ])
    })
  })
})

describe('over 4,000 seeds', () => {
  const DEALS = Array.from({ length: 4000 }, (_, n) => deal(`seed ${n}`, PANTHEON_OPTIONS))
  const expectUniform = (outcome: (deal: Deal) => string, possible: number): void => {
    expect(deviation(DEALS.map(outcome), possible)).toBeLessThan(5)
  }

  test('each order of a deck and of the Offering tokens is equally likely', () => {
    for (const mythology of MYTHOLOGIES) expectUniform(({ divinities }) => divinities![mythology].join(), 6)
    expectUniform(({ offeringTokens }) => offeringTokens!.join(), 6)
  })

  test('each place is equally likely to get each token, temple and wonder', () => {
    for (const place of [0, 1, 2, 3, 4]) {
      expectUniform(({ mythologyTokens }) => mythologyTokens![place]!, 10)
      expectUniform(({ boxMythologyTokens }) => boxMythologyTokens![place]!, 10)
      expectUniform(({ boardTokens }) => boardTokens[place]!, 13)
      for (const order of [0, 1, 2]) expectUniform(({ enkiOrders }) => enkiOrders![order]![place]!, 13)
      for (const order of [0, 1]) expectUniform(({ libraryOrders }) => libraryOrders![order]![place]!, 13)
    }
    for (const place of [0, 1]) expectUniform(({ boxTemples }) => boxTemples![place]!, 5)
    for (const place of [0, 1, 2, 3]) expectUniform(({ firstWonders }) => firstWonders[place]!, 14)
  })

  test('temples lie equally often in each slot', () => {
    const slots = DEALS.flatMap(({ ages }) =>
      ages[3].slots.flatMap((card, slot) => (TEMPLES.includes(card) ? [String(slot)] : [])),
    )
    expect(deviation(slots, 20)).toBeLessThan(5)
  })

  test('one draw tells nothing about another', () => {
    expectUniform(({ divinities }) => `${divinities!.greek[0]} ${divinities!.roman[0]}`, 9)
    expectUniform(({ divinities, offeringTokens }) => `${divinities!.egyptian[0]} ${offeringTokens![0]}`, 9)
    expectUniform(({ mythologyTokens, divinities }) => `${mythologyTokens![0]} ${divinities!.phoenician.join()}`, 60)
    expectUniform(({ enkiOrders }) => `${enkiOrders![0]![0]} ${enkiOrders![1]![0]}`, 13 * 13)
    expectUniform(({ libraryOrders }) => `${libraryOrders![0]![0]} ${libraryOrders![1]![0]}`, 13 * 13)
    expectUniform(({ boardTokens, enkiOrders }) => `${boardTokens[0]} ${enkiOrders![0]![0]}`, 13 * 13)
    expectUniform(({ boxTemples, mythologyTokens }) => `${boxTemples![0]} ${mythologyTokens![0]}`, 50)
  })
})
