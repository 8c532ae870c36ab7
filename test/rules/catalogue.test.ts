/** The engine's tables against the published facts (base.md §1 and §3, agora.md §1 and §2.2), field by field. */
import { describe, expect, test } from 'vitest'
import type { BuildingRow } from '../../src/rules/catalogue/buildings.ts'
import * as constants from '../../src/rules/catalogue/constants.ts'
import {
  AGE_DECKS,
  boxOf,
  BUILDINGS,
  CONSPIRACY_CARDS,
  DECREE_CARDS,
  GUILD_DECK,
  MILITARY_TOKENS,
  SENATOR_CARDS,
  TOKENS,
  WONDERS,
} from '../../src/rules/catalogue/index.ts'
import { CAPITAL, TRACK_VP } from '../../src/rules/catalogue/military.ts'
import type { TokenRow } from '../../src/rules/catalogue/tokens.ts'
import { FIRST_GAME_WONDERS } from '../../src/rules/catalogue/wonders.ts'
import { layoutOf } from '../../src/rules/structure.ts'
import { buildingAsData, costAsData, decreeRow, stepRow, tokenEffectAsData, wonderAsData } from './support/as-data.ts'
import type { LayoutData } from './support/data.ts'
import { AGORA, BASE } from './support/data.ts'
import { BASE_OPTIONS } from './support/new-game.ts'

const AGORA_OPTIONS = { ...BASE_OPTIONS, agora: true }

const expectLayout = (options: typeof BASE_OPTIONS, { age, slots }: LayoutData): void => {
  const layout = layoutOf(options, age)
  const covers = (slot: number): number[] =>
    layout.flatMap(({ coveredBy }, below) => (coveredBy.includes(slot) ? [below] : []))
  const ours = layout.map(({ row, column, dealtFaceUp, coveredBy }, slot) => ({
    slot,
    row,
    col: column,
    faceUp: dealtFaceUp,
    coveredBy: [...coveredBy],
    covers: covers(slot),
  }))
  expect(ours).toEqual(slots)
}

describe('the catalogue agrees with the published data', () => {
  test('in every field of the 73 buildings, in their decks', () => {
    const decks = [...AGE_DECKS[1], ...AGE_DECKS[2], ...AGE_DECKS[3], ...GUILD_DECK]
    expect([...decks].sort()).toEqual(BASE.cards.map(({ id }) => id).sort())
    for (const { bgaId, ...card } of BASE.cards) {
      expect(bgaId).toBeGreaterThan(0)
      expect(buildingAsData(card.id)).toEqual(card)
    }
    expect([AGE_DECKS[1].length, AGE_DECKS[2].length, AGE_DECKS[3].length, GUILD_DECK.length]).toEqual([23, 23, 20, 7])
  })

  test('in every field of the 12 wonders', () => {
    expect([...boxOf(BASE_OPTIONS).wonders].sort()).toEqual(BASE.wonders.map(({ id }) => id).sort())
    for (const { id, bgaId, ...wonder } of BASE.wonders) {
      expect(bgaId).toBeGreaterThan(0)
      expect({ id, ...wonderAsData(WONDERS[id]) }).toEqual({ id, ...wonder })
      const asks = wonder.destroyOpponentCard !== null || wonder.buildFromDiscard || wonder.progressTokenFromBox > 0
      expect([WONDERS[id].onConstruct?.length ?? 0, WONDERS[id].onSelect]).toEqual([asks ? 1 : 0, undefined])
    }
  })

  test('in every field of the 10 progress tokens', () => {
    expect([...boxOf(BASE_OPTIONS).tokens].sort()).toEqual(BASE.progressTokens.map(({ id }) => id).sort())
    for (const { id, bgaId, ...token } of BASE.progressTokens) {
      const row = TOKENS[id]
      expect(bgaId).toBeGreaterThan(0)
      expect({
        id,
        name: row.name,
        coins: row.coins ?? 0,
        vp: row.vp ?? 0,
        science: row.science ?? null,
        effect: tokenEffectAsData(row),
      }).toEqual({ id, ...token })
    }
  })

  test('in science symbols and chains', () => {
    for (const { id, cards, progressTokens } of BASE.scienceSymbols) {
      expect(
        Object.values<BuildingRow>(BUILDINGS)
          .filter(({ science }) => science === id)
          .map((row) => row.id)
          .sort(),
      ).toEqual([...cards].sort())
      expect(
        Object.values<TokenRow>(TOKENS)
          .filter(({ science }) => science === id)
          .map((row) => row.id),
      ).toEqual(progressTokens)
    }
    const chains = Object.values<BuildingRow>(BUILDINGS).flatMap(({ id, givesChain }) =>
      givesChain ? [{ id: givesChain, providedBy: id }] : [],
    )
    expect(chains).toHaveLength(17)
    for (const { id, providedBy, makesFree } of BASE.chainSymbols) {
      expect(chains.filter((chain) => chain.id === id)).toEqual([{ id, providedBy }])
      expect(BUILDINGS[makesFree].freeWith).toBe(id)
    }
  })

  test('in the layouts of both games', () => {
    for (const layout of BASE.layouts) expectLayout(BASE_OPTIONS, layout)
    for (const { initiallyAccessible, ...layout } of AGORA.layouts) {
      expectLayout(AGORA_OPTIONS, layout)
      const open = layoutOf(AGORA_OPTIONS, layout.age).flatMap(({ coveredBy }, slot) =>
        coveredBy.length === 0 ? [slot] : [],
      )
      expect(open).toEqual(initiallyAccessible)
    }
    expect([BASE.layouts.length, AGORA.layouts.length]).toEqual([3, 3])
  })

  test('in the military track', () => {
    const { zones, max, min } = BASE.military
    expect([CAPITAL, -CAPITAL]).toEqual([max, min])
    for (const { from, to, vp } of zones) {
      for (let space = from; space <= to; space++) expect(TRACK_VP[space]).toBe(vp)
    }
    expect(TRACK_VP).toHaveLength(max + 1)
    expect(TRACK_VP[0]).toBe(0)
    const loot = boxOf(BASE_OPTIONS).militaryTokens.map((id) => [
      MILITARY_TOKENS[id].distance,
      MILITARY_TOKENS[id].opponentLoses,
    ])
    expect(loot).toEqual(zones.filter(({ token }) => token > 0).map(({ from, token }) => [from, token]))
  })

  test('in the numbers of the rules', () => {
    const { constants: published } = BASE
    expect(constants).toMatchObject({
      START_COINS: published.startCoins,
      REMOVED_PER_AGE: published.cardsRemovedPerAge,
      GUILDS_IN_PLAY: published.guildsInPlay,
      BOARD_TOKENS: published.progressTokensOnBoard,
      WONDERS_PER_GROUP: published.wondersPerPlayer,
      MAX_WONDERS: published.maxWondersConstructed,
      TRADE_PRICE: published.tradeBase,
      DISCARD_COINS: published.discardBase,
      COINS_PER_VP: published.coinsPerVp,
      SYMBOLS_TO_WIN: published.scienceSymbolsToWin,
    })
    expect(boxOf(BASE_OPTIONS).tokens.length - constants.BOARD_TOKENS).toBe(published.progressTokensInBox)
    const agora = AGORA.constants
    expect(constants).toMatchObject({
      SENATORS_PER_AGE: agora.senatorsPerAge,
      CUBES: agora.influenceCubesPerPlayer,
      CONSPIRE_DRAW: agora.conspireDraw,
    })
    const box = boxOf(AGORA_OPTIONS)
    expect({
      decreesInPlay: box.chambers,
      decreesTotal: box.decrees.length,
      conspiraciesTotal: box.conspiracies.length,
      influenceCubesPerPlayer: box.cubes,
      wondersInPool: box.wonders.length,
      progressTokensTotal: box.tokens.length,
    }).toEqual({
      decreesInPlay: agora.decreesInPlay,
      decreesTotal: agora.decreesTotal,
      conspiraciesTotal: agora.conspiraciesTotal,
      influenceCubesPerPlayer: agora.influenceCubesPerPlayer,
      wondersInPool: agora.wondersInPool,
      progressTokensTotal: agora.progressTokensTotal,
    })
  })

  test('in the wonders of a first game', () => {
    expect(FIRST_GAME_WONDERS).toEqual([
      ['pyramids', 'great-lighthouse', 'temple-of-artemis', 'statue-of-zeus'],
      ['circus-maximus', 'piraeus', 'appian-way', 'colossus'],
    ])
  })

  test('in the senators and chambers of Agora', () => {
    const senators = AGORA.senators.map(({ id, type, section }) => (section ? { id, type, section } : { id, type }))
    expect(Object.values(SENATOR_CARDS)).toEqual(senators)
    for (const { id, section, vp, decreeFaceUpAtSetup } of AGORA.senate.chambers) {
      expect(constants.CHAMBERS[id - 1]).toEqual({ chamber: id, section, vp })
      expect(decreeFaceUpAtSetup).toBe(id % 2 === 1)
    }
    expect(constants.CHAMBERS).toHaveLength(AGORA.senate.chambers.length)
  })

  test('in every step of the conspiracies', () => {
    const published = AGORA.conspiracies.map(({ id, name, steps }) => ({ id, name, steps: steps.flatMap(stepRow) }))
    expect(Object.values(CONSPIRACY_CARDS)).toEqual(published)
  })

  test('in every decree', () => {
    const ours = Object.values(DECREE_CARDS).map(({ name, cheaper, ...row }) => {
      expect(name).not.toBe('')
      return cheaper ? { ...row, cheaper: [...cheaper].sort() } : row
    })
    expect(ours).toEqual(AGORA.decrees.map((decree) => ({ id: decree.id, ...decreeRow(decree) })))
  })

  test('in the wonders, tokens and military tokens of Agora', () => {
    for (const { id, name, cost, vp, onSelect, onConstruct } of AGORA.wonders) {
      const row = WONDERS[id]
      expect({ name: row.name, cost: costAsData(row.cost), vp: row.vp ?? 0 }).toEqual({ name, cost, vp })
      expect(row.onSelect ?? []).toEqual(onSelect.flatMap(stepRow))
      expect(row.onConstruct ?? []).toEqual(onConstruct.flatMap(stepRow))
      expect(row.coins).toBe(onConstruct.find(({ step }) => step === 'gainCoins')?.coins)
      expect(row.playAgain ?? false).toBe(onConstruct.some(({ step }) => step === 'extraTurn'))
      expect([row.shields, row.producesOneOf, row.opponentLoses]).toEqual([undefined, undefined, undefined])
    }
    const effects = {
      senatorsFree: { freeSenators: true },
      keepBothConspiracies: { keepsBothConspiracies: true },
    } as Record<string, object>
    for (const { id, name, effect, vp } of AGORA.progressTokens)
      expect({ ...TOKENS[id], vp: TOKENS[id].vp ?? 0 }).toEqual({ id, name, vp, ...effects[effect] })
    for (const beneficiary of ['first', 'second'] as const) {
      const published = AGORA.militaryTokens.filter((token) => token.beneficiary === beneficiary)
      expect(boxOf(AGORA_OPTIONS).militaryTokens.map((id) => MILITARY_TOKENS[id])).toEqual(
        published.map(({ kind, positions, steps }) => ({
          id: kind,
          distance: Math.min(...positions.map(Math.abs)),
          steps: steps.flatMap(stepRow),
        })),
      )
    }
  })
})
