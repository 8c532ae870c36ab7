import { FAMILIES, RESOURCES } from '../catalogue/vocabulary.ts'
import type { Cost } from './cost.ts'
import type { Economy } from './economy.ts'
import { INDEX } from './economy.ts'

/** What a builder may leave out of a cost. */
export interface Relief {
  /** Units of resources, of the builder's choice. */
  units: number
  /** One symbol in addition: a unit, or the whole coin part (agora.md §4.7 step 2). */
  symbol: boolean
}

/** What has to be paid. */
type Printed = Pick<Cost, 'coins' | 'units'>

/** A way to pay. Lists are units by resource. */
export interface Payment {
  coins: number
  coinsIgnored: boolean
  trade: number
  bought: readonly number[]
  chosen: readonly number[]
  discounted: readonly number[]
}

const RAW = FAMILIES.raw.map((resource) => INDEX[resource])
const MANUFACTURED = FAMILIES.manufactured.map((resource) => INDEX[resource])
const ALL = RESOURCES.map((resource) => INDEX[resource])

/**
 * The cheapest way to pay a cost: the lowest total, then the least trade money, then the unit rather than the coins.
 * With the coin part fixed, it is exact to remove the most expensive missing units first: the sets of units that can be
 * removed (so many of each family by choice production, so many of any kind by discount) form a matroid, and the price
 * of a unit does not depend on the other units. Only for the symbol that is either coins or a unit both ways have to be
 * tried.
 */
export function cheapestPayment(cost: Printed, economy: Economy, relief: Relief): Payment {
  const paying = buy(cost, economy, relief.units + (relief.symbol ? 1 : 0), false)
  if (!relief.symbol || cost.coins === 0) return paying
  const ignoring = buy(cost, economy, relief.units, true)
  const difference = ignoring.coins + ignoring.trade - (paying.coins + paying.trade)
  return difference < 0 || (difference === 0 && ignoring.trade < paying.trade) ? ignoring : paying
}

function buy(cost: Printed, economy: Economy, discount: number, coinsIgnored: boolean): Payment {
  const bought = cost.units.map((units, r) => Math.max(0, units - economy.produced[r]!))
  const chosen = [0, 0, 0, 0, 0]
  const discounted = [0, 0, 0, 0, 0]
  takeDearest(bought, chosen, RAW, economy, economy.choices.raw)
  takeDearest(bought, chosen, MANUFACTURED, economy, economy.choices.manufactured)
  takeDearest(bought, discounted, ALL, economy, discount)
  let trade = 0
  for (let r = 0; r < bought.length; r++) trade += bought[r]! * economy.each[r]!
  return { coins: coinsIgnored ? 0 : cost.coins, coinsIgnored, trade, bought, chosen, discounted }
}

/** Moves up to `units` of the most expensive missing units of the given resources from `bought` to `taken`. */
function takeDearest(
  bought: number[],
  taken: number[],
  resources: readonly number[],
  economy: Economy,
  units: number,
): void {
  for (let left = units; left > 0; left--) {
    let dearest = -1
    for (const r of resources)
      if (bought[r]! > 0 && (dearest < 0 || economy.each[r]! > economy.each[dearest]!)) dearest = r
    if (dearest < 0) return
    bought[dearest]!--
    taken[dearest]!++
  }
}
