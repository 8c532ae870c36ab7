import type { Candidate, Ticket } from '../live/index.ts'

/** Who may be paired with whom. */
export interface PairingRules {
  /**
   * How far apart two ratings may be: `first` at first, farther by `step` after every `everyMs` of waiting, and any
   * distance after `openAfterMs`.
   */
  window: { first: number; step: number; everyMs: number; openAfterMs: number }
  /**
   * Two players who were each other's last opponents are paired again only when one of them has waited this long
   * (ms).
   */
  againAfterMs: number
}

/** How many of the nearest ratings are considered for one player. */
const MOST_CONSIDERED = 100

const NOBODY = -1

/**
 * The pairing rule: picks pairs among the candidates of a pool, the longest wait first. Each player gets, in this
 * order, the closest rating inside the windows of both players that does not repeat the last match of either.
 * @param candidates The player who waits longest comes first; each player occurs once.
 * @param now The time (ms since 1970) by the clock of the tickets.
 * @returns The pairs, in the order in which they were picked; in each the player who waited longer comes first.
 */
export function pairUp(candidates: readonly Candidate[], rules: PairingRules, now: number): [Ticket, Ticket][] {
  const tickets = candidates.map(({ ticket }) => ticket)
  const waited = tickets.map(({ since }) => now - since)
  const windows = waited.map((ms) => windowAfter(ms, rules))
  const gap = (one: number, other: number): number => Math.abs(tickets[one]!.rating - tickets[other]!.rating)
  const isRepeat = (one: number, other: number): boolean =>
    candidates[one]!.opponents[0] === tickets[other]!.player.id ||
    candidates[other]!.opponents[0] === tickets[one]!.player.id

  const byRating = new RatingOrder(tickets)
  const partnerOf = (index: number): number => {
    let repeat = NOBODY
    let considered = 0
    for (const other of byRating.nearest(index)) {
      considered += 1
      if (considered > MOST_CONSIDERED || gap(index, other) > windows[index]!) break
      if (gap(index, other) > windows[other]!) continue
      if (!isRepeat(index, other)) return other
      if (repeat === NOBODY && Math.max(waited[index]!, waited[other]!) >= rules.againAfterMs) repeat = other
    }
    return repeat
  }

  const paired = new Set<number>()
  const pairs: [Ticket, Ticket][] = []
  for (const index of tickets.keys()) {
    const partner = paired.has(index) ? NOBODY : partnerOf(index)
    if (partner === NOBODY) continue
    for (const one of [index, partner]) {
      paired.add(one)
      byRating.remove(one)
    }
    pairs.push([tickets[Math.min(index, partner)]!, tickets[Math.max(index, partner)]!])
  }
  return pairs
}

/** The players among some candidates who accept a bot and have waited long enough for it (ms), longest first. */
export const overdue = (candidates: readonly Candidate[], afterMs: number, now: number): Ticket[] =>
  candidates.map(({ ticket }) => ticket).filter(({ bot, since }) => bot !== undefined && now - since >= afterMs)

function windowAfter(waitedMs: number, { window }: PairingRules): number {
  return waitedMs >= window.openAfterMs ? Infinity : window.first + window.step * Math.floor(waitedMs / window.everyMs)
}

/**
 * The indices of tickets in the order of their ratings, as a linked list from which those that are paired are
 * removed.
 */
class RatingOrder {
  readonly #tickets: readonly Ticket[]
  readonly #lower: number[]
  readonly #higher: number[]

  constructor(tickets: readonly Ticket[]) {
    this.#tickets = tickets
    this.#lower = Array<number>(tickets.length).fill(NOBODY)
    this.#higher = Array<number>(tickets.length).fill(NOBODY)
    const order = [...tickets.keys()].sort((a, b) => tickets[a]!.rating - tickets[b]!.rating || a - b)
    for (let place = 1; place < order.length; place += 1) {
      this.#lower[order[place]!] = order[place - 1]!
      this.#higher[order[place - 1]!] = order[place]!
    }
  }

  remove(index: number): void {
    const [below, above] = [this.#lower[index]!, this.#higher[index]!]
    if (below !== NOBODY) this.#higher[below] = above
    if (above !== NOBODY) this.#lower[above] = below
  }

  /** All others, the closest rating first. The list must not be changed meanwhile. */
  *nearest(index: number): Generator<number, void, undefined> {
    let [below, above] = [this.#lower[index]!, this.#higher[index]!]
    while (below !== NOBODY || above !== NOBODY) {
      if (this.#isNearer(index, below, above)) {
        yield below
        below = this.#lower[below]!
      } else {
        yield above
        above = this.#higher[above]!
      }
    }
  }

  /**
   * Whether the lower neighbour comes before the higher one; the one that waits longer does where both are as close.
   */
  #isNearer(index: number, below: number, above: number): boolean {
    if (below === NOBODY || above === NOBODY) return above === NOBODY
    const rating = this.#tickets[index]!.rating
    const [down, up] = [rating - this.#tickets[below]!.rating, this.#tickets[above]!.rating - rating]
    return down < up || (down === up && below < above)
  }
}
