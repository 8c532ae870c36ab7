import type { Action } from './actions.ts'
import { isLegal } from './legal.ts'
import { activationPrice } from './price/activation.ts'
import { priceListOf } from './price/price.ts'
import type { ActivationPrice, Price } from './price/types.ts'
import type { MatchState } from './state.ts'

/**
 * The price of a legal construction, recruitment or activation, with its parts (base.md §5, agora.md §4.7, pantheon.md
 * §4.3); null for every other action.
 */
export function price(state: MatchState, action: Action): Price | ActivationPrice | null {
  if (state.toAct === null || !isLegal(state, action)) return null
  switch (action.type) {
    case 'construct-building':
    case 'recruit-senator':
      return priceListOf(state, state.toAct).explainCard(state.structure[action.slot]!)
    case 'construct-wonder':
      return priceListOf(state, state.toAct).explainWonder(action.wonder)
    case 'activate-divinity':
      return activationPrice(state, state.toAct, action.space, action.offerings)
    default:
      return null
  }
}
