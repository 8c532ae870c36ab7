import type { Family, Resource } from '../catalogue/vocabulary.ts'
import { RESOURCES, SCIENCE_SYMBOLS } from '../catalogue/vocabulary.ts'
import { decreesOf } from '../city.ts'
import { discardIncome } from '../effects/coins.ts'
import { senateActions } from '../effects/recruit.ts'
import { economyOf } from '../price/economy.ts'
import { priceListOf } from '../price/price.ts'
import { score } from '../score.ts'
import type { Seat } from '../seat.ts'
import { other } from '../seat.ts'
import type { MatchState } from '../state.ts'
import { countSymbol } from '../symbols.ts'
import type { Explanation, Ledger } from './types.ts'

/** The ledgers of both cities, by seat. */
export const ledgers = (state: MatchState): Explanation['ledger'] => ({ 0: ledgerOf(state, 0), 1: ledgerOf(state, 1) })

/** What a city produces, pays, gains and is worth at this moment. All of it is public. */
function ledgerOf(state: MatchState, seat: Seat): Ledger {
  const { produced, each, choices } = economyOf(state.cities[seat], state.cities[other(seat)], decreesOf(state, seat))
  const science: Ledger['science'] = {}
  for (const symbol of SCIENCE_SYMBOLS) {
    const count = countSymbol(state.cities[seat], symbol)
    if (count > 0) science[symbol] = count
  }
  return {
    production: byResource(produced),
    choices: [...times('raw', choices.raw), ...times('manufactured', choices.manufactured)],
    trade: byResource(each),
    discard: discardIncome(state, seat),
    science,
    ...(state.senate && {
      senatorCost: priceListOf(state, seat).senator,
      senateActions: senateActions(state, seat),
    }),
    points: score(state)[seat],
  }
}

const byResource = (numbers: readonly number[]): Record<Resource, number> =>
  Object.fromEntries(RESOURCES.map((resource, index) => [resource, numbers[index]!])) as Record<Resource, number>

const times = (family: Family, count: number): Family[] => Array.from({ length: count }, () => family)
