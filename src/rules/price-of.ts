import type { Action } from './actions.ts'
import { isLegal } from './legal.ts'
import { PriceList } from './price/price.ts'
import type { Price } from './price/types.ts'
import type { MatchState } from './state.ts'

/** The price of a legal construction or recruitment, with its parts; null for every other action. */
export function price(state: MatchState, action: Action): Price | null {
  if (state.toAct === null || !isLegal(state, action)) return null
  const prices = new PriceList(state, state.toAct)
  switch (action.type) {
    case 'construct-building':
    case 'recruit-senator':
      return prices.explainCard(state.structure[action.slot]!)
    case 'construct-wonder':
      return prices.explainWonder(action.wonder)
    default:
      return null
  }
}
