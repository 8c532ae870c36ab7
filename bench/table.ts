import type { LoadResult } from './load/load.ts'
import { median } from './load/quantile.ts'

/** A row of a table: one figure of each round. */
interface Figure {
  title: string
  digits: number
  of: (result: LoadResult) => number | null
}

const sum = (parts: Record<string, number>, wanted: (name: string) => boolean): number =>
  Object.entries(parts).reduce((total, [name, value]) => total + (wanted(name) ? value : 0), 0)
const isServer = (name: string): boolean => name.startsWith('server')

const FIGURES: readonly Figure[] = [
  { title: 'moves/s', digits: 0, of: ({ movesPerSecond }) => movesPerSecond },
  { title: 'server CPU, s per 1000 moves', digits: 3, of: ({ cpuPer1000 }) => sum(cpuPer1000, isServer) },
  { title: 'of it on the main thread', digits: 3, of: ({ mainThreadPer1000 }) => sum(mainThreadPer1000, isServer) },
  { title: 'Redis CPU, s per 1000 moves', digits: 3, of: ({ cpuPer1000 }) => cpuPer1000.redis ?? null },
  { title: 'Postgres CPU, s per 1000 moves', digits: 3, of: ({ cpuPer1000 }) => cpuPer1000.postgres ?? null },
  { title: 'acknowledged, ms, p50', digits: 1, of: ({ acknowledgedMs }) => acknowledgedMs.p50 },
  { title: 'acknowledged, ms, p99', digits: 1, of: ({ acknowledgedMs }) => acknowledgedMs.p99 },
  { title: 'acknowledged, ms, p99.9', digits: 1, of: ({ acknowledgedMs }) => acknowledgedMs.p999 },
  { title: "opponent's update, ms, p50", digits: 1, of: ({ opponentMs }) => opponentMs.p50 },
  { title: "opponent's update, ms, p99", digits: 1, of: ({ opponentMs }) => opponentMs.p99 },
  { title: 'bytes per move: request', digits: 0, of: ({ bytes }) => bytes.request },
  { title: 'acknowledgement', digits: 0, of: ({ bytes }) => bytes.acknowledgement },
  { title: "mover's update", digits: 0, of: ({ bytes }) => bytes.mover },
  { title: "opponent's update", digits: 0, of: ({ bytes }) => bytes.opponent },
  { title: 'spectators, all together', digits: 0, of: ({ bytes }) => bytes.spectator || null },
  { title: 'CPU of a connection with its token, ms', digits: 2, of: ({ connectMs }) => sum(connectMs, isServer) },
  { title: 'KB per idle connection', digits: 1, of: idleKb },
  { title: 'Redis KB per match', digits: 1, of: ({ redisKbPerMatch }) => redisKbPerMatch ?? null },
  { title: 'driver, share of a core', digits: 2, of: ({ driverCpuShare }) => driverCpuShare },
  { title: 'errors', digits: 0, of: ({ errors }) => sum(errors, () => true) },
]

/** Below so many connections, what the garbage collector does in between says more than they do. */
const ENOUGH_CONNECTIONS = 2_000

function idleKb({ rssKb, connections }: LoadResult): number | null {
  if (connections < ENOUGH_CONNECTIONS) return null
  const memory = Object.entries(rssKb).map(([name, kb]) => (isServer(name) ? kb.connected - kb.before : 0))
  return memory.reduce((total, kb) => total + kb, 0) / connections
}

/**
 * The rounds of each contender as a Markdown table: medians, with the lowest and highest of all rounds. The first rows
 * are the ratios of moves/s and CPU, round by round, to a contender that ran in the same rounds.
 */
export function tableOf(rounds: ReadonlyMap<string, LoadResult[]>, reference: string): string {
  const names = [...rounds.keys()]
  const rows = FIGURES.map(({ title, digits, of }) => {
    const cells = names.map((name) => spread(rounds.get(name)!.map(of), digits))
    return cells.every((cell) => cell === '') ? null : `| ${title} | ${cells.join(' | ')} |`
  })
  const base = rounds.get(reference)
  const ratio = (of: Figure['of']): string[] =>
    names.map((name) =>
      spread(
        rounds.get(name)!.map((result, round) => quotient(of(result), of(base![round]!))),
        2,
      ),
    )
  const ratios = base
    ? [
        `| **moves/s / ${reference}** | ${ratio(FIGURES[0]!.of).join(' | ')} |`,
        `| **CPU / ${reference}** | ${ratio(FIGURES[1]!.of).join(' | ')} |`,
      ]
    : []
  const lines = [
    `| | ${names.join(' | ')} |`,
    `|---|${names.map(() => '--:|').join('')}`,
    ...ratios,
    ...rows.filter((row) => row !== null),
  ]
  return lines.join('\n')
}

const quotient = (value: number | null, base: number | null): number | null =>
  value === null || !base ? null : value / base

function spread(values: readonly (number | null)[], digits: number): string {
  const known = values.filter((value) => value !== null)
  const middle = median(known)
  if (middle === null) return ''
  const [low, high] = [Math.min(...known).toFixed(digits), Math.max(...known).toFixed(digits)]
  return low === high ? middle.toFixed(digits) : `${middle.toFixed(digits)} (${low}–${high})`
}
