import type { Logger } from 'pino'
import type { LiveStore, LobbyNews, Table, TableStore } from '../live/index.ts'
import type { OpenTable, TablesAnswer, TablesChange, TablesQuery } from '../protocol/index.ts'
import {
  admissionOf,
  CodedError,
  findGameKind,
  gameOptionsOf,
  hasBot,
  ratingKind,
  timeControl,
} from '../protocol/index.ts'
import type { MatchHeader } from '../record/index.ts'
import { kindOf, optionsOf, termsOf } from '../record/index.ts'
import type { BackgroundWork } from '../time/index.ts'
import { startChecks } from './checks.ts'
import type { LobbyMatches, RatingOf } from './matches.ts'
import type { LobbyTimes } from './times.ts'

/** Is notified of the changes of the public list. */
export interface TablesWatcher {
  changed(change: TablesChange): void
}

export interface TablesParts {
  store: TableStore
  live: Pick<LiveStore, 'attendance' | 'now'>
  matches: LobbyMatches
  ratingOf: RatingOf
  logger: Logger
  times: LobbyTimes
}

/** Tables that one host may have, reserved or open. */
export const MOST_TABLES = 5
/** Tables in an answer. */
const MOST_LISTED = 200
/** Tables that a filter searches. */
const MOST_READ = 1_000
/** Tables that one poll checks. */
const MOST_CLAIMED = 200

/**
 * The public list of matches that wait for any opponent. Methods throw CodedError `unavailable` while the store does
 * not answer.
 */
export class Tables {
  readonly #parts: TablesParts
  readonly #watchers = new Set<TablesWatcher>()
  /** The changes that are not sent yet. By match: the table that was opened, null if it was closed. */
  readonly #changes = new Map<string, OpenTable | null>()
  #sending: NodeJS.Timeout | null = null
  /**
   * How often news may have been missed, and up to which of these times the watchers have been sent the whole list
   * since.
   */
  #gaps = { noticed: 0, closed: 0 }
  readonly #polls: BackgroundWork

  constructor(parts: TablesParts) {
    const { times, logger } = parts
    this.#parts = parts
    this.#polls = startChecks({
      claim: () => this.#claim(),
      check: (table) => this.#check(table),
      everyMs: times.poll,
      logger,
      failures: {
        round: 'the list of tables could not be read; the lobby tries again',
        item: 'a table could not be checked; the lobby tries again',
      },
    })
  }

  /**
   * Reserves a table for a match that is about to be created. A table that is never opened is closed by a later poll.
   * @throws CodedError `limit-reached`.
   */
  async reserve(header: MatchHeader): Promise<void> {
    const { store, ratingOf } = this.#parts
    const { id: match, host, bid, series, admits } = header
    const [options, terms] = [optionsOf(header), termsOf(header)]
    const rated = ratingKind(kindOf(header), terms.clock, hasBot([host.player]))
    const rating = rated && (await ratingOf(host.player.id, rated))
    const table = {
      match,
      host: host.player,
      rating,
      seat: host.seat,
      ...(bid !== undefined && { bid: true as const }),
      ...(series && { series: { best: series.best } }),
      ...(admits && { admits }),
      options,
      terms,
    }
    if (await store.reserve(table, MOST_TABLES)) return
    throw new CodedError('limit-reached', `A player has at most ${MOST_TABLES} open tables.`, { limit: MOST_TABLES })
  }

  /** Adds a match that was created to the list. */
  async open({ id, code }: MatchHeader): Promise<void> {
    await this.#parts.store.open(id, code)
  }

  /** Removes a match from the list. */
  async close(match: string): Promise<void> {
    await this.#parts.store.close(match)
  }

  /** The newest tables that match a query. */
  async list({ kind, clock, rated, bots }: TablesQuery = {}): Promise<TablesAnswer> {
    const tables = (await this.#parts.store.list(MOST_READ))
      .flatMap((table) => openTable(table) ?? [])
      .filter(
        (table) =>
          (kind === undefined || table.kind === kind) &&
          (clock === undefined || table.terms.clock === clock) &&
          (rated === undefined || table.terms.rated === rated) &&
          (bots === undefined || hasBot([table.host]) === bots),
      )
    return { tables: tables.slice(0, MOST_LISTED) }
  }

  /**
   * Answers the list, and notifies the watcher of all changes from then on, until `stop` is called. The watcher may be
   * notified before the caller has the answer, and of changes that the answer contains.
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

  // Changes ---------------------------------------------------------------------------------------------------------

  /** Takes the news of the store. */
  news(news: LobbyNews): void {
    if (news.type === 'opened') this.#change(news.table.match, openTable(news.table))
    if (news.type === 'closed') this.#change(news.match, null)
  }

  /** News may have been missed: the watchers are sent the whole list. */
  interrupted(): void {
    this.#gaps.noticed += 1
    // The list that is read now contains the changes so far.
    this.#changes.clear()
    this.#polls.notify()
  }

  #change(match: string, table: OpenTable | null): void {
    // Only the last change of a table counts.
    this.#changes.delete(match)
    this.#changes.set(match, table)
    this.#sending ??= setTimeout(() => this.#sendChanges(), this.#parts.times.tableChanges).unref()
  }

  /** Changes wait while the whole list is to be sent: the list may be older, and must come first. */
  #sendChanges(): void {
    this.#sending = null
    if (this.#hasGap || this.#changes.size === 0) return
    const changes = [...this.#changes]
    this.#changes.clear()
    this.#send({
      opened: changes.flatMap(([, table]) => table ?? []),
      closed: changes.filter(([, table]) => !table).map(([match]) => match),
    })
  }

  get #hasGap(): boolean {
    return this.#gaps.closed < this.#gaps.noticed
  }

  async #sendWhole(): Promise<void> {
    const { noticed } = this.#gaps
    const { tables } = await this.list()
    this.#gaps.closed = noticed
    this.#send({ opened: tables, closed: [], whole: true })
    this.#sendChanges()
  }

  #send(change: TablesChange): void {
    for (const watcher of this.#watchers) watcher.changed(change)
  }

  // Maintenance -----------------------------------------------------------------------------------------------------

  /** Sends the whole list if necessary. Closes tables whose match no longer waits, or whose host is away. */
  /** Claims tables to check, once the watchers have what they may have missed. */
  async #claim(): Promise<Table[]> {
    const { store, times } = this.#parts
    if (this.#hasGap) await this.#sendWhole()
    return store.claim(MOST_CLAIMED, times.tableCheck)
  }

  async #check(table: Table): Promise<void> {
    const { matches, logger } = this.#parts
    const { match, code } = table
    const waits = code !== undefined && (await matches.isWaiting(match))
    if (waits && !(await this.#isDeserted(table))) return
    if (waits) {
      logger.info({ match }, 'an open table is closed because its host is away')
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

  /** Sends nothing more. Resolves when what was begun is done. */
  async stop(): Promise<void> {
    this.#watchers.clear()
    if (this.#sending) clearTimeout(this.#sending)
    await this.#polls.stop()
  }
}

/**
 * What every client may know of a table: not its code, and not the seat in a match that is rated or has bids. Null if its
 * kind of game is one of a later version, whose nodes replace the others one after the other: only they show it.
 */
function openTable({
  match,
  host,
  rating,
  seat,
  bid,
  series,
  admits,
  options,
  terms,
  createdAt,
}: Table): OpenTable | null {
  const kind = findGameKind(options)
  return (
    kind && {
      match,
      host,
      ...(rating && { rating }),
      ...(!terms.rated && !bid && { seat }),
      ...(bid && { bid }),
      ...(series && { series: { best: series.best } }),
      ...(admits && { admits: admissionOf(admits) }),
      kind,
      options: gameOptionsOf(options),
      terms,
      createdAt,
    }
  )
}
