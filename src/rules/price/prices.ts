import type { Seat } from '../seat.ts'
import type { MatchState } from '../state.ts'
import type { PriceList } from './price.ts'
import { priceListOf } from './price.ts'

/** The price list of a seat in a state, made when it is first needed. Until then the state must not change. */
export class Prices {
  readonly #state: MatchState
  readonly #seat: Seat
  #list: PriceList | undefined

  constructor(state: MatchState, seat: Seat) {
    this.#state = state
    this.#seat = seat
  }

  get list(): PriceList {
    return (this.#list ??= priceListOf(this.#state, this.#seat))
  }
}
