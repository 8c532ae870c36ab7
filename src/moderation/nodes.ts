import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import { isUnavailable } from '../database/index.ts'
import { newId } from '../ids/index.ts'
import type { Overview } from '../protocol/index.ts'
import { RULES_VERSION } from '../rules/index.ts'
import { BackgroundWork } from '../time/index.ts'

/** Between two reports of a node (ms). */
const EVERY_MS = 15_000
/** A node that was not seen for so long is not listed any longer (s). */
const GONE_S = 60

export interface NodesParts {
  database: Database
  release: string
  /**
   * How many players are connected to this node, how many matches in play it has, how many threads for bots, and how many of
   * these work.
   */
  figures: () => { players: number; matches: number; threads: number; busyThreads: number }
  log: Logger
}

/** The nodes that run, each of which reports itself. */
export class Nodes {
  readonly #parts: NodesParts
  readonly #id = newId()
  readonly #startedAt = new Date()
  readonly #reports: BackgroundWork

  constructor(parts: NodesParts) {
    this.#parts = parts
    this.#reports = new BackgroundWork({
      round: () => this.#report(),
      everyMs: EVERY_MS,
      failed: (error) => {
        if (!isUnavailable(error)) parts.log.error({ err: error }, 'a node could not report itself')
      },
    })
  }

  async #report(): Promise<void> {
    const { database, release, figures } = this.#parts
    const { players, matches, threads, busyThreads } = figures()
    await database.use(
      (db) => db.$executeRaw`
      INSERT INTO nodes (id, release, rules, started_at, players, matches, threads, busy_threads)
      VALUES (
        ${this.#id}, ${release}, ${RULES_VERSION}, ${this.#startedAt}, ${players}, ${matches}, ${threads}, ${busyThreads}
      )
      ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp(), players = excluded.players, matches = excluded.matches,
        threads = excluded.threads, busy_threads = excluded.busy_threads`,
    )
    await database.use(
      (db) => db.$executeRaw`
      DELETE FROM nodes WHERE seen_at < clock_timestamp() - make_interval(secs => ${GONE_S})`,
    )
  }

  /** All nodes, the oldest first. @throws CodedError `unavailable` */
  async list(): Promise<Overview['nodes']> {
    await this.#report()
    const rows = await this.#parts.database.use((db) =>
      db.node.findMany({ orderBy: [{ startedAt: 'asc' }, { id: 'asc' }] }),
    )
    return rows.map(({ startedAt, seenAt, ...row }) => ({
      ...row,
      startedAt: startedAt.getTime(),
      seenAt: seenAt.getTime(),
    }))
  }

  /** Leaves the list. The database stays open. */
  async close(): Promise<void> {
    await this.#reports.stop()
    // A node that cannot say so is no longer listed a minute later.
    await this.#parts.database.use((db) => db.node.deleteMany({ where: { id: this.#id } })).catch(() => undefined)
  }
}
