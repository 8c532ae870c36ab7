import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import { Pacer } from './pacer.ts'
import type { Usage } from './processes.ts'
import { usageOf } from './processes.ts'
import { mean, quantile } from './quantile.ts'
import { Recorder } from './recorder.ts'
import type { TargetContext } from './target.ts'
import type { TargetName } from './targets/index.ts'
import { TARGETS } from './targets/index.ts'

export interface LoadOptions {
  target: TargetName
  urls: string[]
  /** Matches of two players under load at once. */
  matches: number
  /** Not measured, then measured. */
  warmUpSeconds: number
  seconds: number
  /** If it is given, both last for so many moves of all matches instead. */
  moves?: { warmUp: number; measured: number }
  /** Moves per second over all matches; null for as fast as possible. */
  rate: number | null
  kind: string
  clock: string
  cross: boolean
  /** Of each match. */
  spectators: number
  /** Process ids by name, whose CPU and memory are measured. */
  processes: Record<string, number>
}

/** Times in ms, sizes in bytes or KB as named. A figure that nothing was measured for is null. */
export interface LoadResult {
  moves: number
  games: number
  movesPerSecond: number
  /** CPU seconds per 1000 moves, by process: of all its threads, and of its main thread. */
  cpuPer1000: Record<string, number>
  mainThreadPer1000: Record<string, number>
  acknowledgedMs: { p50: number | null; p99: number | null; p999: number | null }
  opponentMs: { p50: number | null; p99: number | null }
  createdMs: { p50: number | null; p99: number | null }
  /** Bytes per move. */
  bytes: Record<'request' | 'acknowledgement' | 'mover' | 'opponent' | 'spectator', number | null>
  /** CPU ms of a player's or spectator's token and connection, by process. */
  connectMs: Record<string, number>
  /** Resident memory: idle connections, and under load, per connection. */
  rssKb: Record<string, { before: number; connected: number; loaded: number }>
  connections: number
  /** Matches begun since the start, those that ended included. */
  matchesPlayed: number
  /** Memory of Redis per match, in KB; measured by the process that started it. */
  redisKbPerMatch?: number
  /** Of the driver itself: near 1, it is the bottleneck. */
  driverCpuShare: number
  closed: number
  errors: Record<string, number>
}

/** So many players connect, or matches begin, at a time. */
const AT_ONCE = 24

/** Puts matches of random players on a server and measures it. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { target, urls, matches: count, warmUpSeconds, seconds, moves: wanted, processes } = options
  const recorder = new Recorder()
  const pacer = new Pacer(options.rate)
  const context: TargetContext = { ...options, urls: urls.map((url) => new URL(url)), recorder, pacer }
  const matches = Array.from({ length: count }, (_, index) => TARGETS[target](context, index))

  const before = usages(processes)
  await pLimit(AT_ONCE).map(matches, (match) => match.connect())
  // Memory that the connecting itself took goes back.
  await delay(500)
  const connected = usages(processes)
  const connections = count * (2 + options.spectators)
  await pLimit(AT_ONCE).map(matches, (match) => match.begin())
  recorder.started = true
  for (const match of matches) match.next()
  await (wanted ? recorder.moved(wanted.warmUp) : delay(warmUpSeconds * 1000))

  const from = usages(processes)
  const [startedAt, ownCpu] = [performance.now(), process.cpuUsage()]
  recorder.measuring = true
  const gamesBefore = recorder.games
  await (wanted ? recorder.moved(recorder.allMoves + wanted.measured) : delay(seconds * 1000))
  recorder.measuring = false
  const to = usages(processes)
  const elapsed = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(ownCpu)
  recorder.stopping = true
  pacer.stop()

  const { moves, bytes } = recorder
  const per1000 = (figure: keyof Usage): Record<string, number> =>
    each(processes, (name) => (to[name]![figure] - from[name]![figure]) / moves)
  const spread = (list: number[]): { p50: number | null; p99: number | null } => ({
    p50: quantile(list, 0.5),
    p99: quantile(list, 0.99),
  })
  return {
    moves,
    games: recorder.games - gamesBefore,
    movesPerSecond: moves / elapsed,
    cpuPer1000: per1000('cpuMs'),
    mainThreadPer1000: per1000('mainMs'),
    acknowledgedMs: { ...spread(recorder.acknowledgedMs), p999: quantile(recorder.acknowledgedMs, 0.999) },
    opponentMs: spread(recorder.opponentMs),
    createdMs: spread(recorder.createdMs),
    bytes: each(bytes, (role) => mean(bytes[role], moves)),
    connectMs: each(processes, (name) => (connected[name]!.cpuMs - before[name]!.cpuMs) / connections),
    rssKb: each(processes, (name) => ({
      before: before[name]!.rssKb,
      connected: connected[name]!.rssKb,
      loaded: to[name]!.rssKb,
    })),
    connections,
    matchesPlayed: count + recorder.games,
    driverCpuShare: (user + system) / 1e6 / elapsed,
    closed: recorder.closed,
    errors: recorder.errors,
  }
}

const usages = (processes: Record<string, number>): Record<string, Usage> =>
  each(processes, (name) => usageOf(processes[name]!))

const each = <Name extends string, T>(named: Record<Name, unknown>, of: (name: Name) => T): Record<Name, T> =>
  Object.fromEntries((Object.keys(named) as Name[]).map((name) => [name, of(name)])) as Record<Name, T>
