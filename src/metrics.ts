import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Archive, FinishedGame } from './history/index.ts'
import type { LiveStore } from './live/index.ts'
import type { ErrorCode } from './protocol/index.ts'

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
  /** The same store, whose commits are counted. Each reading of the metrics asks it for its backlog. */
  meteredStore(store: LiveStore): LiveStore
  /** The same archive; the games that it stores are counted. */
  meteredArchive(archive: Archive): Archive
  /** What to ask for the number of open sockets. */
  countSockets(sockets: () => number): void
  text(): Promise<string>
  contentType: string
}

/** @param textOf what `text` answers, where this process has a part of the figures; by default, its own figures. */
export function createMetrics(textOf = (registry: Registry) => () => registry.metrics()): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const commits = new Counter({
    name: 'curia_commits_total', help: 'Commits asked of the live store, by result', labelNames: ['status'], registers,
  })
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
    help: 'Time to answer; requests that wait for news of a match included',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers,
  })
  const inProgress = new Gauge({ name: 'curia_http_requests_in_progress', help: 'Requests not yet answered', registers })
  return {
    requestBegan: () => {
      inProgress.inc()
      return () => inProgress.dec()
    },
    error: (transport, code) => errors.inc({ transport, code }),
    request: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    meteredStore(store) {
      new Gauge({
        name: 'curia_outbox_backlog',
        help: 'Ended games in the live store that wait for the history; NaN while the store does not answer',
        registers,
        // All processes ask the same store.
        aggregator: 'max',
        async collect() {
          this.set(await store.backlog().catch(() => NaN))
        },
      })
      return decorated(store, {
        async commit(commit) {
          const result = await store.commit(commit)
          commits.inc({ status: result.status })
          if (commit.ends === 'game' && result.status === 'committed') ended.inc()
          return result
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
