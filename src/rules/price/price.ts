import { isSenator } from '../catalogue/index.ts'
import type { BuildingId, CardId, WonderId } from '../catalogue/index.ts'
import { RESOURCES } from '../catalogue/vocabulary.ts'
import { decreesOf, sumOf, tokensOf } from '../city.ts'
import { other } from '../seat.ts'
import type { Seat } from '../seat.ts'
import type { MatchState } from '../state.ts'
import { buildingCost, wonderCost } from './cost.ts'
import type { Cost } from './cost.ts'
import { economyOf } from './economy.ts'
import type { Economy } from './economy.ts'
import { cheapestPayment } from './search.ts'
import type { Payment, Relief } from './search.ts'
import type { Price, Units } from './types.ts'

/** Prices for one seat at one moment (base.md §5, agora.md §4.7). What both cities and decrees say is read only once. */
export interface PriceList {
  /** Coins to pay for a building or a wonder, and for what part of it resources are bought. */
  building(id: BuildingId): { total: number; trade: number }
  wonder(id: WonderId): { total: number; trade: number }
  /** The same with how it is made up: a card of the structure is constructed, or recruited if it is a senator. */
  explainCard(id: CardId): Price
  explainWonder(id: WonderId): Price
  /** Coins to recruit a senator. */
  senator: number
}

export function priceList(state: MatchState, seat: Seat): PriceList {
  const city = state.cities[seat]
  const economy = economyOf(state, seat)
  const tokens = tokensOf(city)
  const decrees = decreesOf(state, seat)
  const opponentChains = decrees.some((decree) => decree.usesOpponentChains)

  const hasChain = (chain: BuildingId): boolean =>
    city.buildings.includes(chain) || (opponentChains && state.cities[other(seat)].buildings.includes(chain))
  const reliefFor = ({ of }: Cost): Relief => ({
    units:
      sumOf(tokens, ({ discount }) => (discount?.of === of ? discount.units : 0)) +
      (of === 'wonder' ? sumOf(decrees, ({ wonderDiscount }) => wonderDiscount) : 0),
    symbol: decrees.some(({ ignoresSymbolOf }) => ignoresSymbolOf === of),
  })
  const pay = (cost: Cost): Payment | null =>
    cost.chain !== null && hasChain(cost.chain) ? null : cheapestPayment(cost, economy, reliefFor(cost))

  const sums = (payment: Payment | null): { total: number; trade: number } =>
    payment ? { total: payment.coins + payment.trade, trade: payment.trade } : { total: 0, trade: 0 }
  const explain = (cost: Cost): Price => {
    const payment = pay(cost)
    return payment ? explained(cost, payment, economy) : { total: 0, trade: 0, chained: true, chain: cost.chain! }
  }

  const senator = tokens.some((token) => token.freeSenators) ? 0 : city.senators.length

  return {
    building: (id) => sums(pay(buildingCost(id))),
    wonder: (id) => sums(pay(wonderCost(id))),
    explainCard: (id) => (isSenator(id) ? { total: senator, trade: 0, chained: false } : explain(buildingCost(id))),
    explainWonder: (id) => explain(wonderCost(id)),
    senator,
  }
}

function explained(cost: Cost, payment: Payment, economy: Economy): Price {
  const price: Price = { total: payment.coins + payment.trade, trade: payment.trade, chained: false }
  const bought: NonNullable<Price['bought']> = {}
  const parts: Record<'produced' | 'chosen' | 'discounted', Units> = { produced: {}, chosen: {}, discounted: {} }
  RESOURCES.forEach((resource, r) => {
    const produced = Math.min(cost.units[r]!, economy.produced[r]!)
    if (produced > 0) parts.produced[resource] = produced
    if (payment.chosen[r]! > 0) parts.chosen[resource] = payment.chosen[r]!
    if (payment.discounted[r]! > 0) parts.discounted[resource] = payment.discounted[r]!
    if (payment.bought[r]! > 0) bought[resource] = { units: payment.bought[r]!, each: economy.each[r]! }
  })
  for (const part of ['produced', 'chosen', 'discounted'] as const) if (!isEmpty(parts[part])) price[part] = parts[part]
  if (!isEmpty(bought)) price.bought = bought
  if (payment.coinsIgnored) price.coinsIgnored = true
  return price
}

function isEmpty(record: object): boolean {
  for (const _key in record) return false
  return true
}
