import type { DecreeRow } from '../catalogue/decrees.ts'
import type { TokenRow } from '../catalogue/tokens.ts'
import type { Cost } from './cost.ts'
import { COSTS } from './cost.ts'
import type { Economy } from './economy.ts'

/** What costs come to for one player, whatever chain symbols there are, as far as it was asked for. */
export interface Totals {
  /** Of every cost, its total and then its trade money. */
  each: Int16Array
  /** Of some costs, the sum of their totals. */
  sums: WeakMap<readonly Cost[], number>
}

/** A total that was not asked for. */
export const UNKNOWN = -1

/** How many such tables are remembered. They have 500 bytes each. */
const MOST = 2_048

/** By the tokens and decrees that prices depend on, and by the economy. */
const tables = new Map<string, Map<number, Totals>>()
let count = 0

/** The table of all players with an economy, and with the tokens and decrees that the prices of costs depend on. */
export function totalsOf(economy: Economy, tokens: readonly TokenRow[], decrees: readonly DecreeRow[]): Totals {
  const terms = nameOf(tokens, decrees)
  let byEconomy = tables.get(terms)
  if (!byEconomy) tables.set(terms, (byEconomy = new Map<number, Totals>()))
  const number = numberOf(economy)
  const known = byEconomy.get(number)
  if (known) return known
  if (count === MOST) {
    tables.clear()
    tables.set(terms, (byEconomy = new Map<number, Totals>()))
    count = 0
  }
  const totals = { each: new Int16Array(2 * COSTS.length).fill(UNKNOWN), sums: new WeakMap<readonly Cost[], number>() }
  byEconomy.set(number, totals)
  count++
  return totals
}

function nameOf(tokens: readonly TokenRow[], decrees: readonly DecreeRow[]): string {
  let name = ''
  for (const { id, discount, chainedFor } of tokens) if (discount || chainedFor) name += `${id} `
  for (const { id, wonderDiscount, ignoresSymbolOf } of decrees) if (wonderDiscount || ignoresSymbolOf) name += `${id} `
  return name
}

/** A number for each economy: all cards have fewer than 8 units of a resource, and its price is less than 16. */
function numberOf({ produced, each, choices }: Economy): number {
  let number = choices.raw * 8 + choices.manufactured
  for (let r = 0; r < produced.length; r++) number = (number * 8 + produced[r]!) * 16 + each[r]!
  return number
}
