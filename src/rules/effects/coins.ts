import type { CoinReason } from '../events.ts'
import type { Play } from '../play.ts'
import type { Seat } from '../seat.ts'

/** Gives coins of the bank to a seat. */
export function gainCoins({ state, events }: Play, seat: Seat, coins: number, reason: CoinReason): void {
  if (coins <= 0) return
  state.cities[seat].coins += coins
  events.push({ type: 'coins-gained', seat, coins, reason })
}

/** Takes coins of a seat for the bank, at most what it has. Returns how many. */
export function loseCoins({ state, events }: Play, seat: Seat, coins: number, reason: CoinReason): number {
  const lost = Math.min(coins, state.cities[seat].coins)
  if (lost > 0) {
    state.cities[seat].coins -= lost
    events.push({ type: 'coins-lost', seat, coins: lost, reason })
  }
  return lost
}
