/**
 * Random positions in which everything that has to do with prices is drawn at random, compared with the prices that are
 * found by trying everything (price-oracle.ts). They need not come about in a match.
 */
import { expect } from 'vitest'
import type { Action, MatchState, PantheonCardId, Price, Seat } from '../../../src/rules/index.ts'
import { legalActions, price, reduce } from '../../../src/rules/index.ts'
import { AGORA, BASE, PANTHEON } from './data.ts'
import { both, pantheon } from './pantheon.ts'
import type { Payer, Way } from './price-oracle.ts'
import { activationsOf, tradePrice, wayToBuild, wayToBuildWonder } from './price-oracle.ts'
import { Random } from './random.ts'

type City = MatchState['cities'][0]
export type PricedBox = 'pantheon' | 'agora-pantheon'

const BUILDINGS = [...BASE.cards, ...PANTHEON.grandTemples].map(({ id }) => id)
const CHAINED = [...BASE.cards.filter(({ chainFrom }) => chainFrom), ...PANTHEON.grandTemples].map(({ id }) => id)
const TRADERS = BASE.cards
  .filter(({ color, producesOneOf, fixedPrice }) => /brown|grey/.test(color) || producesOneOf || fixedPrice)
  .map(({ id }) => id)
const WONDERS = {
  pantheon: [...BASE.wonders, ...PANTHEON.wonders].map(({ id }) => id),
  'agora-pantheon': [...BASE.wonders, ...AGORA.wonders, ...PANTHEON.wonders].map(({ id }) => id),
}
const SENATORS = AGORA.senators.map(({ id }) => id as City['senators'][0])
const CARDS: readonly PantheonCardId[] = PANTHEON.divinities.map(({ id }) => id)
/** The first row of Age II has six slots: if the others are empty, its cards are accessible. */
const [OPEN_AGE, OPEN_SLOTS] = [2, 6] as const

/** The things in random piles: each goes to the pile that `pile` says. */
function dealt<T>(things: readonly T[], piles: number, pile: (index: number) => number): T[][] {
  const all = Array.from({ length: piles }, (): T[] => [])
  for (const [index, thing] of things.entries()) all[pile(index)]!.push(thing)
  return all
}

/** A turn in a random position. */
export function pricedPosition(box: PricedBox, random: Random): MatchState {
  const seat: Seat = random.onceIn(2) ? 0 : 1
  const { state } = (box === 'pantheon' ? pantheon : both)({ age: OPEN_AGE, mover: seat === 0 ? 'A' : 'B' })

  const fullness = random.pick([1, 2, 4, 8])
  const traders = random.shuffled(TRADERS)
  const others = random.shuffled(BUILDINGS.filter((id) => !TRADERS.includes(id)))
  const [own, opponents, free] = dealt([...traders, ...others], 3, () => Math.min(2, random.below(2 + fullness)))
  const lying = random.shuffled([...random.shuffled(free!.filter((id) => CHAINED.includes(id))).slice(0, 3), ...free!])
  const open: MatchState['structure'] = [...new Set(lying)].slice(0, OPEN_SLOTS)
  const senators = random.shuffled(SENATORS)
  const row = box === 'pantheon' || random.onceIn(2) ? open : [...open.slice(1), senators[0]!]

  const wonders = random.shuffled(WONDERS[box])
  let constructed = 0
  const wondersFrom = (from: number): City['wonders'] =>
    wonders
      .slice(from, from + 4)
      .map((id) => ({ id, under: random.onceIn(2) && constructed++ < 6 ? 'lumber-yard' : null }))

  const mythologyTokens = dealt(
    PANTHEON.mythologyTokens.map(({ id }) => id),
    3,
    () => random.below(3),
  )
  const offerings = dealt(
    PANTHEON.offeringTokens.map(({ id }) => id),
    3,
    () => random.below(3),
  )
  const tokens = dealt(
    ['engineering', 'masonry', 'architecture', 'economy', 'urbanism', 'corruption'] as const,
    3,
    (index) => random.below(index === 0 ? 2 : 3),
  )
  const city = (of: Seat): City => {
    const pile = of === seat ? 0 : 1
    return {
      ...state.cities[of],
      coins: random.below(16),
      buildings: [own!, opponents!][pile]!,
      wonders: wondersFrom(4 * of),
      tokens: tokens[pile]!.filter((id) => box === 'agora-pantheon' || id !== 'corruption'),
      senators: box === 'pantheon' ? [] : senators.slice(1 + 4 * of, 1 + 4 * of + random.below(4)),
      pantheon: {
        divinities: [],
        mythologyTokens: mythologyTokens[pile]!,
        offeringTokens: offerings[pile]!,
        storedCoins: random.onceIn(2) ? 0 : random.below(8),
        snake: null,
      },
    }
  }
  const cards = [...random.shuffled(CARDS).slice(0, 5), 'gate' as const]
  return {
    ...state,
    structure: state.structure.map((_, slot) => row[slot] ?? null),
    faceUp: state.faceUp.map(() => true),
    cities: [city(0), city(1)],
    senate: state.senate && { decrees: layDecrees(random), cubes: state.senate.cubes.map(() => cubes(random)) },
    pantheon: {
      ...state.pantheon!,
      spaces: random.shuffled(cards).map((card) => (random.onceIn(5) ? null : { card, placedBy: null })),
    },
  }
}

type Senate = NonNullable<MatchState['senate']>

const cubes = (random: Random): [number, number] => [random.below(3), random.below(3)]

/** Decrees face up, in some chambers several of them. */
function layDecrees(random: Random): Senate['decrees'] {
  const decrees = random.shuffled(AGORA.decrees.map(({ id }) => id as Senate['decrees'][0][0]['id']))
  return dealt(decrees.slice(0, 9), 6, (index) => (index < 6 ? index : random.below(6))).map((laid) =>
    laid.map((id) => ({ id, faceUp: true })),
  )
}

function payerOf({ cities, senate }: MatchState, seat: Seat): Payer {
  const other = seat === 0 ? 1 : 0
  const controlled = (senate?.cubes ?? []).flatMap((each, chamber) =>
    each[seat] > each[other] ? senate!.decrees[chamber]!.map(({ id }) => id) : [],
  )
  return { city: cities[seat], opponent: cities[other], decrees: controlled }
}

/** Compares all prices of a position with the oracle, and what can be afforded; counts the ways. */
export function checkPrices(state: MatchState, count: (what: string) => void): void {
  const seat = state.toAct!
  const payer = payerOf(state, seat)
  const funds = payer.city.coins + payer.city.pantheon!.storedCoins
  const legal = legalActions(state)
  const listed = (action: Action): boolean => legal.some((each) => JSON.stringify(each) === JSON.stringify(action))

  /** The action is legal if there are coins for it; then it has this price, and is paid from the treasury first. */
  const check = (action: Action, way: Way, slot?: number): void => {
    const affordable = way.total <= funds
    expect(listed(action), JSON.stringify([action, way, funds])).toBe(affordable)
    if (!affordable) return
    count(way.by)
    if (way.by !== 'chain' && way.total > payer.city.coins) count('paid with stored coins')
    const asked = price(state, action) as Price
    expect(asked, JSON.stringify(action)).toMatchObject({
      total: way.total,
      trade: way.trade,
      chained: way.by === 'chain',
    })
    expect(asked.engineering ?? false).toBe(way.by === 'engineering')
    if (way.by === 'resources') checkParts(payer, asked)
    checkPaid(state, action, way.total)
    if (slot !== undefined) count('cards')
  }
  for (const [slot, card] of state.structure.entries()) {
    if (card === null) continue
    if (SENATORS.some((senator) => senator === card)) {
      const total = payer.city.tokens.includes('corruption') ? 0 : payer.city.senators.length
      expect(listed({ type: 'recruit-senator', slot })).toBe(total <= funds)
      if (total <= funds) checkPaid(state, { type: 'recruit-senator', slot }, total)
      continue
    }
    check({ type: 'construct-building', slot }, wayToBuild(payer, card as (typeof BUILDINGS)[number]), slot)
  }
  for (const { id, under } of payer.city.wonders) {
    if (under === null) check({ type: 'construct-wonder', slot: 0, wonder: id }, wayToBuildWonder(payer, id))
  }
  checkActivations(state, payer, legal, count)
}

/** The parts of a price add up, and each unit is bought for what it costs. */
function checkParts(payer: Payer, { total, trade, bought = {} }: Price): void {
  const parts = Object.entries(bought) as [keyof typeof bought, { units: number; each: number }][]
  for (const [resource, { each }] of parts) expect(each, resource).toBe(tradePrice(payer, resource))
  expect(parts.reduce((sum, [, { units, each }]) => sum + units * each, 0)).toBe(trade)
  expect(total).toBeGreaterThanOrEqual(trade)
}

/** The treasury pays first, the coins on Astarte the rest. */
function checkPaid(state: MatchState, action: Action, total: number): void {
  const seat = state.toAct!
  const { coins, pantheon: own } = state.cities[seat]
  const { state: after } = reduce(state, action)
  expect(after.cities[seat].pantheon!.storedCoins, JSON.stringify(action)).toBe(
    own!.storedCoins - Math.max(0, total - coins),
  )
}

/** Every space with every set of Offering tokens. */
function checkActivations(
  state: MatchState,
  payer: Payer,
  legal: readonly Action[],
  count: (what: string) => void,
): void {
  const seat = state.toAct!
  const { coins, pantheon: own } = payer.city
  const expected = state.pantheon!.spaces.flatMap((placed, index) => {
    const space = (index + 1) as 1
    if (placed === null) return []
    return activationsOf(payer, seat, space, placed.card)
      .filter(({ total }) => total <= coins + own!.storedCoins)
      .map(({ set, total }) => ({ space, offerings: nameOf(set), card: placed.card, total }))
  })
  const offered = legal.filter((action) => action.type === 'activate-divinity')
  const keys = (all: readonly { space: number; offerings: string }[]): string[] =>
    all.map(({ space, offerings }) => `${space} ${offerings}`).sort()
  expect(keys(offered)).toEqual(keys(expected))
  for (const { space, offerings, card, total } of expected) {
    const action = offered.find((each) => each.space === space && each.offerings === offerings)!
    expect(price(state, action)).toMatchObject({ total })
    // Astarte and Tanit bring coins, which are not the point here.
    if (card !== 'astarte') checkPaid(state, action, total)
    count(offerings === 'none' ? 'activations' : 'activations with Offering tokens')
    if (total > coins) count('activations with stored coins')
  }
}

const nameOf = (set: readonly string[]): string =>
  set.length === 0
    ? 'none'
    : [...set]
        .sort()
        .map((id) => id.replace('offering-', ''))
        .join('-')

/** What has to come up often, so that the comparison means something. */
const WAYS = [
  'cards',
  'chain',
  'resources',
  'engineering',
  'paid with stored coins',
  'activations',
  'activations with Offering tokens',
  'activations with stored coins',
]

/**
 * Compares the prices in so many random positions.
 * @returns what came up, as text
 */
export function comparePrices(box: PricedBox, positions: number): string {
  const counts = new Map(WAYS.map((way) => [way, 0]))
  const random = new Random(`prices ${box}`)
  for (let index = 0; index < positions; index++) {
    checkPrices(pricedPosition(box, random), (what) => counts.set(what, counts.get(what)! + 1))
  }
  for (const [way, count] of counts) expect(count, way).toBeGreaterThanOrEqual(positions / 20)
  const lines = [...counts].map(([way, count]) => `  ${String(count).padStart(7)}  ${way}\n`)
  return `Prices in ${positions} positions (${box})\n${lines.join('')}`
}
