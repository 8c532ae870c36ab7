import type { SenatorId } from '../catalogue/index.ts'
import { SENATOR_CARDS } from '../catalogue/index.ts'
import type { Cause } from '../cause.ts'
import { countBuildings, decreesOf, sumOf } from '../city.ts'
import type { Play } from '../play.ts'
import { push } from '../play.ts'
import type { Seat } from '../seat.ts'
import type { MatchState } from '../state.ts'
import { pay, withStored } from './coins.ts'

/** Recruits a senator that is already taken from its origin (agora.md §3.6, §4.1). */
export function recruit(
  play: Play,
  seat: Seat,
  card: SenatorId,
  origin: { from: 'structure'; slot: number } | { from: 'discard' },
  coins: number,
): void {
  const { state, events } = play
  const city = state.cities[seat]
  const { type, section } = SENATOR_CARDS[card]
  const paid = pay(play, seat, coins)
  city.senators = [...city.senators, card]
  events.push(withStored({ type: 'senator-recruited', seat, card, ...origin, coins }, paid))
  const cause: Cause = { kind: 'senator', id: card }
  if (type === 'conspirator') {
    if (decreesOf(state, seat).some((decree) => decree.conspiratorPlaysAgain)) state.extraTurn = true
    push(play, { kind: 'conspirator', seat, cause })
  } else {
    push(play, { kind: 'senate', seat, cause, section: section!, left: senateActions(state, seat) })
  }
}

/** The number of actions of a politician, by blue buildings; it is fixed at the recruitment (agora.md §4.2). */
export function senateActions(state: MatchState, seat: Seat): number {
  const blue = countBuildings(state.cities[seat], 'blue') + sumOf(decreesOf(state, seat), ({ extraBlue }) => extraBlue)
  return blue >= 4 ? 3 : blue >= 2 ? 2 : 1
}
