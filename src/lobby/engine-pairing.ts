import type { Candidate, Ticket } from '../live/index.ts'

/** So many engines are considered at once: those that wait longest. */
const MOST_CONSIDERED = 200
/**
 * Two bots of one owner are paired when one of them has waited this long (ms), and nobody else waits. They may meet, as who
 * writes an engine wants to compare its versions; they do not meet rather than others, as their owner could decide how their
 * games end.
 */
const OWN_AFTER_MS = 20_000

/**
 * The pairing rule of the ladder: picks pairs among the engines of a pool, the longest wait first. Each gets, of the engines
 * that are left, one of another owner, which it has not met lately, or longest ago; of those the one with the closest
 * rating. Two that have met may be paired again at once if nobody else waits.
 * @param candidates The engine that waits longest comes first; each occurs once.
 * @param now The time (ms since 1970) by the clock of the tickets.
 * @returns The pairs, in the order in which they were picked; in each the engine that waited longer comes first.
 */
export function pairEngines(candidates: readonly Candidate[], now: number): [Ticket, Ticket][] {
  let left = candidates.slice(0, MOST_CONSIDERED)
  const pairs: [Ticket, Ticket][] = []
  for (let [first, ...others] = left; first; [first, ...others] = left) {
    const partner = others.reduce<Candidate | null>((best, one) => (isBetter(first, one, best) ? one : best), null)
    const isPaired = partner !== null && (!haveOneOwner(first, partner) || isLate(first, partner, others, now))
    if (isPaired) pairs.push([first.ticket, partner.ticket])
    left = isPaired ? others.filter((one) => one !== partner) : others
  }
  return pairs
}

/** Whether an engine suits another one better than the best one so far; null: there is none. */
function isBetter(first: Candidate, one: Candidate, best: Candidate | null): boolean {
  if (best === null) return true
  const [own, bestOwn] = [haveOneOwner(first, one), haveOneOwner(first, best)]
  if (own !== bestOwn) return bestOwn
  const [since, bestSince] = [metSince(first, one), metSince(first, best)]
  if (since !== bestSince) return since > bestSince
  return gap(first, one) < gap(first, best)
}

const haveOneOwner = ({ ticket: one }: Candidate, { ticket: other }: Candidate): boolean =>
  one.owner !== undefined && one.owner === other.owner

const gap = ({ ticket: one }: Candidate, { ticket: other }: Candidate): number => Math.abs(one.rating - other.rating)

/** How many others an engine has met since it met another one; Infinity if that is not known. */
function metSince({ opponents }: Candidate, { ticket }: Candidate): number {
  const place = opponents.indexOf(ticket.player.id)
  return place === -1 ? Infinity : place
}

/** Whether two bots of one owner are paired: nobody else is left, and one of them has waited for long enough. */
const isLate = (first: Candidate, partner: Candidate, others: readonly Candidate[], now: number): boolean =>
  others.every((one) => haveOneOwner(first, one)) &&
  now - Math.min(first.ticket.since, partner.ticket.since) >= OWN_AFTER_MS
