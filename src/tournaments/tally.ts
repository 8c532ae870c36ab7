import type { Paired, State } from './state.ts'

/** What a player has from the pairings that are over, and who they have met. Points are half points. */
export interface Tally {
  points: number
  played: number
  won: number
  /** Pairings without a point. */
  lost: number
  byes: number
  /** What the player has got against each opponent, in order. */
  results: { opponent: string; points: number }[]
  /** Those whom the player has met, or is meeting. */
  met: Set<string>
  /** How often the player had the first seat, less how often the second one. */
  balance: number
  last: 0 | 1 | null
  /** In the last round the player met someone who had less, or nobody. */
  floated: boolean
  /** The last round for which the player was paired. */
  round: number
  /** How many of the last results are wins. */
  streak: number
}

const WIN = 2
/** In an arena, a win after so many others in a row counts double. */
const STREAK = 2

const empty = (): Tally => ({
  points: 0,
  played: 0,
  won: 0,
  lost: 0,
  byes: 0,
  results: [],
  met: new Set(),
  balance: 0,
  last: null,
  floated: false,
  round: 0,
  streak: 0,
})

/** By player, what they have so far. */
export function tallies({
  players,
  pairings,
  terms,
}: Pick<State, 'players' | 'pairings' | 'terms'>): Map<string, Tally> {
  const all = new Map(players.map(({ player }) => [player.id, empty()]))
  const doubles = terms.format === 'arena'
  for (const round of byRound(pairings)) {
    const before = new Map([...all].map(([id, { points }]) => [id, points]))
    for (const pairing of round) {
      const [first, second] = pairing.players
      for (const seat of [0, 1] as const) {
        const [own, other] = seat === 0 ? [first, second] : [second, first]
        if (own === null) continue
        add(all.get(own)!, pairing, {
          seat,
          other,
          floated: before.get(own)! > (before.get(other ?? '') ?? -1),
          doubles,
        })
      }
    }
  }
  return all
}

/** The pairings of each round, in order. */
function byRound(pairings: readonly Paired[]): Paired[][] {
  const rounds = new Map<number, Paired[]>()
  for (const pairing of pairings) {
    const round = rounds.get(pairing.round)
    if (round) round.push(pairing)
    else rounds.set(pairing.round, [pairing])
  }
  return [...rounds.values()]
}

interface Side {
  seat: 0 | 1
  other: string | null
  floated: boolean
  /** Whether wins in a row count double. */
  doubles: boolean
}

function add(tally: Tally, { round, points }: Paired, { seat, other, floated, doubles }: Side): void {
  tally.round = round
  tally.floated = floated
  if (other === null) {
    tally.byes += 1
    tally.points += points?.[seat] ?? 0
    return
  }
  tally.met.add(other)
  tally.balance += seat === 0 ? 1 : -1
  tally.last = seat
  if (!points) return
  const got = points[seat]
  const gained = doubles && got === WIN && tally.streak >= STREAK ? 2 * got : got
  tally.streak = got === WIN ? tally.streak + 1 : 0
  tally.played += 1
  tally.points += gained
  if (got === WIN) tally.won += 1
  if (got === 0) tally.lost += 1
  tally.results.push({ opponent: other, points: got })
}
