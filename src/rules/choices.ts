import type { Offer } from './actions.ts'
import { openOffers } from './legal.ts'
import type { MatchState } from './state.ts'
import { legalView } from './view/legal.ts'
import type { MatchView } from './view/types.ts'

/**
 * What the seat to act can choose in a state. It is computed from the state when it is first needed, and then retained:
 * so it belongs beside the state and not into it. Nobody may change what it returns.
 */
export class Choices {
  readonly #state: MatchState
  #offers: readonly Offer[] | undefined
  #view: Pick<MatchView, 'legal' | 'prices'> | undefined

  constructor(state: MatchState) {
    this.#state = state
  }

  /** The legal actions as offers, if they were needed before: the check of one action needs only those of its type. */
  get known(): readonly Offer[] | undefined {
    return this.#offers
  }

  /** The legal actions with their prices; nothing once the match is over. */
  get view(): Pick<MatchView, 'legal' | 'prices'> {
    const { toAct } = this.#state
    this.#offers ??= openOffers(this.#state)
    return (this.#view ??= toAct === null ? {} : legalView(this.#state, toAct, this.#offers))
  }
}
