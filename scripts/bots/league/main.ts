import { parseArgs } from 'node:util'
import type { GameKind } from '../../../src/protocol/index.ts'
import { GAME_KIND_IDS, gameKindSchema } from '../../../src/protocol/index.ts'
import { startThread } from '../../../src/threads/index.ts'
import { CONTENDER_NAMES, EARLIER_MASTER } from './contenders.ts'
import type { Encounter } from './elo.ts'
import { intervalOf, ratingsOf } from './elo.ts'
import type { Fixture, Report } from './worker.ts'

const USAGE = `Usage: npm run league -- [--games N] [--seconds S] [--samples N] [--kind KIND] [--players A,B] [...]
Programs play against each other, every one against every other one: each deal twice, with the seats changed.
If it is interrupted, it prints the tables of the games so far.
  --games    deals of each pair; each is played twice; by default 10
  --seconds  for a decision at most; by default there is no limit but the samples
  --samples  worlds that a player samples for a decision at most; by default as many as its level has
  --kind     ${GAME_KIND_IDS.join(', ')}; by default all of them
  --players  of ${CONTENDER_NAMES.join(', ')}; by default all of them
  --pairs    only these pairs, such as club:master,random:master; club:master:50 for 50 deals, whatever --games says
  --earlier  a file of weights, as src/opponents/weights.json was: ${EARLIER_MASTER} takes part, who plays by it
  --threads  worker threads; by default 2
  --seed     of all deals; by default "league"`

interface Pair {
  names: readonly [string, string]
  /** How many deals the pair plays, each twice. */
  deals: number
}

interface Wanted {
  timeMs: number
  most: number
  kinds: readonly GameKind[]
  pairs: readonly Pair[]
  threads: number
  seed: string
  earlier: string | undefined
}

/** Every pair of some players. */
const pairsOf = (names: readonly string[], deals: number): Pair[] =>
  names.flatMap((one, index) => names.slice(index + 1).map((other): Pair => ({ names: [one, other], deals })))

/** A pair as an argument names it, such as `club:master` or `club:master:50`. */
function readPair(text: string, games: number): Pair {
  const [one = '', other = '', deals = games] = text.split(':')
  return { names: [one, other], deals: Number(deals) }
}

/** What the arguments ask for; null if they make no sense. */
function readArguments(): Wanted | null {
  try {
    const { values } = parseArgs({
      options: {
        games: { type: 'string', default: '10' },
        seconds: { type: 'string', default: 'Infinity' },
        samples: { type: 'string', default: 'Infinity' },
        kind: { type: 'string' },
        players: { type: 'string' },
        earlier: { type: 'string' },
        pairs: { type: 'string' },
        threads: { type: 'string', default: '2' },
        seed: { type: 'string', default: 'league' },
      },
    })
    const [games, seconds, most, threads] = [values.games, values.seconds, values.samples, values.threads].map(Number)
    const names = [...CONTENDER_NAMES, ...(values.earlier === undefined ? [] : [EARLIER_MASTER])]
    const pairs =
      values.pairs?.split(',').map((pair) => readPair(pair, games!)) ??
      pairsOf(values.players?.split(',') ?? names, games!)
    const kind = gameKindSchema.optional().safeParse(values.kind)
    const isPair = ({ names: [one, other], deals }: Pair): boolean =>
      deals >= 1 && one !== other && names.includes(one) && names.includes(other)
    const makesSense = seconds! > 0 && most! >= 1 && threads! >= 1 && kind.success
    if (!makesSense || pairs.length === 0 || !pairs.every(isPair)) return null
    const kinds = kind.data ? [kind.data] : GAME_KIND_IDS
    const { seed, earlier } = values
    return { timeMs: seconds! * 1000, most: most!, kinds, pairs, threads: threads!, seed, earlier }
  } catch {
    return null
  }
}

/** Every game of a kind, deal by deal: each pair plays each of its deals with the seats both ways. */
function fixturesOf({ timeMs, most, pairs, seed, earlier }: Wanted, kind: GameKind): Fixture[] {
  return Array.from({ length: Math.max(...pairs.map(({ deals }) => deals)) }, (_, deal) =>
    pairs
      .filter(({ deals }) => deal < deals)
      .flatMap(({ names: [one, other] }): Fixture[] => {
        const fixture = { kind, seed: `${seed} ${kind} ${deal}`, most, timeMs, earlier }
        return [
          { ...fixture, names: [one, other] },
          { ...fixture, names: [other, one] },
        ]
      }),
  ).flat()
}

/** Plays games in worker threads. After an interruption, those that have begun are the last ones. */
async function playAll(fixtures: readonly Fixture[], threads: number): Promise<Report[]> {
  const left = [...fixtures]
  const stop = (): void => void left.splice(0)
  process.once('SIGINT', stop)
  const reports: Report[] = []
  await Promise.all(
    Array.from(
      { length: threads },
      () =>
        new Promise<void>((resolve, reject) => {
          const worker = startThread('./worker.ts', import.meta.url)
          const next = (): void => {
            const fixture = left.shift()
            if (fixture) worker.postMessage(fixture)
            else void worker.terminate().then(() => resolve())
          }
          worker.on('message', (report: Report) => {
            reports.push(report)
            next()
          })
          worker.on('error', reject)
          next()
        }),
    ),
  )
  process.off('SIGINT', stop)
  return reports
}

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

function print(kind: GameKind, reports: readonly Report[]): void {
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
}

async function main(): Promise<number> {
  const wanted = readArguments()
  if (!wanted) {
    console.log(USAGE)
    return 2
  }
  for (const kind of wanted.kinds) {
    const fixtures = fixturesOf(wanted, kind)
    const reports = await playAll(fixtures, wanted.threads)
    if (reports.length > 0) print(kind, reports)
    if (reports.length < fixtures.length) break
  }
  return 0
}

process.exitCode = await main()
