import type { Logger } from 'pino'
import type { Entry, EntryBody, MatchHeader, MatchRecord } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import { Audience } from '../audience.ts'
import type { Commit, CommitResult, LiveListener, LiveStore, Retention } from '../port.ts'
import { openInFolder, openInMemory } from './database.ts'
import type { Database } from './database.ts'
import { Presence } from './presence.ts'
import * as schema from './schema.ts'

/** Where matches are kept: in a folder, which no other process may use, or only as long as the process lives. */
export type EmbeddedOptions = ({ dir: string } | { memory: true }) & {
  retention: Retention
  /** The store's time, in ms since 1970. */
  clock?: () => number
  log?: Logger
}

const SWEEP_MS = 1000
/** Between two times that expired matches are deleted. */
const TIDY_MS = 60_000
/** As many commits later the log that Postgres writes ahead is cut: in a single process it doesn't do so by itself. */
const COMMITS_BETWEEN_CHECKPOINTS = 5000

/**
 * Live matches in this process, for a single node: Postgres as a library.
 *
 * A commit is one statement, and is on its way to the disk when it is acknowledged: it survives the end of the process,
 * `kill -9` included. A failure of the machine may lose what the operating system had not written yet (up to some
 * seconds). Who can't have that uses Redis.
 * @throws Error if another process uses the folder, or it holds what can't be opened.
 */
export async function openEmbeddedStore(options: EmbeddedOptions): Promise<LiveStore> {
  const database = 'dir' in options ? await openInFolder(options.dir) : await openInMemory()
  return new EmbeddedStore(database, options)
}

class EmbeddedStore implements LiveStore {
  readonly #database: Database
  readonly #retention: Retention
  readonly #clock: () => number
  readonly #log: Logger | undefined
  readonly #audience: Audience
  readonly #presence: Presence
  readonly #timers: NodeJS.Timeout[]
  #commits = 0

  constructor(database: Database, { retention, clock = Date.now, log }: EmbeddedOptions) {
    this.#database = database
    this.#retention = retention
    this.#clock = clock
    this.#log = log
    this.#audience = new Audience(log)
    this.#presence = new Presence((match, seats) => this.#audience.presence(match, seats))
    this.#timers = [
      setInterval(() => this.#presence.sweep(this.#clock()), SWEEP_MS).unref(),
      setInterval(() => void this.#tidy(), TIDY_MS).unref(),
    ]
  }
  /** Nothing hangs on it: what fails is done the next time. */
  async #tidy(): Promise<void> {
    try {
      await this.#database.query(schema.DELETE_EXPIRED, [this.#clock()])
      if (this.#commits < COMMITS_BETWEEN_CHECKPOINTS) return
      this.#commits = 0
      await this.#database.compact()
    } catch (error) {
      this.#log?.warn({ err: error }, 'the live matches could not be tidied up')
    }
  }

  async create(header: MatchHeader): Promise<{ createdAt: number } | false> {
    const { id, code } = header
    const now = this.#clock()
    await this.#database.query(schema.DELETE_EXPIRED, [now])
    const created = await this.#database.query(schema.CREATE, [id, code, JSON.stringify(header), now, now + this.#retention.waitingMs])
    if (created.length > 0) return { createdAt: now }
    if ((await this.#database.query(schema.FIND, [id, now])).length > 0) throw new Error(`the match ${id} exists`)
    return false
  }

  async load(match: string): Promise<MatchRecord | null> {
    const [found] = await this.#database.query<{ header: string; created_at: number }>(schema.FIND, [match, this.#clock()])
    if (!found) return null
    return { header: JSON.parse(found.header) as MatchHeader, createdAt: found.created_at, entries: await this.#entries(match, 0) }
  }

  async entriesAfter(match: string, version: number): Promise<Entry[] | null> {
    const found = await this.#database.query(schema.FIND, [match, this.#clock()])
    return found.length > 0 ? this.#entries(match, version) : null
  }

  async #entries(match: string, version: number): Promise<Entry[]> {
    const rows = await this.#database.query<{ version: number; at: number; action_id: string | null; body: string }>(schema.ENTRIES, [
      match,
      version,
    ])
    return rows.map((row) => entry(row.version, row.at, row.action_id ?? undefined, row.body))
  }

  async findByCode(code: string): Promise<string | null> {
    const [found] = await this.#database.query<{ id: string }>(schema.FIND_BY_CODE, [code, this.#clock()])
    return found?.id ?? null
  }

  async commit({ match, version, body, actionId, ends }: Commit): Promise<CommitResult> {
    const { waitingMs, playingMs } = this.#retention
    const text = JSON.stringify(body)
    const joins = body.type === 'join'
    const [answer] = await this.#database.query<CommitResult>(schema.COMMIT, [
      ...[match, version, body.seat, actionId ?? null, text],
      ...[joins, ends, this.#clock(), waitingMs, playingMs],
    ])
    const done = answer!
    switch (done.status) {
      case 'committed': {
        const { at, version: committed } = done
        this.#commits += 1
        this.#audience.entry(match, entry(committed, at, actionId, text))
        return { status: 'committed', version: committed, at }
      }
      case 'duplicate':
        return { status: 'duplicate', version: done.version, at: done.at }
      case 'stale':
        return { status: 'stale', version: done.version }
      case 'unknown':
        return { status: 'unknown' }
    }
  }

  listen(listener: LiveListener): void {
    this.#audience.listen(listener)
  }

  async follow(match: string): Promise<void> {
    this.#database.requireOpen()
    this.#audience.follow(match)
  }

  async unfollow(match: string): Promise<void> {
    this.#audience.unfollow(match)
  }

  async connect(match: string, seat: Seat, connection: string, ttlMs: number): Promise<void> {
    this.#database.requireOpen()
    this.#presence.connect(match, seat, connection, this.#clock() + ttlMs)
  }

  async disconnect(match: string, seat: Seat, connection: string): Promise<void> {
    this.#database.requireOpen()
    this.#presence.disconnect(match, seat, connection)
  }

  async present(match: string): Promise<Seat[]> {
    this.#database.requireOpen()
    this.#presence.sweep(this.#clock())
    return this.#presence.seats(match)
  }

  async claimEnded(limit: number, leaseMs: number): Promise<string[]> {
    const now = this.#clock()
    const claimed = await this.#database.query<{ id: string }>(schema.CLAIM, [now, limit, now + leaseMs])
    return claimed.map(({ id }) => id)
  }

  async settle(match: string): Promise<void> {
    await this.#database.query(schema.SETTLE, [match, this.#clock() + this.#retention.endedMs])
  }

  async ping(): Promise<void> {
    await this.#database.query('SELECT 1')
  }

  close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    return this.#database.close()
  }
}

function entry(version: number, at: number, actionId: string | undefined, body: string): Entry {
  return { version, at, ...(actionId !== undefined && { actionId }), body: JSON.parse(body) as EntryBody }
}
