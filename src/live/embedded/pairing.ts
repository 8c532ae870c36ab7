import { PAIRING_BOUNDS } from '../lobby-port.ts'
import type { PairingRules, Ticket } from '../lobby-port.ts'

const NOBODY = -1

/**
 * Picks pairs among the tickets of a pool, given by how long they wait, the longest first. Those choose first; each the
 * closest rating inside the window of both. `lastOpponent`: whom a player met last.
 */
export function pairUp(
  tickets: Ticket[],
  rules: PairingRules,
  now: number,
  lastOpponent: (player: string) => string | undefined,
): [Ticket, Ticket][] {
  const waited = tickets.map(({ since }) => now - since)
  const windows = waited.map((ms) => windowAfter(ms, rules))
  const gap = (one: number, other: number): number => Math.abs(tickets[one]!.rating - tickets[other]!.rating)
  const again = (one: number, other: number): boolean => {
    const [a, b] = [tickets[one]!.player.id, tickets[other]!.player.id]
    return lastOpponent(a) === b || lastOpponent(b) === a
  }

  // The tickets by rating, as a list from which those that are paired can be taken.
  const lower: number[] = Array<number>(tickets.length).fill(NOBODY)
  const higher: number[] = Array<number>(tickets.length).fill(NOBODY)
  const byRating = tickets.map((_, index) => index).sort((a, b) => tickets[a]!.rating - tickets[b]!.rating || a - b)
  for (let place = 1; place < byRating.length; place += 1) {
    lower[byRating[place]!] = byRating[place - 1]!
    higher[byRating[place - 1]!] = byRating[place]!
  }
  const take = (index: number): void => {
    const [below, above] = [lower[index]!, higher[index]!]
    if (below !== NOBODY) higher[below] = above
    if (above !== NOBODY) lower[above] = below
  }
  const nearer = (index: number, below: number, above: number): number => {
    if (below === NOBODY || above === NOBODY) return Math.max(below, above)
    const [down, up] = [gap(index, below), gap(index, above)]
    return down < up || (down === up && below < above) ? below : above
  }
  const mateOf = (index: number): number => {
    let [below, above] = [lower[index]!, higher[index]!]
    let same = NOBODY
    for (let looked = 0; looked < PAIRING_BOUNDS.candidates; looked += 1) {
      const mate = nearer(index, below, above)
      if (mate === NOBODY || gap(index, mate) > windows[index]!) break
      if (mate === below) below = lower[below]!
      else above = higher[above]!
      if (gap(index, mate) > windows[mate]!) continue
      if (!again(index, mate)) return mate
      if (same === NOBODY && Math.max(waited[index]!, waited[mate]!) >= rules.againAfterMs) same = mate
    }
    return same
  }

  const paired = new Set<number>()
  const pairs: [Ticket, Ticket][] = []
  for (let index = 0; index < tickets.length; index += 1) {
    if (paired.has(index)) continue
    const mate = mateOf(index)
    if (mate === NOBODY) continue
    for (const one of [index, mate]) {
      paired.add(one)
      take(one)
    }
    pairs.push([tickets[Math.min(index, mate)]!, tickets[Math.max(index, mate)]!])
  }
  return pairs
}

function windowAfter(waitedMs: number, { window }: PairingRules): number {
  return waitedMs >= window.openAfterMs ? Infinity : window.first + window.step * Math.floor(waitedMs / window.everyMs)
}
