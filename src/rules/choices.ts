import type { Offer } from './actions.ts'
import { openDecision } from './open-decision.ts'
import { Prices } from './price/prices.ts'
import type { Seat } from './seat.ts'
import type { MatchState } from './state.ts'
import { legalView } from './view/legal.ts'
import type { MatchView } from './view/types.ts'

/**
 * What the seat to act can choose in a state, and at which prices. It is computed from the state when it is first needed,
 * and then retained: so it belongs next to the state and not into it. Nobody may change what it returns.
 */
export class Choices {
  readonly #state: MatchState
  #offers: readonly Offer[] | undefined
  #prices: Prices | undefined
  #view: Pick<MatchView, 'legal' | 'prices'> | undefined

  constructor(state: MatchState) {
    this.#state = state
  }

  /** The legal actions as offers. Empty exactly when the match is over. */
  get offers(): readonly Offer[] {
    return (this.#offers ??= this.#findOffers())
  }

  /** The offers, if they were needed before: the check of one action needs only those of its type. */
  get known(): readonly Offer[] | undefined {
    return this.#offers
  }

  /** The prices for the seat to act. @throws Error if the match is over. */
  get prices(): Prices {
    return (this.#prices ??= new Prices(this.#state, actorOf(this.#state)))
  }

  /** The legal actions with their prices; nothing once the match is over. */
  get view(): Pick<MatchView, 'legal' | 'prices'> {
    const { toAct } = this.#state
    return (this.#view ??= toAct === null ? {} : legalView(this.#state, toAct, this.offers, this.prices))
  }

  #findOffers(): readonly Offer[] {
    const open = openDecision(this.#state)
    return open ? open.decision.offers(this.#state, open.step, this.prices) : []
  }
}

function actorOf({ toAct }: MatchState): Seat {
  if (toAct === null) throw new Error('nobody has to decide after the end of a match')
  return toAct
}
