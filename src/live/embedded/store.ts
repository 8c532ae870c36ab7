import type { Logger } from 'pino'
import type { ChatLine, ChatRoom } from '../../protocol/index.ts'
import type { Entry, EntryBody, MatchHeader, MatchRecord } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import { FollowedMatches } from '../followed-matches.ts'
import type { Attendance, LiveSubscriber, RematchState } from '../news.ts'
import type { Commit, CommitResult, LiveStore, Retention } from '../port.ts'
import { Attendances } from './attendance.ts'
import { openInFolder, openInMemory } from './database.ts'
import type { Database } from './database.ts'
import * as schema from './schema/index.ts'
import { Steps } from './steps.ts'

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
/** As many writes later the log that Postgres writes ahead is cut: in a single process it doesn't do so by itself. */
const WRITES_BETWEEN_CHECKPOINTS = 5000

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
  readonly #followed: FollowedMatches
  /** Who is connected is known here, all else in the database: what has to do with both is one step. */
  readonly #steps = new Steps()
  readonly #attendances: Attendances
  readonly #timers: NodeJS.Timeout[]
  #writes = 0

  constructor(database: Database, { retention, clock = Date.now, log }: EmbeddedOptions) {
    this.#database = database
    this.#retention = retention
    this.#clock = clock
    this.#log = log
    this.#followed = new FollowedMatches(log)
    this.#attendances = new Attendances(clock())
    this.#timers = [
      setInterval(() => void this.#lookAfter((now) => this.#sweep(now)), SWEEP_MS).unref(),
      setInterval(() => void this.#lookAfter((now) => this.#tidy(now)), TIDY_MS).unref(),
    ]
  }

  /** Nothing hangs on it: what fails is done the next time. */
  async #lookAfter(step: (now: number) => Promise<void>): Promise<void> {
    const now = this.#clock()
    try {
      await this.#steps.do(() => step(now))
    } catch (error) {
      this.#log?.warn({ err: error }, 'the live matches could not be looked after')
    }
  }

  async #tidy(now: number): Promise<void> {
    await this.#deleteExpired(now)
    if (this.#writes < WRITES_BETWEEN_CHECKPOINTS) return
    this.#writes = 0
    await this.#database.compact()
  }

  async #deleteExpired(now: number): Promise<void> {
    const deleted = await this.#database.query<{ id: string }>(schema.DELETE_EXPIRED, [now])
    for (const { id } of deleted) this.#attendances.forget(id)
  }

  create(header: MatchHeader): Promise<{ createdAt: number } | { taken: 'id' | 'code' }> {
    return this.#steps.do(async () => {
      const { id, code, host } = header
      const now = this.#clock()
      await this.#deleteExpired(now)
      const expiry = now + this.#retention.waitingMs
      const created = await this.#database.query(schema.CREATE, [id, code, JSON.stringify(header), now, expiry, host.seat])
      if (created.length > 0) return { createdAt: now }
      return { taken: (await this.#database.query(schema.FIND, [id, now])).length > 0 ? 'id' : 'code' }
    })
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

  commit(commit: Commit): Promise<CommitResult> {
    return this.#steps.do(async () => {
      const { match, body, actionId, condition } = commit
      const now = this.#clock()
      if (condition?.is === 'away') await this.#sweep(now)
      const text = JSON.stringify(body)
      const rows = await this.#database.query<schema.CommitRow>(schema.COMMIT, this.#argumentsOf(commit, text, now))
      const done = rows.pop() as Exclude<schema.CommitRow, schema.DowntimeRow>
      await this.#giveBack(rows as schema.DowntimeRow[], now)
      switch (done.status) {
        case 'committed': {
          const { at, version } = done
          this.#writes += 1
          this.#followed.notify({ match, type: 'entry', entry: entry(version, at, actionId, text) })
          if (body.type === 'join' && this.#attendances.goneSince(match, body.seat) !== null) await this.#tellAttendance(match)
          return { status: 'committed', version, at }
        }
        case 'stale':
          return { status: 'stale', version: done.version }
        default:
          return { status: done.status }
      }
    })
  }

  #argumentsOf({ match, version, body, actionId, ends, deadline, condition }: Commit, text: string, now: number): unknown[] {
    const { waitingMs, playingMs, endedMs } = this.#retention
    return [
      ...[match, version, body.seat, actionId ?? null, text, body.type === 'join' ? body.seat : null, ends ?? null],
      ...deadlineArguments(deadline),
      ...this.#conditionArguments(match, condition),
      ...[now, waitingMs, playingMs, endedMs],
    ]
  }

  #conditionArguments(match: string, condition: Commit['condition']): unknown[] {
    if (condition?.is !== 'away') return [condition?.is ?? null, null, null, null]
    return ['away', condition.seat, condition.ms, this.#attendances.goneSince(match, condition.seat)]
  }

  heartbeat(limit: number): Promise<string[]> {
    return this.#steps.do(async () => {
      const { waitingMs, playingMs } = this.#retention
      const now = this.#clock()
      await this.#sweep(now)
      const rows = await this.#database.query<schema.BeatRow>(schema.BEAT, [limit, now, waitingMs, playingMs])
      this.#writes += 1
      await this.#giveBack(rows.filter((row) => row.status === 'downtime'), now)
      return rows.filter(({ status }) => status === 'overdue').map(({ match }) => match)
    })
  }

  /** Time was given back to these matches: who is away from them is told so, and everybody what is now in their logs. */
  async #giveBack(rows: schema.DowntimeRow[], now: number): Promise<void> {
    if (rows.length === 0) return
    await this.#sweep(now)
    for (const { match, version, at, ms } of rows) {
      this.#writes += 1
      this.#attendances.delay(match, ms, now)
      this.#followed.notify({ match, type: 'entry', entry: { version, at, body: { type: 'downtime', ms } } })
      await this.#tellAttendance(match)
    }
  }

  now(): number {
    return this.#clock()
  }

  subscribe(subscriber: LiveSubscriber): void {
    this.#followed.subscribe(subscriber)
  }

  async follow(match: string): Promise<void> {
    this.#database.requireOpen()
    this.#followed.add(match)
  }

  async unfollow(match: string): Promise<void> {
    this.#followed.remove(match)
  }

  connect(match: string, seat: Seat, connection: string, ttlMs: number): Promise<void> {
    return this.#attend(match, (now) => this.#attendances.connect(match, seat, connection, now + ttlMs))
  }

  disconnect(match: string, seat: Seat, connection: string): Promise<void> {
    return this.#attend(match, (now) => this.#attendances.disconnect(match, seat, connection, now))
  }

  reportWatchers(match: string, node: string, watchers: number, ttlMs: number): Promise<void> {
    return this.#attend(match, (now) => this.#attendances.watch(match, node, watchers, now + ttlMs))
  }

  /** Changes who is connected to a match, if there is one. */
  #attend(match: string, change: (now: number) => boolean): Promise<void> {
    return this.#steps.do(async () => {
      const now = this.#clock()
      const seats = await this.#seatsOf(match, now)
      if (seats && change(now)) this.#followed.notify({ match, type: 'attendance', attendance: this.#attendanceOf(match, seats) })
    })
  }

  /** Takes away connections that have expired. */
  async #sweep(now: number): Promise<void> {
    for (const match of this.#attendances.sweep(now)) await this.#tellAttendance(match)
  }

  async #tellAttendance(match: string): Promise<void> {
    if (!this.#followed.has(match)) return
    const seats = await this.#seatsOf(match, this.#clock())
    if (seats) this.#followed.notify({ match, type: 'attendance', attendance: this.#attendanceOf(match, seats) })
  }

  attendance(match: string): Promise<Attendance> {
    return this.#steps.do(async () => {
      const now = this.#clock()
      await this.#sweep(now)
      const seats = await this.#seatsOf(match, now)
      return seats ? this.#attendanceOf(match, seats) : { seats: [], away: {}, watchers: 0 }
    })
  }

  /** Since when each seat has a player; null if there is no such match. */
  async #seatsOf(match: string, now: number): Promise<SeatsRow | null> {
    const [found] = await this.#database.query<SeatsRow>(schema.FIND_SEATS, [match, now])
    return found ?? null
  }

  #attendanceOf(match: string, { seated_0, seated_1 }: SeatsRow): Attendance {
    const absence = (seat: Seat, seated: number | null): Attendance['away'] => {
      const gone = this.#attendances.goneSince(match, seat)
      return seated === null || gone === null ? {} : { [seat]: Math.max(seated, gone) }
    }
    return {
      seats: this.#attendances.seats(match),
      away: { ...absence(0, seated_0), ...absence(1, seated_1) },
      watchers: this.#attendances.watchers(match),
    }
  }

  async say(match: string, room: ChatRoom, line: Omit<ChatLine, 'number' | 'at'>): Promise<ChatLine | null> {
    const parameters = [match, room, JSON.stringify(line), this.#clock()]
    const [said] = await this.#database.query<{ line: string; muted: Seat[] }>(schema.SAY, parameters)
    if (!said) return null
    this.#writes += 1
    this.#followed.notify({ match, type: 'chat', room, line: parseLine(said.line), muted: inOrder(said.muted) })
    return parseLine(said.line)
  }

  async chat(match: string, room: ChatRoom): Promise<ChatLine[]> {
    const lines = await this.#database.query<{ line: string }>(schema.READ_CHAT, [match, room, this.#clock()])
    return lines.map(({ line }) => parseLine(line))
  }

  async mute(match: string, seat: Seat, muted: boolean): Promise<void> {
    await this.#database.query(muted ? schema.MUTE : schema.UNMUTE, [match, seat, this.#clock()])
    this.#writes += 1
  }

  async muted(match: string): Promise<Seat[]> {
    const [found] = await this.#database.query<{ muted: Seat[] }>(schema.READ_MUTED, [match, this.#clock()])
    return inOrder(found?.muted ?? [])
  }

  async offerRematch(match: string, seat: Seat, proposed: MatchHeader): Promise<RematchState | null> {
    const parameters = [match, seat, JSON.stringify(proposed), this.#clock()]
    const [found] = await this.#database.query<RematchRow & { changed: boolean }>(schema.OFFER_REMATCH, parameters)
    if (!found) return null
    this.#writes += 1
    if (found.changed) this.#followed.notify({ match, type: 'rematch', rematch: rematchOf(found) })
    return rematchOf(found)
  }

  async rematch(match: string): Promise<RematchState> {
    const [found] = await this.#database.query<RematchRow>(schema.READ_REMATCH, [match, this.#clock()])
    return found ? rematchOf(found) : { offered: [], next: null }
  }

  async claimEnded(limit: number, leaseMs: number): Promise<string[]> {
    const now = this.#clock()
    const claimed = await this.#database.query<{ id: string }>(schema.CLAIM, [now, limit, now + leaseMs])
    return claimed.map(({ id }) => id)
  }

  async markArchived(match: string): Promise<void> {
    await this.#database.query(schema.SETTLE, [match, this.#clock() + this.#retention.endedMs])
  }

  async backlog(): Promise<number> {
    const [found] = await this.#database.query<{ count: number }>(schema.BACKLOG, [])
    return Number(found!.count)
  }

  async ping(): Promise<void> {
    await this.#database.query('SELECT 1')
  }

  close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    return this.#database.close()
  }
}

interface SeatsRow {
  seated_0: number | null
  seated_1: number | null
}

interface RematchRow {
  offered: Seat[]
  next: string | null
}

const rematchOf = ({ offered, next }: RematchRow): RematchState => ({
  offered: inOrder(offered),
  next: next === null ? null : (JSON.parse(next) as MatchHeader),
})

const inOrder = (seats: Seat[]): Seat[] => [...seats].sort()

const parseLine = (line: string): ChatLine => JSON.parse(line) as ChatLine

function deadlineArguments(deadline: Commit['deadline']): [is: string | null, ms: number | null] {
  if (deadline === undefined) return [null, null]
  if (deadline === null) return ['none', null]
  return 'at' in deadline ? ['at', deadline.at] : ['after', deadline.after]
}

function entry(version: number, at: number, actionId: string | undefined, body: string): Entry {
  return { version, at, ...(actionId !== undefined && { actionId }), body: JSON.parse(body) as EntryBody }
}
