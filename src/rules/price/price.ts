import { builtOf } from '../built.ts'
import type { DecreeRow } from '../catalogue/decrees.ts'
import type { BuildingId, CardId, WonderId } from '../catalogue/index.ts'
import { isSenator, mythologyOf } from '../catalogue/index.ts'
import type { TokenRow } from '../catalogue/tokens.ts'
import { RESOURCES } from '../catalogue/vocabulary.ts'
import { decreesOf, has, tokensOf } from '../city.ts'
import type { Seat } from '../seat.ts'
import { other } from '../seat.ts'
import type { MatchState } from '../state.ts'
import type { Chains } from './chains.ts'
import { areOf, chainsOf, free } from './chains.ts'
import type { Cost } from './cost.ts'
import { buildingCost, wonderCost } from './cost.ts'
import type { Economy } from './economy.ts'
import { choicesOfWonders, economyOf } from './economy.ts'
import type { Payment, Relief } from './search.ts'
import { cheapestPayment } from './search.ts'
import type { Totals } from './totals.ts'
import { totalsOf, UNKNOWN } from './totals.ts'
import type { Price, Units } from './types.ts'

/** The chain symbol that makes a building free: that of a building or a Mythology token. */
type Chain = Pick<Price, 'chain' | 'chainToken'>

/**
 * Prices for one seat at one moment (base.md §5, agora.md §4.7, pantheon.md §4.10). It reads the cities and decrees
 * once.
 */
class PriceList {
  /** Coins to recruit a senator. */
  readonly senator: number
  readonly #economy: Economy
  readonly #totals: Totals['each']
  readonly #sums: Totals['sums']
  readonly #tokens: readonly TokenRow[]
  readonly #decrees: readonly DecreeRow[]
  readonly #own: Chains
  /** The chain symbols of the opponent; null if they do not count. */
  readonly #others: Chains | null
  /** Coins for a building with a chain symbol under its cost, with Engineering. */
  readonly #chainedFor: number | undefined
  /** What else the prices depend on, as it was. */
  readonly #senators: number
  readonly #ofWonders: Economy['choices']
  readonly #ofOpponent: readonly number[]

  constructor(state: MatchState, seat: Seat) {
    const city = state.cities[seat]
    const opponent = state.cities[other(seat)]
    this.#tokens = tokensOf(city)
    this.#decrees = decreesOf(state, seat)
    this.#economy = economyOf(city, opponent, this.#decrees)
    const { each, sums } = totalsOf(this.#economy, this.#tokens, this.#decrees)
    this.#totals = each
    this.#sums = sums
    this.#own = chainsOf(city)
    this.#others = has(this.#decrees, 'usesOpponentChains') ? chainsOf(opponent) : null
    this.#chainedFor = this.#tokens.find(({ chainedFor }) => chainedFor)?.chainedFor
    this.#senators = city.senators.length
    this.senator = has(this.#tokens, 'freeSenators') ? 0 : this.#senators
    this.#ofWonders = choicesOfWonders(city.wonders)
    this.#ofOpponent = builtOf(opponent.buildings).produced
  }

  /** Whether these are the prices of a seat: all that they depend on is the very same. Lists are values. */
  isOf(state: MatchState, seat: Seat): boolean {
    const city = state.cities[seat]
    const opponent = state.cities[other(seat)]
    return (
      areOf(this.#own, city) &&
      this.#tokens === tokensOf(city) &&
      this.#decrees === decreesOf(state, seat) &&
      this.#senators === city.senators.length &&
      this.#ofWonders === choicesOfWonders(city.wonders) &&
      this.#ofOpponent === builtOf(opponent.buildings).produced &&
      (this.#others === null || areOf(this.#others, opponent))
    )
  }

  /** Coins to pay for a building. */
  building(id: BuildingId): number {
    return this.total(buildingCost(id))
  }

  /** Coins to pay for a wonder. */
  wonder(id: WonderId): number {
    return this.total(wonderCost(id))
  }

  /** Coins to pay for a printed cost. */
  total(cost: Cost): number {
    return this.#isChained(cost) ? 0 : this.#unchained(cost)
  }

  /**
   * Coins to pay for some printed costs in all, if there were no chain symbols.
   * @param costs a list that is used again: what it comes to is remembered.
   */
  sumOf(costs: readonly Cost[]): number {
    let sum = this.#sums.get(costs)
    if (sum === undefined) {
      sum = costs.reduce((all, cost) => all + this.#unchained(cost), 0)
      this.#sums.set(costs, sum)
    }
    return sum
  }

  #unchained(cost: Cost): number {
    const known = this.#totals[2 * cost.index]!
    return known === UNKNOWN ? this.#learn(cost) : known
  }

  /** The price to construct a card of the structure. @param isExplained whether it has all of its parts. */
  priceOfCard(id: BuildingId, isExplained: boolean): Price {
    return isExplained ? this.explainCard(id) : this.#price(buildingCost(id))
  }

  priceOfWonder(id: WonderId, isExplained: boolean): Price {
    return isExplained ? this.explainWonder(id) : this.#price(wonderCost(id))
  }

  /** The price, with its parts, to construct a card of the structure, or to recruit it if it is a senator. */
  explainCard(id: CardId): Price {
    return isSenator(id) ? { total: this.senator, trade: 0, chained: false } : this.#explain(buildingCost(id))
  }

  explainWonder(id: WonderId): Price {
    return this.#explain(wonderCost(id))
  }

  #price(cost: Cost): Price {
    if (this.#isChained(cost)) return { total: 0, trade: 0, chained: true }
    const total = this.total(cost)
    return { total, trade: this.#totals[2 * cost.index + 1]!, chained: false }
  }

  #isChained(cost: Cost): boolean {
    return free(this.#own, cost) || (this.#others !== null && free(this.#others, cost))
  }

  /** Computes what a cost comes to without a chain symbol, and returns its total. */
  #learn(cost: Cost): number {
    const payment = this.#pay(cost)
    const coins = this.#engineeringFor(cost, payment)
    const total = coins ?? totalOf(payment)
    this.#totals[2 * cost.index] = total
    this.#totals[2 * cost.index + 1] = coins === undefined ? payment.trade : 0
    return total
  }

  #explain(cost: Cost): Price {
    const chain = this.#chainFor(cost)
    if (chain) return { total: 0, trade: 0, chained: true, ...chain }
    const payment = this.#pay(cost)
    const coins = this.#engineeringFor(cost, payment)
    if (coins !== undefined) return { total: coins, trade: 0, chained: false, engineering: true }
    return explained(cost, payment, this.#economy)
  }

  /** The chain symbol that makes a building free, if there is one. */
  #chainFor({ chain, mythology }: Cost): Chain | undefined {
    if (chain === null && mythology === null) return undefined
    for (const { buildings, mythologyTokens } of this.#others ? [this.#own, this.#others] : [this.#own]) {
      if (chain !== null && buildings.includes(chain)) return { chain }
      const chainToken = mythology && mythologyTokens.find((id) => mythologyOf(id) === mythology)
      if (chainToken) return { chainToken }
    }
    return undefined
  }

  /** The cheapest payment of the cost itself. */
  #pay(cost: Cost): Payment {
    return cheapestPayment(cost, this.#economy, this.#reliefFor(cost))
  }

  #reliefFor({ of }: Cost): Relief {
    const relief = { units: 0, symbol: false }
    for (const { discount } of this.#tokens) if (discount?.of === of) relief.units += discount.units
    for (const { wonderDiscount, ignoresSymbolOf } of this.#decrees) {
      if (of === 'wonder' && wonderDiscount) relief.units += wonderDiscount
      if (ignoresSymbolOf === of) relief.symbol = true
    }
    return relief
  }

  /**
   * The coins of Engineering, if they are to be paid instead: they are less, or as much but the payment has trade money
   * (pantheon.md R32).
   */
  #engineeringFor({ chain, mythology }: Cost, payment: Payment): number | undefined {
    const coins = this.#chainedFor
    if (coins === undefined || (chain === null && mythology === null)) return undefined
    const total = totalOf(payment)
    return coins < total || (coins === total && payment.trade > 0) ? coins : undefined
  }
}

export type { PriceList }

/** How many lists of each seat are remembered: those in some states after the same one. */
const MOST = 6
const lists: readonly [PriceList[], PriceList[]] = [[], []]
const oldest: [number, number] = [0, 0]

/** The prices of a seat. States share what did not change, and their price lists. */
export function priceListOf(state: MatchState, seat: Seat): PriceList {
  const known = lists[seat]
  for (let each = 0; each < known.length; each++) if (known[each]!.isOf(state, seat)) return known[each]!
  const list = new PriceList(state, seat)
  known[oldest[seat]] = list
  oldest[seat] = (oldest[seat] + 1) % MOST
  return list
}

const totalOf = ({ coins, trade }: Payment): number => coins + trade

function explained(cost: Cost, payment: Payment, economy: Economy): Price {
  const price: Price = { total: payment.coins + payment.trade, trade: payment.trade, chained: false }
  const produced = unitsOf(cost.units.map((units, r) => Math.min(units, economy.produced[r]!)))
  const chosen = unitsOf(payment.chosen)
  const discounted = unitsOf(payment.discounted)
  if (produced) price.produced = produced
  if (chosen) price.chosen = chosen
  if (discounted) price.discounted = discounted
  for (let r = 0; r < RESOURCES.length; r++) {
    const units = payment.bought[r]!
    if (units > 0) (price.bought ??= {})[RESOURCES[r]!] = { units, each: economy.each[r]! }
  }
  if (payment.coinsIgnored) price.coinsIgnored = true
  return price
}

/** The units by name of the resource; undefined if there are none. */
function unitsOf(list: readonly number[]): Units | undefined {
  let named: Units | undefined
  for (let r = 0; r < list.length; r++) if (list[r]! > 0) (named ??= {})[RESOURCES[r]!] = list[r]!
  return named
}
