import type { Offer } from '../actions.ts'
import { activationPrice } from '../price/activation.ts'
import type { PriceList } from '../price/price.ts'
import type { Prices } from '../price/prices.ts'
import type { Seat } from '../seat.ts'
import type { MatchState } from '../state.ts'
import type { MatchView } from './types.ts'

type Parts = Required<NonNullable<MatchView['prices']>>

/** The legal actions of the seat to act, which are given as offers, with their prices. */
export function legalView(
  state: MatchState,
  seat: Seat,
  legal: readonly Offer[],
  { list }: Prices,
): Pick<MatchView, 'legal' | 'prices'> {
  const prices = pricesOf(state, seat, legal, list)
  return { legal: legal.map(copyOf), ...(Object.keys(prices).length > 0 && { prices }) }
}

/** A copy of an offer: the lists of the original belong to the state or to the catalogue. */
function copyOf({ type, ...fields }: Offer): Offer {
  const copies = Object.entries<readonly unknown[]>(fields).map(([field, values]) => [field, [...values]] as const)
  return { type, ...Object.fromEntries(copies) } as Offer
}

/** The prices of the offered constructions, recruitments and activations. A part without prices is absent. */
function pricesOf(
  state: MatchState,
  seat: Seat,
  legal: readonly Offer[],
  list: PriceList,
): NonNullable<MatchView['prices']> {
  const slots: Parts['slots'] = {}
  const wonders: Parts['wonders'] = {}
  const divinities: Parts['divinities'] = {}
  for (const offer of legal) {
    if (offer.type === 'construct-wonder') for (const id of offer.wonder) wonders[id] = list.explainWonder(id)
    if (offer.type === 'construct-building' || offer.type === 'recruit-senator') {
      for (const slot of offer.slot) slots[slot] = list.explainCard(state.structure[slot]!)
    }
    if (offer.type === 'activate-divinity') {
      for (const space of offer.space) {
        const bySet = offer.offerings.map((set) => [set, activationPrice(state, seat, space, set)])
        divinities[space] = Object.fromEntries(bySet) as Parts['divinities'][typeof space]
      }
    }
  }
  return {
    ...(isFilled(slots) && { slots }),
    ...(isFilled(wonders) && { wonders }),
    ...(isFilled(divinities) && { divinities }),
  }
}

const isFilled = (map: object): boolean => Object.keys(map).length > 0
