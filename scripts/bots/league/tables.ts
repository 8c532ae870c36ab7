import { intervalOf } from '../../../src/history/statistics/interval.ts'
import type { GameKind } from '../../../src/protocol/index.ts'
import type { Encounter } from './elo.ts'
import { ratingsOf } from './elo.ts'
import type { Schedule } from './schedule.ts'
import type { Report } from './worker.ts'

function encountersOf(reports: readonly Report[]): Encounter[] {
  const encounters = new Map<string, Encounter>()
  for (const { names, result } of reports) {
    const players = names.toSorted() as [string, string]
    const encounter = encounters.get(players.join()) ?? { players, points: 0, games: 0 }
    const points = result.winner === null ? 0.5 : names[result.winner] === players[0] ? 1 : 0
    encounters.set(players.join(), {
      players,
      points: encounter.points + points,
      games: encounter.games + 1,
    })
  }
  return [...encounters.values()]
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** The share of the points that a player took from another one, as a text. */
function shareOf(encounters: readonly Encounter[], name: string, other: string): string {
  for (const { players, points, games } of encounters) {
    if (players[0] === name && players[1] === other) return `${Math.round((100 * points) / games)} %`
    if (players[1] === name && players[0] === other) return `${Math.round((100 * (games - points)) / games)} %`
  }
  return ''
}

/** Prints the tables of a kind of game, and what its tests have found. */
export function print(kind: GameKind, reports: readonly Report[], schedule: Schedule): void {
  const encounters = encountersOf(reports)
  const ratings = ratingsOf(encounters)
  const order = ratings.map(({ name }) => name)
  const time = (name: string): string => {
    const thought = reports.flatMap(({ names, thought }) => thought.filter((_, seat) => names[seat] === name))
    const sum = (field: 'ms' | 'decisions'): number => thought.reduce((all, each) => all + each[field], 0)
    return (sum('ms') / sum('decisions')).toFixed(1)
  }
  const endings = new Map<string, number>()
  for (const { result } of reports) endings.set(result.by, (endings.get(result.by) ?? 0) + 1)
  console.log(`\n### ${kind}\n`)
  console.log(`${reports.length} games; ${[...endings].map(([by, count]) => `${by} ${count}`).join(', ')}.\n`)
  console.log(`| player | Elo | ms per decision | ${order.map((name) => `against ${name}`).join(' | ')} |`)
  console.log(`|---|---|---|${order.map(() => '---|').join('')}`)
  for (const { name, elo, interval } of ratings) {
    const shares = order.map((other) => shareOf(encounters, name, other))
    console.log(`| ${name} | ${Math.round(elo)} ± ${Math.round(interval)} | ${time(name)} | ${shares.join(' | ')} |`)
  }
  console.log('\n| pair | games | points of the first | 95 % interval |\n|---|---|---|---|')
  for (const {
    players: [one, other],
    points,
    games,
  } of encounters) {
    const isFirst = order.indexOf(one) < order.indexOf(other)
    const won = isFirst ? points : games - points
    const pair = isFirst ? `${one} against ${other}` : `${other} against ${one}`
    const [low, high] = intervalOf(won, games)
    console.log(`| ${pair} | ${games} | ${percent(won / games)} | ${percent(low)} to ${percent(high)} |`)
  }
  for (const { names, verdict, likelihood } of schedule.verdicts()) {
    console.log(`\n${names.join(' against ')}: ${verdict ?? 'not decided'} (${likelihood.toFixed(2)})`)
  }
}
