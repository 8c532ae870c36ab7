import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Archive, FinishedGame } from './history/index.ts'
import type { Limiters } from './limits/index.ts'
import type { LiveStore } from './live/index.ts'
import type { LifecycleSubscriber } from './matches/index.ts'
import type { BotLevel, ErrorCode, GameKind, PoolsAnswer, Snapshot } from './protocol/index.ts'
import { kindOf } from './record/index.ts'
import { RULES_VERSION } from './rules/index.ts'
import { within } from './time/index.ts'

/**
 * Figures of this node for Prometheus. Labels are closed sets: never a player, a match or an address. The backlog of the
 * outbox alone is a figure of the live store: every node gives the same.
 */
export interface Metrics {
  error(transport: 'http' | 'socket', code: ErrorCode): void
  /** A request has come. Returns what to call when it is over, answered or not. */
  requestBegan(): () => void
  /** `route` is the pattern of the route, not the URL. */
  request(method: string, route: string, status: number, seconds: number): void
  /** A request that waited for a version of a match. */
  longPoll(status: number, seconds: number): void
  /** The same store, whose commits and entries are timed. Each reading of the metrics asks it for its backlog. */
  meteredStore(store: LiveStore): LiveStore
  /** The same archive; the games that it stores are counted. */
  meteredArchive(archive: Archive): Archive
  /** Counts what this node does to matches as a whole. */
  readonly matches: LifecycleSubscriber
  /** An action over a socket was committed, and its update sent to the players on this node. */
  move(seconds: number): void
  /** The same limiters, whose refusals are counted. */
  meteredLimiters(limiters: Limiters): Limiters
  /** What to ask for the matches of which this node has a replica. */
  watchMatches(read: () => Iterable<{ kind: GameKind; state: MatchStatus }>): void
  /** A bot has thought about a decision for so long, in a thread. */
  readonly thought: (level: BotLevel, seconds: number) => void
  /** What to ask for the turns of bots that this node plays, and for what waits for a thread. */
  watchBots(read: () => { turns: number; waiting: number }): void
  /** What to ask for the figures of the queue, by pool. */
  watchQueue(pools: () => Promise<PoolsAnswer>): void
  /** How to ask whether each store answers: a check rejects if it does not. */
  watchStores(checks: Record<string, () => Promise<void>>): void
  /** What to ask for the number of open sockets. */
  countSockets(sockets: () => number): void
  text(): Promise<string>
  contentType: string
}

type MatchStatus = Snapshot['status']

/** A store that takes longer to answer counts as down (ms). */
const LONGEST_PING_MS = 2_000

/** In seconds: from a store in the same house to one in trouble. */
const QUICK = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3]

/** All nodes, or processes of a node, ask the same store: their figures must not be added up. */
const SHARED = { aggregator: 'max' } as const

/** @param textOf what `text` answers, where this process has a part of the figures; by default, its own figures. */
export function createMetrics(textOf = (registry: Registry) => () => registry.metrics()): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const ended = new Counter({
    name: 'curia_games_ended_total', help: 'Games ended by a command on this node, aborted ones left out', registers,
  })
  const stored = new Counter({
    name: 'curia_games_stored_total',
    help: 'Ended matches stored in the history by this node',
    labelNames: ['kind'],
    registers,
  })
  const delay = new Histogram({
    name: 'curia_game_store_delay_seconds',
    help: 'From the end of a match until it is in the history',
    buckets: [0.1, 0.5, 1, 5, 30, 120, 600, 3600, 86_400],
    registers,
  })
  const errors = new Counter({
    name: 'curia_errors_total', help: 'Errors that were sent to clients', labelNames: ['transport', 'code'], registers,
  })
  const requests = new Histogram({
    name: 'curia_http_request_duration_seconds',
    help: 'Time to answer; requests that wait for a version of a match left out',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers,
  })
  const longPolls = new Histogram({
    name: 'curia_http_long_poll_duration_seconds',
    help: 'Time to answer requests that wait for a version of a match',
    labelNames: ['status'],
    buckets: [0.1, 0.5, 1, 2, 5, 10, 15, 20, 26],
    registers,
  })
  const commitTime = new Histogram({
    name: 'curia_commit_duration_seconds',
    help: 'Time of a commit in the live store; commits without an answer have the status unavailable',
    labelNames: ['status'],
    buckets: QUICK,
    registers,
  })
  const entryDelay = new Histogram({
    name: 'curia_entry_delay_seconds',
    help: "From the commit of an entry, by the store's time, until this node has it from the store",
    buckets: QUICK,
    registers,
  })
  const moves = new Histogram({
    name: 'curia_move_duration_seconds',
    help: 'From the arrival of an action over a socket until its update is sent to the players on this node',
    buckets: QUICK,
    registers,
  })
  const thoughts = new Histogram({
    name: 'curia_bot_thought_duration_seconds',
    help: 'Time for which a bot has thought about a decision, in a thread',
    labelNames: ['level'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16],
    registers,
  })
  const refusals = new Counter({
    name: 'curia_limit_refusals_total',
    help: 'Refusals by the limits that nodes share',
    labelNames: ['limit'],
    registers,
  })
  const matches = new Counter({
    name: 'curia_matches_total',
    help: 'What this node did to matches as a whole: created, started, ended or aborted them',
    labelNames: ['kind', 'event'],
    registers,
  })
  new Gauge({
    name: 'curia_build_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['rules', 'node_version'],
    aggregator: 'first',
    registers,
  }).set({ rules: RULES_VERSION, node_version: process.versions.node }, 1)
  const inProgress = new Gauge({ name: 'curia_http_requests_in_progress', help: 'Requests not yet answered', registers })
  return {
    requestBegan: () => {
      inProgress.inc()
      return () => inProgress.dec()
    },
    error: (transport, code) => errors.inc({ transport, code }),
    request: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    longPoll: (status, seconds) => longPolls.observe({ status }, seconds),
    move: (seconds) => moves.observe(seconds),
    thought: (level, seconds) => thoughts.observe({ level }, seconds),
    matches: {
      created: (header) => matches.inc({ kind: kindOf(header), event: 'created' }),
      started: (header) => matches.inc({ kind: kindOf(header), event: 'started' }),
      ended: (header, _players, aborted) => matches.inc({ kind: kindOf(header), event: aborted ? 'aborted' : 'ended' }),
    },
    meteredLimiters: (limiters) => ({
      limiter: (name, rate) => {
        const plain = limiters.limiter(name, rate)
        return decorated(plain, {
          consume: (...wanted) =>
            plain.consume(...wanted).catch((refusal: unknown) => {
              if (refusal instanceof RateLimiterRes) refusals.inc({ limit: name })
              throw refusal
            }),
        })
      },
    }),
    watchMatches(read) {
      new Gauge({
        name: 'curia_live_matches',
        help: 'Matches of which this node has a replica',
        labelNames: ['kind', 'state'],
        registers,
        collect() {
          this.reset()
          for (const { kind, state } of read()) this.inc({ kind, state })
        },
      })
    },
    watchBots(read) {
      new Gauge({
        name: 'curia_bot_turns',
        help: 'Turns of bots that this node plays now, also those that wait for a thread and those that keep a pace',
        registers,
        collect() {
          this.set(read().turns)
        },
      })
      new Gauge({
        name: 'curia_bot_threads_waiting',
        help: 'What waits for a thread of the bots: turns, hints and analyses',
        registers,
        collect() {
          this.set(read().waiting)
        },
      })
    },
    watchQueue(pools) {
      const read = shared(async () => (await pools().catch(() => ({ pools: [] }))).pools)
      const labelNames = ['kind', 'clock', 'rated'] as const
      new Gauge({
        name: 'curia_queue_players',
        help: 'Players who wait, by pool',
        labelNames,
        registers,
        ...SHARED,
        async collect() {
          const figures = await read()
          this.reset()
          for (const { pool, waiting } of figures) this.set({ ...pool, rated: String(pool.rated) }, waiting)
        },
      })
      new Gauge({
        name: 'curia_queue_wait_seconds',
        help: 'How long players waited lately (median), by pool; only pools where enough have waited',
        labelNames,
        registers,
        ...SHARED,
        async collect() {
          const figures = await read()
          this.reset()
          for (const { pool, expectedWaitMs: ms } of figures) {
            if (ms !== undefined) this.set({ ...pool, rated: String(pool.rated) }, ms / 1000)
          }
        },
      })
    },
    watchStores(checks) {
      const read = shared(() =>
        Promise.all(Object.entries(checks).map(async ([store, check]) => ({ store, seconds: await timed(check) }))),
      )
      new Gauge({
        name: 'curia_store_up',
        help: 'Whether a store answers, in time: 1 or 0',
        labelNames: ['store'],
        registers,
        aggregator: 'min',
        async collect() {
          for (const { store, seconds } of await read()) this.set({ store }, Number.isNaN(seconds) ? 0 : 1)
        },
      })
      new Gauge({
        name: 'curia_store_ping_seconds',
        help: 'How long a store takes to answer; NaN while it does not',
        labelNames: ['store'],
        registers,
        ...SHARED,
        async collect() {
          for (const { store, seconds } of await read()) this.set({ store }, seconds)
        },
      })
    },
    meteredStore(store) {
      const backlog = shared(() => store.backlog().catch(() => null))
      new Gauge({
        name: 'curia_outbox_backlog',
        help: 'Ended games in the live store that wait for the history; NaN while the store does not answer',
        registers,
        ...SHARED,
        async collect() {
          this.set((await backlog())?.games ?? NaN)
        },
      })
      new Gauge({
        name: 'curia_outbox_age_seconds',
        help: 'How long the first of these games has waited; NaN while the store does not answer',
        registers,
        ...SHARED,
        async collect() {
          const read = await backlog()
          this.set(read ? Math.max(0, store.now() - (read.since ?? Infinity)) / 1000 : NaN)
        },
      })
      return decorated(store, {
        async commit(commit) {
          const end = commitTime.startTimer()
          const result = await store.commit(commit).catch((error: unknown) => {
            end({ status: 'unavailable' })
            throw error
          })
          end({ status: result.status })
          if (commit.ends === 'game' && result.status === 'committed') ended.inc()
          return result
        },
        subscribe(subscriber) {
          store.subscribe({
            news: (news) => {
              if (news.type === 'entry') entryDelay.observe(Math.max(0, store.now() - news.entry.at) / 1000)
              subscriber.news(news)
            },
            interrupted: (match) => subscriber.interrupted(match),
          })
        },
      })
    },
    meteredArchive: (archive) => {
      const count = (game: FinishedGame, result: 'stored' | 'already'): void => {
        if (result === 'already') return
        stored.inc({ kind: game.kind })
        delay.observe(Math.max(0, Date.now() - game.endedAt) / 1000)
      }
      return decorated(archive, {
        async store(game) {
          const result = await archive.store(game)
          count(game, result)
          return result
        },
        async storeAll(games) {
          const results = await archive.storeAll(games)
          games.forEach((game, n) => count(game, results[n]!))
          return results
        },
      })
    },
    countSockets(sockets) {
      new Gauge({ name: 'curia_sockets', help: 'Open sockets', registers, collect() { this.set(sockets()) } })
    },
    text: textOf(registry),
    contentType: registry.contentType,
  }
}

/** Reads something for all that ask at the same time. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  return () => (current ??= read().finally(() => (current = null)))
}

/** How long a store takes to answer a check (seconds); NaN if it does not. */
async function timed(check: () => Promise<void>): Promise<number> {
  const asked = performance.now()
  const isUp = await within(LONGEST_PING_MS, check()).then(
    () => true,
    () => false,
  )
  return isUp ? (performance.now() - asked) / 1000 : NaN
}

/** An object like `target`, with some methods of its own in front of it. The target does not change. */
function decorated<Target extends object>(target: Target, methods: Partial<Target>): Target {
  return new Proxy(target, {
    get(_target, name) {
      const own: unknown = Reflect.get(methods, name)
      if (own !== undefined) return own
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
