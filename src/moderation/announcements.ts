import type { Logger } from 'pino'
import type { Database, Prisma } from '../database/index.ts'
import { isUnavailable } from '../database/index.ts'
import type { Announced, NoticeRequest, PauseRequest, PlayerRef } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import { BackgroundWork } from '../time/index.ts'
import type { NewMeasure } from './measures.ts'
import { takeMeasure } from './measures.ts'
import { requireModerator } from './roles.ts'

/** Between two reads of what is announced (ms). */
const EVERY_MS = 3_000

export interface AnnouncementsParts {
  database: Database
  log: Logger
  everyMs?: number
}

/**
 * What the server tells everybody: a notice, and that new matches are paused. Each node reads it again and again, and tells its
 * own connections when it has changed. While the database does not answer, what was read last counts.
 */
export class Announcements {
  readonly #database: Database
  readonly #polls: BackgroundWork
  readonly #listeners = new Set<(announced: Announced) => void>()
  #now: Announced = {}

  constructor({ database, log, everyMs = EVERY_MS }: AnnouncementsParts) {
    this.#database = database
    this.#polls = new BackgroundWork({
      round: () => this.#read(),
      everyMs,
      failed: (error) => {
        if (!isUnavailable(error)) log.error({ err: error }, 'what is announced cannot be read')
      },
    })
  }

  /** What everybody is told now. */
  get current(): Announced {
    return this.#now
  }

  /** Requires that new matches can begin. @throws CodedError `paused` with details.why */
  readonly requireOpen = (): void => {
    const { paused } = this.#now
    if (paused) throw new CodedError('paused', undefined, { why: paused.why })
  }

  /** Calls with each change. */
  subscribe(listener: (announced: Announced) => void): void {
    this.#listeners.add(listener)
  }

  /** Tells everybody something. @throws CodedError `moderator-needed`, `unavailable` */
  async notify(moderator: PlayerRef, { text, until }: NoticeRequest): Promise<Announced> {
    await requireModerator(this.#database, moderator.id)
    const row = { text, at: new Date(), until: until === undefined ? null : new Date(until) }
    return this.#change(async (tx) => {
      await set(tx, 'notice', row)
      return { moderator, type: 'notice', why: text, until }
    })
  }

  /** Tells nobody anything any longer. @throws CodedError `moderator-needed`, `unavailable` */
  async withdraw(moderator: PlayerRef): Promise<void> {
    await requireModerator(this.#database, moderator.id)
    await this.#change(async (tx) => {
      const [notice] = await tx.$queryRaw<Pick<Row, 'text' | 'until'>[]>`
        DELETE FROM announcements WHERE type = 'notice' RETURNING text, until`
      return notice && isInForce(notice) ? { moderator, type: 'withdraw', why: notice.text } : null
    })
  }

  /** Pauses new matches, or lets them begin again. @throws CodedError `moderator-needed`, `unavailable` */
  async pause(moderator: PlayerRef, { paused, why }: PauseRequest): Promise<Announced> {
    await requireModerator(this.#database, moderator.id)
    return this.#change(async (tx) => {
      if (paused) await set(tx, 'pause', { text: why, at: new Date(), until: null })
      else await tx.announcement.deleteMany({ where: { type: 'pause' } })
      return { moderator, type: paused ? 'pause' : 'resume', why }
    })
  }

  /** Changes what is announced. The change says what it is in the audit log; null if it has changed nothing. */
  async #change(change: (tx: Prisma.TransactionClient) => Promise<NewMeasure | null>): Promise<Announced> {
    await takeMeasure(this.#database, change)
    await this.#read()
    return this.#now
  }

  async #read(): Promise<void> {
    const rows = await this.#database.use((db) => db.announcement.findMany())
    const now = announcedOf(rows.filter(isInForce))
    if (JSON.stringify(now) === JSON.stringify(this.#now)) return
    this.#now = now
    for (const listener of this.#listeners) listener(now)
  }

  /** Reads nothing after this. */
  close(): Promise<void> {
    return this.#polls.stop()
  }
}

type Row = Prisma.AnnouncementGetPayload<object>

const isInForce = ({ until }: Pick<Row, 'until'>): boolean => until === null || until.getTime() > Date.now()

const set = (tx: Prisma.TransactionClient, type: string, row: Omit<Row, 'type'>): Promise<unknown> =>
  tx.announcement.upsert({ where: { type }, create: { type, ...row }, update: row })

function announcedOf(rows: readonly Row[]): Announced {
  const of = (type: string) => rows.find((row) => row.type === type)
  const [notice, pause] = [of('notice'), of('pause')]
  return {
    ...(notice && {
      notice: {
        text: notice.text,
        at: notice.at.getTime(),
        ...(notice.until && { until: notice.until.getTime() }),
      },
    }),
    ...(pause && { paused: { why: pause.text, since: pause.at.getTime() } }),
  }
}
