import type { Logger } from 'pino'
import type { LiveStore, LobbyStore, Table } from '../live/index.ts'
import { CodedError, gameKindOf, gameOptionsOf, ratingKind, timeControl } from '../protocol/index.ts'
import type { OpenTable, TablesAnswer, TablesChange, TablesQuery } from '../protocol/index.ts'
import { kindOf, optionsOf, termsOf } from '../record/index.ts'
import type { MatchHeader } from '../record/index.ts'
import { logFailure } from './failures.ts'
import type { LobbyMatches, RatingOf } from './matches.ts'
import { forEach } from './tasks.ts'
import type { LobbyTimes } from './times.ts'

/** Is told what changes in the list. */
export interface TablesWatcher {
  changed(change: TablesChange): void
}

export interface TablesParts {
  store: LobbyStore
  live: Pick<LiveStore, 'findByCode' | 'attendance' | 'now'>
  matches: LobbyMatches
  ratingOf: RatingOf
  logger: Logger
  times: LobbyTimes
}

/** Open tables of one host. */
export const MOST_TABLES = 5
const MOST_LISTED = 200
/** Tables among which a filter looks. */
const MOST_READ = 1_000
/** Tables looked after in one look, and at once. */
const MOST_CLAIMED = 200
const AT_ONCE = 16

/** The public list of matches that wait for anybody. Methods throw CodedError `unavailable` while the store does not answer. */
export class Tables {
  readonly #parts: TablesParts
  readonly #watchers = new Set<TablesWatcher>()
  /** What is still to be told: by match, the table that was opened, null if it was closed. */
  readonly #changes = new Map<string, OpenTable | null>()
  #telling: NodeJS.Timeout | null = null
  /** How often changes may have been missed, and up to which of those times the whole list was told since. */
  #gaps = { noticed: 0, closed: 0 }
  #looking: Promise<void> | null = null
  #closed = false

  constructor(parts: TablesParts) {
    this.#parts = parts
  }

  /**
   * Keeps room for a match that is about to be created. It is listed once it is opened; if it is not, it is forgotten.
   * @throws CodedError `limit-reached`.
   */
  async reserve(header: MatchHeader): Promise<void> {
    const { store, ratingOf } = this.#parts
    const { id: match, host } = header
    const [options, terms] = [optionsOf(header), termsOf(header)]
    const rated = ratingKind(kindOf(header), terms.clock)
    const rating = rated && (await ratingOf(host.player.id, rated))
    if (await store.reserveTable({ match, host: host.player, rating, seat: host.seat, options, terms }, MOST_TABLES)) return
    throw new CodedError('limit-reached', `A player has at most ${MOST_TABLES} open tables.`, { limit: MOST_TABLES })
  }

  /** Lists a match that was created. */
  async open({ id, code }: MatchHeader): Promise<void> {
    await this.#parts.store.openTable(id, code)
  }

  /** Lists a match no more. */
  async close(match: string): Promise<void> {
    await this.#parts.store.closeTable(match)
  }

  /** The newest tables that a client asks for. */
  async list({ kind, clock, rated }: TablesQuery = {}): Promise<TablesAnswer> {
    const tables = (await this.#parts.store.tables(MOST_READ)).filter(
      ({ options, terms }) =>
        (kind === undefined || gameKindOf(options) === kind) &&
        (clock === undefined || terms.clock === clock) &&
        (rated === undefined || terms.rated === rated),
    )
    return { tables: tables.slice(0, MOST_LISTED).map(openTable) }
  }

  /**
   * The list, and all changes from there on for the watcher, until `stop`. He may be told of some before the caller sees the
   * answer, and of some that the answer has already.
   */
  async watch(watcher: TablesWatcher): Promise<{ answer: TablesAnswer; stop: () => void }> {
    this.#watchers.add(watcher)
    try {
      return { answer: await this.list(), stop: () => void this.#watchers.delete(watcher) }
    } catch (error) {
      this.#watchers.delete(watcher)
      throw error
    }
  }

  // What the store tells ---------------------------------------------------------------------------------------------

  opened(table: Table): void {
    this.#change(table.match, openTable(table))
  }

  closed(match: string): void {
    this.#change(match, null)
  }

  interrupted(): void {
    this.#gaps.noticed += 1
    // What came before is in the list that is read now.
    this.#changes.clear()
    this.look()
  }

  #change(match: string, table: OpenTable | null): void {
    // What comes last is what is to be known.
    this.#changes.delete(match)
    this.#changes.set(match, table)
    this.#telling ??= setTimeout(() => this.#tellChanges(), this.#parts.times.tell).unref()
  }

  /** Not while the whole list is to be told, which may be older than they are: it goes first. */
  #tellChanges(): void {
    this.#telling = null
    if (this.#isUnsure || this.#changes.size === 0) return
    const changes = [...this.#changes]
    this.#changes.clear()
    this.#tell({
      opened: changes.flatMap(([, table]) => table ?? []),
      closed: changes.filter(([, table]) => !table).map(([match]) => match),
    })
  }

  get #isUnsure(): boolean {
    return this.#gaps.closed < this.#gaps.noticed
  }

  async #tellWhole(): Promise<void> {
    const { noticed } = this.#gaps
    const { tables } = await this.list()
    this.#gaps.closed = noticed
    this.#tell({ opened: tables, closed: [], whole: true })
    this.#tellChanges()
  }

  #tell(change: TablesChange): void {
    for (const watcher of this.#watchers) watcher.changed(change)
  }

  // Tables that nobody closes ----------------------------------------------------------------------------------------

  /** Looks after tables: those whose match no longer waits go, and those whose host does not. */
  look(): void {
    if (!this.#closed) this.#looking ??= this.#look().finally(() => (this.#looking = null))
  }

  async #look(): Promise<void> {
    const { store, logger, times } = this.#parts
    try {
      if (this.#isUnsure) await this.#tellWhole()
      await forEach(await store.claimTables(MOST_CLAIMED, times.tableLook), AT_ONCE, (table) =>
        this.#lookAfter(table).catch((error: unknown) => {
          logFailure(logger, error, 'a table could not be looked after; it is tried again')
        }),
      )
    } catch (error) {
      logFailure(logger, error, 'the list of tables could not be read; it is tried again')
    }
  }

  async #lookAfter(table: Table): Promise<void> {
    const { live, matches, logger } = this.#parts
    const { match, code } = table
    const waits = code !== undefined && (await live.findByCode(code)) === match
    if (waits && !(await this.#isDeserted(table))) return
    if (waits) {
      logger.info({ match }, 'the host of an open table is gone')
      await matches.cancel(match)
    }
    await this.close(match)
  }

  async #isDeserted({ match, seat, terms }: Table): Promise<boolean> {
    if (timeControl(terms.clock).pace === 'correspondence') return false
    const { live, times } = this.#parts
    const { away } = await live.attendance(match)
    return away[seat] !== undefined && live.now() - away[seat] >= times.hostAway
  }

  /** Tells nothing more. Resolves when what was begun is done. */
  async stop(): Promise<void> {
    this.#closed = true
    this.#watchers.clear()
    if (this.#telling) clearTimeout(this.#telling)
    await this.#looking
  }
}

/** What everybody may know of a table. */
const openTable = ({ match, host, rating, seat, options, terms, createdAt }: Table): OpenTable => ({
  match, host, ...(rating && { rating }), seat, kind: gameKindOf(options), options: gameOptionsOf(options), terms, createdAt,
})
