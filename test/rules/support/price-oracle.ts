/**
 * Prices by trying everything, from the published tables alone (base.md §5, agora.md §4.7, pantheon.md §4.3, §4.10).
 * Slow, and as close to the words of the rules as it can be.
 */
import type { BuildingId, MatchState, OfferingTokenId, WonderId } from '../../../src/rules/index.ts'
import { AGORA, BASE, PANTHEON } from './data.ts'

type City = MatchState['cities'][0]
type Resource = 'wood' | 'clay' | 'stone' | 'glass' | 'papyrus'
const { raw: RAW, manufactured: MANUFACTURED } = BASE.resources
const RESOURCES: readonly Resource[] = [...RAW, ...MANUFACTURED]

/** What a seat has to do with prices. */
export interface Payer {
  city: City
  opponent: City
  /** The decrees that it controls. */
  decrees: readonly string[]
}

/** A way to pay. */
export interface Way {
  by: 'chain' | 'resources' | 'engineering'
  total: number
  trade: number
}

interface Item {
  cost: { coins: number; resources: Partial<Record<Resource, number>> }
  /** The colour of a building, or that it is a wonder. */
  of: string
}

const CARDS = new Map([...BASE.cards, ...PANTHEON.grandTemples].map((card) => [card.id, card]))
const WONDERS = new Map([...BASE.wonders, ...AGORA.wonders, ...PANTHEON.wonders].map((wonder) => [wonder.id, wonder]))
const MYTHOLOGY_OF = new Map(PANTHEON.mythologyTokens.map(({ id, mythology }) => [id, mythology]))

const cardsOf = ({ buildings }: City): Omit<NonNullable<ReturnType<typeof CARDS.get>>, 'chainFrom'>[] =>
  buildings.map((id) => CARDS.get(id)!)
const isBrownOrGrey = ({ color }: { color: string }): boolean => color === 'brown' || color === 'grey'

/** Coins for one missing unit. */
export function tradePrice({ city, opponent, decrees }: Payer, resource: Resource): number {
  if (cardsOf(city).some(({ fixedPrice }) => fixedPrice?.includes(resource))) return 1
  const symbols = cardsOf(opponent)
    .filter(isBrownOrGrey)
    .reduce((sum, { produces }) => sum + (produces[resource] ?? 0), 0)
  const decree = decrees.includes(RAW.includes(resource) ? 'cheaper-raw' : 'cheaper-manufactured')
  return Math.max(1, 2 + symbols - (decree ? 1 : 0))
}

/** What a seat can use once in a construction, each for one unit: its resources. */
function producersOf({ city }: Payer): (readonly Resource[])[] {
  const fixed = cardsOf(city)
    .filter(isBrownOrGrey)
    .flatMap(({ produces }) => RESOURCES.flatMap((r) => Array.from({ length: produces[r] ?? 0 }, () => [r])))
  const choices = [...cardsOf(city), ...city.wonders.flatMap(({ id, under }) => (under ? [WONDERS.get(id)!] : []))]
  return [
    ...fixed,
    ...choices.flatMap((row) => ('producesOneOf' in row && row.producesOneOf ? [row.producesOneOf] : [])),
  ]
}

/** Whether the first way is better, or as good. */
const isBetter = (one: Way, other: Way): boolean =>
  one.total < other.total || (one.total === other.total && one.trade <= other.trade)

/** The cheapest of all ways to cover each unit: with a producer, with a discount, or bought. */
function withResources(payer: Payer, { cost, of }: Item): Way {
  const units = RESOURCES.flatMap((r) => Array.from({ length: cost.resources[r] ?? 0 }, () => r))
  const producers = producersOf(payer)
  const used = new Set<number>()
  const prices = Object.fromEntries(RESOURCES.map((r) => [r, tradePrice(payer, r)])) as Record<Resource, number>
  const cover = (unit: number, discounts: number, coins: number, trade: number): Way => {
    const r = units[unit]
    if (r === undefined) return { by: 'resources', total: coins + trade, trade }
    const ways = [cover(unit + 1, discounts, coins, trade + prices[r])]
    if (discounts > 0) ways.push(cover(unit + 1, discounts - 1, coins, trade))
    const tried = new Set<string>()
    for (const [index, producer] of producers.entries()) {
      // Two producers of the same resources lead to the same ways.
      if (used.has(index) || !producer.includes(r) || tried.has(producer.join())) continue
      tried.add(producer.join())
      used.add(index)
      ways.push(cover(unit + 1, discounts, coins, trade))
      used.delete(index)
    }
    return ways.reduce((best, way) => (isBetter(best, way) ? best : way))
  }
  const { tokens } = payer.city
  const discounts =
    (of === 'wonder' && tokens.includes('architecture') ? 2 : 0) +
    (of === 'blue' && tokens.includes('masonry') ? 2 : 0) +
    (of === 'wonder' && payer.decrees.includes('wonder-discount') ? 1 : 0)
  if (!payer.decrees.includes(`ignore-cost-${of}`)) return cover(0, discounts, cost.coins, 0)
  const [unit, coins] = [cover(0, discounts + 1, cost.coins, 0), cover(0, discounts, 0, 0)]
  return isBetter(unit, coins) ? unit : coins
}

/** The cheapest way to construct a building. */
export function wayToBuild(payer: Payer, id: BuildingId): Way {
  const { cost, color, chainFrom } = CARDS.get(id)!
  const cities = payer.decrees.includes('opponent-chains') ? [payer.city, payer.opponent] : [payer.city]
  const chained = cities.some(({ buildings, pantheon }) => {
    if (chainFrom === null) return false
    if ('card' in chainFrom) return buildings.includes(chainFrom.card)
    return pantheon!.mythologyTokens.some((token) => MYTHOLOGY_OF.get(token) === chainFrom.mythology)
  })
  if (chained) return { by: 'chain', total: 0, trade: 0 }
  const way = withResources(payer, { cost, of: color })
  const engineering: Way = { by: 'engineering', total: 1, trade: 0 }
  const mayUseIt = payer.city.tokens.includes('engineering') && chainFrom !== null
  return mayUseIt && !isBetter(way, engineering) ? engineering : way
}

/** The cheapest way to construct a wonder. */
export const wayToBuildWonder = (payer: Payer, id: WonderId): Way =>
  withResources(payer, { cost: WONDERS.get(id)!.cost, of: 'wonder' })

/** All sets of the Offering tokens of a city. */
const setsOf = (tokens: readonly OfferingTokenId[]): OfferingTokenId[][] =>
  tokens.reduce<OfferingTokenId[][]>((sets, token) => [...sets, ...sets.map((set) => [...set, token])], [[]])

/** The sets of Offering tokens that may be spent on a space, with the price. */
export function activationsOf(
  { city }: Payer,
  seat: 0 | 1,
  space: number,
  card: string,
): { set: readonly OfferingTokenId[]; total: number }[] {
  const { cost, gateCost } = PANTHEON.spaces.find((row) => row.space === space)!
  const full = (card === 'gate' ? gateCost : cost)[seat === 0 ? 'first' : 'second']
  const hasSanctuary = city.wonders.some(({ id, under }) => id === 'sanctuary' && under !== null)
  const discountOf = (token: OfferingTokenId): number =>
    PANTHEON.offeringTokens.find(({ id }) => id === token)!.discount
  const priceOf = (set: readonly OfferingTokenId[]): number =>
    Math.max(0, full - (hasSanctuary ? 2 : 0) - set.reduce((sum, token) => sum + discountOf(token), 0))
  return setsOf(city.pantheon!.offeringTokens)
    .filter((set) => !set.some((token) => priceOf(set.filter((each) => each !== token)) === 0))
    .map((set) => ({ set, total: priceOf(set) }))
}
