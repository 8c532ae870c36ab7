import { DISCARD_COINS } from '../catalogue/constants.ts'
import { countBuildings, decreesOf, sumOf } from '../city.ts'
import type { CoinReason, MatchEvent } from '../events.ts'
import type { Play } from '../play.ts'
import type { Paid } from '../price/types.ts'
import type { Seat } from '../seat.ts'
import type { MatchState } from '../state.ts'

/** Gives coins of the bank to a seat. */
export function gainCoins({ state, events }: Play, seat: Seat, coins: number, reason: CoinReason): void {
  if (coins <= 0) return
  state.cities[seat].coins += coins
  events.push({ type: 'coins-gained', seat, coins, reason })
}

/** Takes coins of the treasury of a seat for the bank, at most what it has. Returns how many. */
export function loseCoins({ state, events }: Play, seat: Seat, coins: number, reason: CoinReason): number {
  const lost = Math.min(coins, state.cities[seat].coins)
  if (lost > 0) {
    state.cities[seat].coins -= lost
    events.push({ type: 'coins-lost', seat, coins: lost, reason })
  }
  return lost
}

/** The coins that a seat gains for a card that it discards; yellow buildings bring more (base.md §4.3). */
export const discardIncome = (state: MatchState, seat: Seat): number =>
  DISCARD_COINS +
  countBuildings(state.cities[seat], 'yellow') +
  sumOf(decreesOf(state, seat), ({ discardBonus }) => discardBonus)

/**
 * A seat pays a price that it can afford: from the treasury first, then from the coins on Astarte (pantheon.md §4.4).
 */
export function pay({ state }: Play, seat: Seat, price: number): Paid {
  const city = state.cities[seat]
  const coins = Math.min(price, city.coins)
  const stored = price - coins
  city.coins -= coins
  if (stored > 0) city.pantheon!.storedCoins -= stored
  return { coins, stored }
}

/** The events that say what was paid from the coins on Astarte. */
type PaidEvent = Extract<MatchEvent, { type: 'building-constructed' | 'wonder-constructed' | 'senator-recruited' }>

/** An event with what was paid from the coins on Astarte; without that field if nothing was. */
export function withStored(event: PaidEvent, { stored }: Paid): PaidEvent {
  if (stored > 0) event.stored = stored
  return event
}
