import type { TournamentAnswer, TournamentFormat, TournamentStanding } from '../protocol/index.ts'
import type { State } from './state.ts'
import type { Tally } from './tally.ts'
import { tallies } from './tally.ts'

type TieBreak = TournamentAnswer['tieBreaks'][number]

/** What decides between players with as many points, by the format, in this order. */
const TIE_BREAKS: Record<TournamentFormat, readonly TieBreak[]> = {
  swiss: ['buchholz', 'sonnebornBerger', 'field', 'withoutLuck'],
  manual: ['buchholz', 'sonnebornBerger', 'field', 'withoutLuck'],
  'round-robin': ['sonnebornBerger', 'field', 'withoutLuck'],
  'knock-out': ['buchholz', 'field', 'withoutLuck'],
  arena: ['sonnebornBerger', 'withoutLuck'],
}

export const tieBreaksOf = ({ format, sharedDeal }: State['terms']): TieBreak[] =>
  TIE_BREAKS[format].filter((tieBreak) => tieBreak !== 'field' || sharedDeal)

/** By player, the mean result of their analysed games without luck (0 to 1). */
export type WithoutLuck = ReadonlyMap<string, number>

/** How a tournament stands, the first place first. Of players with one place, those with the better rating come first. */
export function standingsOf(state: State, withoutLuck: WithoutLuck): TournamentStanding[] {
  const { terms, players } = state
  const tally = tallies(state)
  const field = terms.sharedDeal ? againstField(state) : null
  const rows = players.map(({ player, rating, withdrawn }): TournamentStanding => {
    const own = tally.get(player.id)!
    const { points, played, won } = own
    const luck = withoutLuck.get(player.id)
    return {
      place: 1,
      player,
      rating,
      points,
      played,
      won,
      ...(terms.lives !== null && { lives: Math.max(0, terms.lives - own.lost) }),
      ...opponentsOf(own, tally),
      ...(field && { field: rounded(field.get(player.id) ?? 0) }),
      ...(luck !== undefined && { withoutLuck: rounded(luck) }),
      ...(withdrawn && { withdrawn: true as const }),
    }
  })
  const ranks: ((row: TournamentStanding) => number)[] = [
    ...(terms.format === 'knock-out'
      ? [({ player }: TournamentStanding) => survived(state, player.id, tally.get(player.id)!)]
      : []),
    ({ points }) => points,
    ...tieBreaksOf(terms).map((tieBreak) => (row: TournamentStanding) => row[tieBreak] ?? 0),
  ]
  const compare = (one: TournamentStanding, other: TournamentStanding): number => {
    for (const rank of ranks) if (rank(one) !== rank(other)) return rank(other) > rank(one) ? 1 : -1
    return 0
  }
  rows.sort(compare)
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1]
    row.place = above && compare(above, row) === 0 ? above.place : index + 1
  }
  return rows
}

/** Buchholz and Sonneborn-Berger. */
function opponentsOf(
  { results }: Tally,
  tally: ReadonlyMap<string, Tally>,
): Pick<TournamentStanding, 'buchholz' | 'sonnebornBerger'> {
  const of = (opponent: string): number => tally.get(opponent)!.points
  return {
    buchholz: results.reduce((sum, { opponent }) => sum + of(opponent), 0),
    sonnebornBerger: results.reduce((sum, { opponent, points }) => sum + points * of(opponent), 0),
  }
}

/** In a knock-out: for how many rounds a player was in; whoever is still in, for ever. */
const survived = ({ players, terms }: State, id: string, { lost, round }: Tally): number =>
  lost >= terms.lives! || players.some(({ player, withdrawn }) => player.id === id && withdrawn) ? round : Infinity

/** By player, the half points more than the others had in the same seat on the same deal. */
function againstField({ pairings }: State): Map<string, number> {
  const more = new Map<string, number>()
  // A pairing that was played again had a deal of its own.
  const compared = pairings.filter(({ players, points, replays }) => points && players[1] !== null && replays === 0)
  for (const { round, players, points } of compared) {
    const others = compared.filter((other) => other.round === round && other.players[0] !== players[0])
    if (others.length === 0) continue
    for (const seat of [0, 1] as const) {
      const mean = others.reduce((sum, other) => sum + other.points![seat], 0) / others.length
      more.set(players[seat]!, (more.get(players[seat]!) ?? 0) + points![seat] - mean)
    }
  }
  return more
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
