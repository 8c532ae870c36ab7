import type { Offer } from '../actions.ts'
import { ACTIVATION_AGE } from '../catalogue/constants.ts'
import type { OfferingSet } from '../catalogue/offerings.ts'
import type { Space } from '../catalogue/vocabulary.ts'
import { spendable } from '../city.ts'
import { pay } from '../effects/coins.ts'
import { activate, setSpace } from '../effects/divinities.ts'
import type { Play } from '../play.ts'
import { activationPrice, offeringSets, offeringsOf } from '../price/activation.ts'
import type { Seat } from '../seat.ts'
import type { MatchState } from '../state.ts'
import type { ViolationCode } from '../violation.ts'

/**
 * The activations that a seat can pay: one offer for each space, with the sets of Offering tokens (pantheon.md §3.3).
 */
export function activationOffers(state: MatchState, seat: Seat): readonly Offer[] {
  const coins = spendable(state.cities[seat])
  return activatableSpaces(state).map((space) => ({
    type: 'activate-divinity',
    space: [space],
    offerings: offeringSets(state, seat, space).filter(
      (set) => activationPrice(state, seat, space, set).total <= coins,
    ),
  }))
}

/** Why an activation that is not offered is refused, if it is for its price (pantheon.md §12.3). */
export const activationRefusal = (
  state: MatchState,
  seat: Seat,
  space: Space,
  offerings: OfferingSet,
): ViolationCode | undefined =>
  activatableSpaces(state).includes(space) && offeringSets(state, seat, space).includes(offerings)
    ? 'too-expensive'
    : undefined

/** The spaces of the Pantheon with a card that lies face up. */
const activatableSpaces = ({ pantheon, age }: MatchState): Space[] =>
  pantheon && age >= ACTIVATION_AGE
    ? pantheon.spaces.flatMap((placed, index) => (placed === null ? [] : [(index + 1) as Space]))
    : []

/** Activates the card on a space: the Offering tokens go to the box, then the price is paid (pantheon.md §3.5). */
export function activateFromPantheon(play: Play, seat: Seat, space: Space, offerings: OfferingSet): void {
  const city = play.state.cities[seat].pantheon!
  const { card } = play.state.pantheon!.spaces[space - 1]!
  const price = activationPrice(play.state, seat, space, offerings)
  const spent = offeringsOf(offerings)
  city.offeringTokens = city.offeringTokens.filter((token) => !spent.includes(token))
  const paid = pay(play, seat, price.total)
  setSpace(play, space, null)
  activate(play, seat, card, { from: 'pantheon', space, price, offerings, paid })
}
