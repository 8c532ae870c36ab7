import type { Entrant } from './pairing/entrant.ts'
import type { Pairs } from './pairing/pair.ts'
import { pair } from './pairing/pair.ts'
import { roundRobin } from './pairing/round-robin.ts'
import type { Joined, State } from './state.ts'
import { isPairedAtOnce, unsettled } from './state.ts'
import type { Tally } from './tally.ts'
import { tallies } from './tally.ts'

/** What comes next in a tournament that is running. */
export type Next = { is: 'round'; pairs: [string, string][]; byes: string[] } | { is: 'end' } | { is: 'waiting' }

/** So many players of an arena are paired at a time: those with the most points. */
const MOST_AT_ONCE = 128
/** For so long two players of an arena who have just met wait for someone else (ms). */
export const REPEAT_MS = 30_000

/** Decides what comes next. @param now ms since 1970. */
export function nextRound(state: State, now: number): Next {
  const open = unsettled(state)
  const { terms, round } = state
  if (terms.format === 'arena') return nextOfArena(state, now)
  if (open.length > 0 && !isPairedAtOnce(terms)) return { is: 'waiting' }
  const tally = tallies(state)
  const active = activeIn(state, tally)
  if (terms.format === 'round-robin') return nextOfAll(state, active)
  const isLast = terms.rounds !== null && round >= terms.rounds
  if (isLast || active.length < 2) return { is: 'end' }
  if (terms.format === 'manual') return { is: 'waiting' }
  if (terms.format === 'knock-out') return nextOfKnockOut(state, active, tally)
  return roundOf(pair(entrants(active, tally), 'slide'))
}

/** Who can be paired: whoever has not withdrawn, and, in a knock-out, has a life left. The best seed comes first. */
const activeIn = ({ players, terms }: State, tally: ReadonlyMap<string, Tally>): Joined[] =>
  players.filter(
    ({ player, withdrawn }) => !withdrawn && (terms.lives === null || tally.get(player.id)!.lost < terms.lives),
  )

/** By rank: those with more points first. */
const entrants = (
  active: readonly Joined[],
  tally: ReadonlyMap<string, Tally>,
  scoreOf = ({ points }: Tally): number => points,
): Entrant[] =>
  active
    .map(({ player: { id } }) => {
      const own = tally.get(id)!
      const { met, byes, balance, last, floated } = own
      return { id, score: scoreOf(own), met, byes, balance, last, floated }
    })
    .sort((one, other) => other.score - one.score)

const roundOf = ({ pairs, bye }: Pairs): Next => ({ is: 'round', pairs, byes: bye === null ? [] : [bye] })

/**
 * The best meet the last. With one life, so many of the best have no opponent in the first round that their number is a power
 * of two from the second one on.
 */
function nextOfKnockOut({ terms, round }: State, active: readonly Joined[], tally: ReadonlyMap<string, Tally>): Next {
  const free = terms.lives === 1 && round === 0 ? 2 ** Math.ceil(Math.log2(active.length)) - active.length : 0
  const paired = entrants(active.slice(free), tally, ({ lost }) => terms.lives! - lost)
  const { pairs, bye } = pair(paired, 'fold')
  const byes = [...active.slice(0, free).map(({ player }) => player.id), ...(bye === null ? [] : [bye])]
  return { is: 'round', pairs, byes }
}

/** Whoever was to meet a player who has withdrawn has no opponent, and gets the points. */
function nextOfAll({ players, round }: State, active: readonly Joined[]): Next {
  const rounds = roundRobin(players.map(({ player }) => player.id))
  const isActive = new Set(active.map(({ player }) => player.id))
  const next = rounds[round]
  if (!next || isActive.size < 2) return { is: 'end' }
  const pairs = next.filter((one) => one.every((player) => isActive.has(player)))
  const byes = next.flatMap((one) => {
    const left = one.filter((player) => isActive.has(player))
    return left.length === 1 ? left : []
  })
  return { is: 'round', pairs, byes }
}

/**
 * Of an arena, whoever is free is paired. With an odd number someone is left over: of those who have become free last, one
 * with the least points. Two who have just met are paired again if nobody else plays, or nobody else has become free for a
 * while.
 */
function nextOfArena(state: State, now: number): Next {
  const open = unsettled(state)
  const tally = tallies(state)
  const active = activeIn(state, tally)
  if (now >= state.endsAt! || active.length < 2) return open.length > 0 ? { is: 'waiting' } : { is: 'end' }
  const busy = new Set(open.flatMap(({ players }) => players))
  const free = active.filter(({ player }) => !busy.has(player.id))
  if (free.length < 2) return { is: 'waiting' }
  const since = freeSince(state)
  const sinceOf = (player: string): number => since.get(player) ?? 0
  const latest = Math.max(...free.map(({ player }) => sinceOf(player.id)))
  const lastOf = (player: string): string => tally.get(player)!.results.at(-1)?.opponent ?? ''
  const ranked = entrants(free, tally)
    .map((entrant) => ({
      ...entrant,
      met: new Set([lastOf(entrant.id)]),
      // Whoever has waited is not left over.
      byes: sinceOf(entrant.id) < latest ? 1 : 0,
    }))
    .slice(0, MOST_AT_ONCE)
  const mayMeet = ([one, other]: readonly [string, string]): boolean =>
    open.length === 0 ||
    (lastOf(one) !== other && lastOf(other) !== one) ||
    now - Math.max(sinceOf(one), sinceOf(other)) >= REPEAT_MS
  const pairs = pair(ranked, 'near').pairs.filter(mayMeet)
  return pairs.length > 0 ? roundOf({ pairs, bye: null }) : { is: 'waiting' }
}

/** By player who has played, since when they have been free (ms since 1970), as far as that was stored. */
function freeSince({ pairings }: State): Map<string, number> {
  const since = new Map<string, number>()
  for (const { players, settledAt } of pairings) {
    for (const player of players) {
      if (player !== null) since.set(player, Math.max(since.get(player) ?? 0, settledAt ?? 0))
    }
  }
  return since
}
