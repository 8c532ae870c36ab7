/** Every random draw of a match, over many seeds (base.md §11, agora.md §2.1), always the same ones. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Deal, MatchOptions } from '../../src/rules/index.ts'
import { deal } from '../../src/rules/index.ts'
import { AGORA, BASE, cardData, deckOf } from './support/data.ts'
import { BASE_OPTIONS } from './support/new-game.ts'
import { deviation } from './support/uniform.ts'

const AGORA_OPTIONS: MatchOptions = { ...BASE_OPTIONS, agora: true }
const BOTH = [BASE_OPTIONS, AGORA_OPTIONS]
const AGES = [1, 2, 3] as const

const sorted = (ids: readonly string[]): string[] => [...ids].sort()
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

const SENATORS = new Set(idsOf(AGORA.senators))
const PRESET = [
  'pyramids',
  'great-lighthouse',
  'temple-of-artemis',
  'statue-of-zeus',
  'circus-maximus',
  'piraeus',
  'appian-way',
  'colossus',
]

const seeds = fc.string({ minLength: 1, maxLength: 64 })
const options: fc.Arbitrary<MatchOptions> = fc.record({
  agora: fc.boolean(),
  pantheon: fc.constant(false),
  wonders: fc.constantFrom('draft', 'first-game'),
  tiedPawn: fc.constantFrom('chooses', 'begins'),
})

/** Holds for all seeds and options that fast-check makes from a fixed seed of its own. */
const always = (holds: (seed: string, options: MatchOptions) => void): void => {
  fc.assert(fc.property(seeds, options, holds), { seed: 20, numRuns: 150 })
}

describe('a deal', () => {
  test('contains every card, wonder, token, decree and conspiracy exactly once', () => {
    always((seed, chosen) => {
      const dealt = deal(seed, chosen)
      const cards = AGES.flatMap((age) => [...dealt.ages[age].slots, ...dealt.ages[age].removed])
      expect(sorted([...cards, ...dealt.boxGuilds])).toEqual(
        sorted([...idsOf(BASE.cards), ...(chosen.agora ? SENATORS : [])]),
      )

      const wonders = [...idsOf(BASE.wonders), ...(chosen.agora ? idsOf(AGORA.wonders) : [])]
      const preset = chosen.wonders === 'first-game' ? PRESET : []
      expect(sorted([...dealt.firstWonders, ...dealt.secondWonders, ...dealt.boxWonders, ...preset])).toEqual(
        sorted(wonders),
      )

      const tokens = sorted([...idsOf(BASE.progressTokens), ...(chosen.agora ? idsOf(AGORA.progressTokens) : [])])
      expect(sorted([...dealt.boardTokens, ...dealt.boxTokens])).toEqual(tokens)
      expect(sorted(dealt.libraryOrder!)).toEqual(tokens)

      expect(sorted([...dealt.decrees, ...dealt.boxDecrees])).toEqual(chosen.agora ? sorted(idsOf(AGORA.decrees)) : [])
      expect(sorted(dealt.conspiracies)).toEqual(chosen.agora ? sorted(idsOf(AGORA.conspiracies)) : [])
    })
  })

  test('has as many of everything in each place as the rules say', () => {
    always((seed, chosen) => {
      const dealt = deal(seed, chosen)
      const drafted = chosen.wonders === 'draft' ? 4 : 0
      const boxWonders = (chosen.agora ? 14 : 12) - 8
      expect([dealt.firstWonders.length, dealt.secondWonders.length, dealt.boxWonders.length]).toEqual([
        drafted,
        drafted,
        boxWonders,
      ])
      expect([dealt.boardTokens.length, dealt.boxTokens.length]).toEqual([5, chosen.agora ? 7 : 5])
      expect([dealt.decrees.length, dealt.boxDecrees.length]).toEqual(chosen.agora ? [6, 10] : [0, 0])
      expect(AGES.map((age) => dealt.ages[age].slots.length)).toEqual(chosen.agora ? [25, 25, 23] : [20, 20, 20])
      expect(dealt.boxGuilds).toHaveLength(4)
      for (const age of AGES) {
        const { slots, removed } = dealt.ages[age]
        expect(removed).toHaveLength(3)
        for (const card of removed) expect(cardData(card).deck).toBe(`age${age}`)
        const senators = slots.filter((card) => SENATORS.has(card)).length
        const guilds = slots.filter((card) => !SENATORS.has(card) && cardData(card).deck === 'guild').length
        expect([senators, guilds]).toEqual([chosen.agora ? { 1: 5, 2: 5, 3: 3 }[age] : 0, age === 3 ? 3 : 0])
        expect(slots.filter((card) => deckOf(`age${age}`).some((id) => id === card))).toHaveLength(age === 3 ? 17 : 20)
      }
    })
  })

  test('is the same for the same seed and options, as plain JSON', () => {
    always((seed, chosen) => {
      const dealt = deal(seed, chosen)
      expect(deal(seed, { ...chosen })).toEqual(dealt)
      expect(JSON.parse(JSON.stringify(dealt))).toEqual(dealt)
    })
  })

  test('is another one for another seed', () => {
    const deals = new Set(Array.from({ length: 500 }, (_, n) => JSON.stringify(deal(`seed ${n}`, BASE_OPTIONS))))
    expect(deals.size).toBe(500)
  })

  test('does not shift the draws that an option has nothing to do with', () => {
    always((seed, chosen) => {
      const dealt = deal(seed, chosen)
      const other = deal(seed, { ...chosen, agora: !chosen.agora })
      expect(other.boxGuilds).toEqual(dealt.boxGuilds)
      for (const age of AGES) expect(other.ages[age].removed).toEqual(dealt.ages[age].removed)

      const { ages, boardTokens, boxTokens, libraryOrder, boxGuilds, decrees, boxDecrees, conspiracies } = dealt
      const withOtherWonders = deal(seed, { ...chosen, wonders: chosen.wonders === 'draft' ? 'first-game' : 'draft' })
      expect(withOtherWonders).toMatchObject({
        ages,
        boardTokens,
        boxTokens,
        libraryOrder,
        boxGuilds,
        decrees,
        boxDecrees,
        conspiracies,
      })
      expect(deal(seed, { ...chosen, tiedPawn: chosen.tiedPawn === 'begins' ? 'chooses' : 'begins' })).toEqual(dealt)
    })
  })
})

describe('over 4,000 seeds', () => {
  const SEEDS = Array.from({ length: 4000 }, (_, n) => `seed ${n}`)
  const DEALS = BOTH.map((chosen) => SEEDS.map((seed) => deal(seed, chosen)))
  const [base, agora] = [DEALS[0]!, DEALS[1]!]

  const expectUniform = (deals: readonly Deal[], outcome: (deal: Deal) => string, possible: number): void => {
    expect(deviation(deals.map(outcome), possible)).toBeLessThan(5)
  }

  test('each place is equally likely to get each thing', () => {
    for (const place of [0, 1, 2, 3]) {
      expectUniform(base, ({ firstWonders }) => firstWonders[place]!, 12)
      expectUniform(base, ({ secondWonders }) => secondWonders[place]!, 12)
      expectUniform(base, ({ boxWonders }) => boxWonders[place]!, 12)
      expectUniform(base, ({ boxGuilds }) => boxGuilds[place]!, 7)
    }
    for (const place of [0, 1, 2, 3, 4]) {
      expectUniform(base, ({ boardTokens }) => boardTokens[place]!, 10)
      expectUniform(base, ({ boxTokens }) => boxTokens[place]!, 10)
      expectUniform(base, ({ libraryOrder }) => libraryOrder![place]!, 10)
      expectUniform(agora, ({ decrees }) => decrees[place]!, 16)
      expectUniform(agora, ({ conspiracies }) => conspiracies[place]!, 16)
    }
    for (const [age, cards] of [
      [1, 23],
      [2, 23],
    ] as const) {
      for (let slot = 0; slot < 20; slot++) expectUniform(base, ({ ages }) => ages[age].slots[slot]!, cards)
    }
    for (const [age, cards] of [
      [1, 23],
      [2, 23],
      [3, 20],
    ] as const) {
      for (const place of [0, 1, 2]) expectUniform(base, ({ ages }) => ages[age].removed[place]!, cards)
    }
  })

  test('guilds and senators lie equally often in each slot', () => {
    const slotsWith = (deals: readonly Deal[], age: 1 | 2 | 3, is: (card: string) => boolean): string[] =>
      deals.flatMap(({ ages }) => ages[age].slots.flatMap((card, slot) => (is(card) ? [String(slot)] : [])))
    expect(
      deviation(
        slotsWith(base, 3, (card) => cardData(card).deck === 'guild'),
        20,
      ),
    ).toBeLessThan(5)
    for (const age of AGES)
      expect(
        deviation(
          slotsWith(agora, age, (card) => SENATORS.has(card)),
          age === 3 ? 23 : 25,
        ),
      ).toBeLessThan(5)
  })

  test('one draw tells nothing about another', () => {
    expectUniform(base, ({ firstWonders, boardTokens }) => `${firstWonders[0]} ${boardTokens[0]}`, 12 * 10)
    expectUniform(base, ({ boardTokens, boxGuilds }) => `${boardTokens[0]} ${boxGuilds[0]}`, 10 * 7)
    expectUniform(base, ({ ages }) => `${ages[1].slots[0]} ${ages[2].slots[0]}`, 23 * 23)
    expectUniform(base, ({ ages }) => `${ages[1].removed[0]} ${ages[2].removed[0]}`, 23 * 23)
    expectUniform(agora, ({ decrees, conspiracies }) => `${decrees[0]} ${conspiracies[0]}`, 16 * 16)
    // Which tokens lie on the board says nothing about the order in which the Great Library draws.
    expectUniform(base, ({ boardTokens, libraryOrder }) => `${boardTokens[0]} ${libraryOrder![0]}`, 10 * 10)
  })
})
