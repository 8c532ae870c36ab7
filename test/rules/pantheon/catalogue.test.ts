/** The engine's tables of Pantheon against the published facts (pantheon.md §1, §2.2), field by field. */
import { describe, expect, test } from 'vitest'
import * as constants from '../../../src/rules/catalogue/constants.ts'
import { DIVINITIES, GATE, PANTHEON_SPACES } from '../../../src/rules/catalogue/divinities.ts'
import {
  backOf,
  boxOf,
  BUILDINGS,
  PANTHEON_CARDS,
  TEMPLE_DECK,
  TOKENS,
  WONDERS,
} from '../../../src/rules/catalogue/index.ts'
import { MYTHOLOGY_ROWS, MYTHOLOGY_TOKENS } from '../../../src/rules/catalogue/mythologies.ts'
import { OFFERING_SETS, OFFERING_TOKENS } from '../../../src/rules/catalogue/offerings.ts'
import type { StepRow } from '../../../src/rules/catalogue/steps.ts'
import type { MatchOptions } from '../../../src/rules/index.ts'
import { catalogue } from '../../../src/rules/index.ts'
import { layoutOf } from '../../../src/rules/structure.ts'
import { costAsData } from '../support/as-data.ts'
import { AGORA, BASE, PANTHEON } from '../support/data.ts'
import { BASE_OPTIONS } from '../support/new-game.ts'

const ALONE: MatchOptions = { ...BASE_OPTIONS, pantheon: true }
const BOTH: MatchOptions = { ...ALONE, agora: true }
const AGES = [1, 2, 3] as const

/** A published step of a divinity as one of our rows. */
function stepRow({ step, colors, tokensOnCard }: (typeof PANTHEON.divinities)[number]['steps'][number]): StepRow {
  if (step === 'take-building') return { kind: step, colors: colors as ('brown' | 'grey')[] }
  if (step === 'discard-any') expect(tokensOnCard).toBe('box')
  return { kind: step } as StepRow
}

/** What a published divinity does automatically, as the fields of our row. */
function automaticFields({ automatic }: (typeof PANTHEON.divinities)[number]): Record<string, unknown> {
  const [effect] = automatic
  switch (effect?.effect) {
    case undefined:
      return {}
    case 'gain-coins':
      return { coins: effect.coins }
    case 'store-coins':
      return { storedCoins: effect.coins }
    case 'shields':
      return { steps: [{ kind: 'shields', count: effect.shields }] }
    default:
      throw new Error(`unknown effect ${effect?.effect}`)
  }
}

describe('the catalogue of Pantheon agrees with the published data', () => {
  test('in every field of the 15 divinities', () => {
    const published = PANTHEON.divinities.map((row) => ({
      id: row.id,
      name: row.name,
      mythology: row.mythology,
      ...(row.vp > 0 && { vp: row.vp }),
      ...(row.science !== null && { science: row.science }),
      ...(row.onReveal && { tokensOnReveal: row.onReveal.drawProgressTokens }),
      ...(row.vpPerStoredCoin && { vpPerStoredCoin: row.vpPerStoredCoin }),
      ...(row.steps.length > 0 && { steps: row.steps.map(stepRow) }),
      ...automaticFields(row),
    }))
    expect(DIVINITIES).toEqual(published)
    for (const { id } of DIVINITIES) expect(PANTHEON_CARDS[id]).toEqual(published.find((row) => row.id === id))
  })

  test('in the Gate, whose other two steps follow from the first', () => {
    const { id, name, costFactor, steps } = PANTHEON.gate
    expect(GATE).toEqual({ id, name, costFactor, steps: [{ kind: steps[0]!.step }] })
    expect(steps.map(({ step }) => step)).toEqual(['reveal-deck-tops', 'choose-divinity', 'return-divinities'])
  })

  test('in the mythologies and their tokens', () => {
    expect(MYTHOLOGY_ROWS).toEqual(PANTHEON.mythologies.map(({ id, name, color }) => ({ id, name, color })))
    for (const { id, divinities, grandTemple } of PANTHEON.mythologies) {
      expect(DIVINITIES.filter(({ mythology }) => mythology === id).map((row) => row.id)).toEqual(divinities)
      expect(BUILDINGS[grandTemple].freeWithMythology).toBe(id)
    }
    expect(MYTHOLOGY_TOKENS).toEqual(PANTHEON.mythologyTokens.map(({ id, mythology }) => ({ id, mythology })))
    expect(OFFERING_TOKENS).toEqual(PANTHEON.offeringTokens.map(({ id, discount }) => ({ id, discount })))
  })

  test('in the sets of Offering tokens, which are all there are', () => {
    const discounts = PANTHEON.offeringTokens.map(({ discount }) => discount)
    expect(OFFERING_SETS.map(({ tokens }) => tokens.join())).toHaveLength(2 ** discounts.length)
    for (const { set, tokens } of OFFERING_SETS) {
      expect(set === 'none' ? [] : set.split('-').map((discount) => `offering-${discount}`)).toEqual(tokens)
    }
    expect(new Set(OFFERING_SETS.map(({ set }) => set)).size).toBe(8)
  })

  test('in the spaces of the Pantheon', () => {
    expect(PANTHEON_SPACES).toEqual(
      PANTHEON.spaces.map(({ space, cost }) => ({ space, costs: [cost.first, cost.second] })),
    )
    for (const { cost, gateCost } of PANTHEON.spaces) {
      expect([gateCost.first, gateCost.second]).toEqual([GATE.costFactor * cost.first, GATE.costFactor * cost.second])
    }
  })

  test('in every field of the 5 Grand Temples', () => {
    expect(TEMPLE_DECK).toEqual(PANTHEON.grandTemples.map(({ id }) => id))
    for (const { id, name, color, cost, chainFrom } of PANTHEON.grandTemples) {
      const { cost: ours, ...row } = BUILDINGS[id]
      expect(row).toEqual({ id, name, color, freeWithMythology: chainFrom.mythology })
      expect(costAsData(ours)).toEqual(cost)
      expect(backOf(id)).toBe('temple')
    }
    expect(constants.TEMPLE_VP).toEqual([0, 1, 2, 3].map((count) => PANTHEON.grandTempleVp[count]))
  })

  test('in the wonders and progress tokens', () => {
    for (const { id, name, cost, vp, onSelect, onConstruct, activationDiscount } of PANTHEON.wonders) {
      const { cost: ours, ...row } = WONDERS[id]
      expect(costAsData(ours)).toEqual(cost)
      expect(onSelect).toEqual([])
      const playAgain = onConstruct.some(({ step }) => step === 'extraTurn')
      const steps = onConstruct.filter(({ step }) => step === 'choose-mythology').map(({ step }) => ({ kind: step }))
      expect(row).toEqual({
        id,
        name,
        ...(vp > 0 && { vp }),
        ...(playAgain && { playAgain }),
        ...(activationDiscount && { activationDiscount }),
        ...(steps.length > 0 && { onConstruct: steps }),
      })
    }
    for (const { id, name, vpPerToken, coinsPerSpace, coinsInstead } of PANTHEON.progressTokens) {
      expect(TOKENS[id]).toEqual({
        id,
        name,
        ...(vpPerToken && { vpPerKeptToken: vpPerToken }),
        ...(coinsPerSpace && { coinsPerPush: coinsPerSpace }),
        ...(coinsInstead && { chainedFor: coinsInstead }),
      })
    }
  })

  test('in the slots that carry tokens: they are dealt face down, and no card covers two of them', () => {
    for (const [options, slots] of [
      [ALONE, PANTHEON.tokenSlots.base],
      [BOTH, PANTHEON.tokenSlots.agora],
    ] as const) {
      const ours = Object.fromEntries(AGES.map((age) => [age, boxOf(options).layouts[age].tokenSlots]))
      expect(ours).toEqual({
        [slots.mythology.age]: slots.mythology.slots,
        [slots.offering.age]: slots.offering.slots,
        3: [],
      })
      for (const age of AGES) {
        const layout = layoutOf(options, age)
        for (const slot of ours[age]!) expect(layout[slot]!.dealtFaceUp).toBe(false)
        const covers = ours[age]!.flatMap((slot) => layout[slot]!.coveredBy)
        expect(new Set(covers).size).toBe(covers.length)
      }
    }
  })

  test('in the numbers of the rules and of the boxes', () => {
    const published = PANTHEON.constants
    expect(constants).toMatchObject({
      TEMPLES_IN_PLAY: published.grandTemplesInPlay,
      MYTHOLOGY_TOKENS_IN_PLAY: published.mythologyTokensInPlay,
      DIVINITY_DRAW: published.divinitiesDrawnPerMythologyToken,
      ENKI_TOKENS: published.enkiTokens,
      ACTIVATION_AGE: published.activationFromAge,
      MAX_WONDERS: published.maxWondersConstructed,
    })
    const sizes = (options: MatchOptions): Record<string, number> => {
      const box = boxOf(options)
      return {
        wonders: box.wonders.length,
        tokens: box.tokens.length,
        guilds: box.guildsInPlay,
        temples: box.templesInPlay,
      }
    }
    expect(sizes(ALONE)).toEqual({ wonders: 14, tokens: 13, guilds: 0, temples: 3 })
    expect(sizes(BOTH)).toEqual({ wonders: 16, tokens: 15, guilds: 0, temples: 3 })
    expect(boxOf(BOTH).militaryTokens).toEqual(boxOf({ ...BOTH, pantheon: false }).militaryTokens)
    expect(boxOf(ALONE).militaryTokens).toEqual(boxOf(BASE_OPTIONS).militaryTokens)
    for (const options of [ALONE, BOTH])
      expect(boxOf(options).structureBeforeDraft).toBe(published.structureBeforeDraft)
    expect(boxOf({ ...BASE_OPTIONS, pantheon: undefined as unknown as boolean })).toBe(boxOf(BASE_OPTIONS))
  })

  test('in ids, which are all different', () => {
    const tables = [
      BASE.cards,
      BASE.wonders,
      BASE.progressTokens,
      AGORA.senators,
      AGORA.conspiracies,
      AGORA.decrees,
      AGORA.wonders,
      AGORA.progressTokens,
      PANTHEON.divinities,
      [PANTHEON.gate],
      PANTHEON.grandTemples,
      PANTHEON.wonders,
      PANTHEON.mythologyTokens,
      PANTHEON.offeringTokens,
      PANTHEON.progressTokens,
    ]
    const ids = tables.flatMap((rows) => rows.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the description of a box with Pantheon', () => {
  test('has the cards that can come into play, and what a client needs besides', () => {
    const { buildings, pantheon, wonders, layouts } = catalogue(BOTH)
    expect(buildings.filter(({ color }) => color === 'purple').map(({ id, back }) => [id, back])).toEqual(
      PANTHEON.grandTemples.map(({ id }) => [id, 'temple']),
    )
    expect(wonders.map(({ id }) => id)).toEqual(expect.arrayContaining(['sanctuary', 'divine-theater', 'knossos']))
    expect(pantheon).toMatchObject({
      divinities: PANTHEON.divinities.map(({ id, name, mythology }) => ({ id, name, mythology })),
      gate: { id: 'gate', costFactor: 2 },
      tokenSlots: { 1: PANTHEON.tokenSlots.agora.mythology.slots, 2: PANTHEON.tokenSlots.agora.offering.slots, 3: [] },
      templeVp: [0, 5, 12, 21],
    })
    expect(layouts[1]).toHaveLength(25)
  })

  test('is absent without Pantheon, and then the guilds are there', () => {
    const { buildings, pantheon } = catalogue(BASE_OPTIONS)
    expect(pantheon).toBeUndefined()
    expect(buildings.map(({ id }) => id).sort()).toEqual(BASE.cards.map(({ id }) => id).sort())
  })
})
