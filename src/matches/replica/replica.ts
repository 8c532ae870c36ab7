import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { LiveStore, MatchNews } from '../../live/index.ts'
import type { CommitAnswer, ViewerStep } from '../../protocol/index.ts'
import { CodedError } from '../../protocol/index.ts'
import type { Entry, EntryBody, Fold, Folded, MatchRecord } from '../../record/index.ts'
import { advance, isAlone, openFold, otherSeat, transitions, Updates } from '../../record/index.ts'
import type { Seat, Viewer } from '../../rules/index.ts'
import { backoff, pause } from '../../time/index.ts'
import type { NewsSources } from '../news/kinds.ts'
import type { Prospect } from '../prospect.ts'
import { prospectOf } from '../prospect.ts'
import { Log } from './log.ts'
import { Notifier } from './notifier.ts'
import { Snapshots } from './snapshots.ts'

/** The pauses between the attempts to read a log (ms). */
const RETRIES = { first: 100, longest: 5_000 }

/** What all replicas of a node share. */
export interface ReplicaParts {
  store: LiveStore
  sources: NewsSources
  logger: Logger
}

/**
 * One match as this node knows it: the store's log, folded. Entries come from the store's publications, from this
 * node's own commits and from reading the log, in any order, late or twice. Each version is applied exactly once and in
 * order.
 */
export class Replica {
  readonly match: string
  readonly notifier: Notifier
  readonly #store: LiveStore
  readonly #logger: Logger
  readonly #closing = new AbortController()
  readonly #log = new Log()
  #snapshots: Snapshots | null = null
  /** Of the entry that this node has judged last. */
  #prospect: Prospect | null = null
  /** Published while the log was read for the first time. */
  #early: MatchNews[] = []
  #reading: Promise<void> | null = null
  #readingNext: Promise<void> | null = null
  /** Something is known to be missing, and has not been asked for. */
  #missing = false
  #catchingUp = false
  #resets = 0
  /** Why this replica is no longer of use. */
  #failure: Error | null = null

  constructor(match: string, { store, sources, logger }: ReplicaParts) {
    this.match = match
    this.#store = store
    this.#logger = logger.child({ match })
    this.notifier = new Notifier({ sources, fold: () => this.fold, logger: this.#logger })
  }

  /**
   * Follows the match and reads its log.
   * @throws CodedError `unknown-match`, `unavailable`; nothing is then left behind.
   */
  async open(): Promise<void> {
    await this.#store.follow(this.match)
    try {
      const record = await this.#store.load(this.match)
      if (!record) throw new CodedError('unknown-match')
      this.#replace(record)
      const early = this.#early
      this.#early = []
      for (const news of early) this.receive(news)
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** @throws Error if the log cannot be folded. */
  #replace(record: MatchRecord): void {
    let fold = openFold(record.header, record.createdAt)
    this.#log.clear()
    for (const { entry, events, after } of transitions(record)) {
      this.#log.append(entry, events)
      fold = after
    }
    this.#snapshots = new Snapshots(fold)
  }

  /** Whether the log was read. */
  get isOpen(): boolean {
    return this.#snapshots !== null
  }

  /** The match at its last known version, with the snapshot of each viewer. */
  get snapshots(): Snapshots {
    return this.#snapshots!
  }

  get fold(): Fold {
    return this.snapshots.fold
  }

  get version(): number {
    return this.fold.version
  }

  /** The time of the last known entry, or of the creation (ms since 1970, the store's time). */
  get lastAt(): number {
    return this.#log.entries.at(-1)?.at ?? this.fold.createdAt
  }

  get record(): MatchRecord {
    const { header, createdAt } = this.fold
    return { header, createdAt, entries: this.#log.entries }
  }

  /** The match with its whole log, which does not change with the replica. */
  get folded(): Folded {
    const { fold, record } = this
    return { fold, record: { ...record, entries: record.entries.slice() }, events: this.#log.events }
  }

  /** How often this replica had entries that the store does not have, and was read again. */
  get resets(): number {
    return this.#resets
  }

  /** What happened after a version, as a viewer could see it. */
  missedSince(version: number, viewer: Viewer): ViewerStep[] {
    return this.#log.stepsAfter(version, viewer)
  }

  /** The answer to a command that this seat has committed before, null if it has not. */
  answeredBefore(seat: Seat, actionId: string): CommitAnswer | null {
    // Whoever plays alone may have had the other seat.
    const other = isAlone(this.fold) ? this.#log.command(otherSeat(seat), actionId) : undefined
    const entry = this.#log.command(seat, actionId) ?? other
    return entry ? { match: this.match, version: entry.version, at: entry.at } : null
  }

  /** The match has expired, or its log cannot be folded: this replica is no longer of use. */
  get hasFailed(): boolean {
    return this.#failure !== null
  }

  /** Takes news from the store. What is known already changes nothing. */
  receive(news: MatchNews): void {
    if (this.#failure) return
    if (!this.#snapshots) this.#early.push(news)
    else if (news.type === 'entry') this.append(news.entry)
    else this.notifier.receive(news)
  }

  /**
   * What is known of an entry that would come next. It is retained, as the entry may indeed come next.
   * @throws CodedError `illegal-action`.
   */
  expect(body: EntryBody): Prospect {
    return (this.#prospect = prospectOf(this.fold, body))
  }

  /** Takes an entry that is committed. After a gap, or one that does not fit, the log is read. */
  append(entry: Entry): void {
    if (this.#failure) return
    const isNext = entry.version === this.version + 1
    // What is missing, or wrong, comes before this entry.
    if (isNext && !this.#catchingUp && this.#apply(entry)) return
    if (!this.#log.has(entry)) this.catchUpInBackground()
  }

  /** False if the entry cannot follow what this node has. */
  #apply(entry: Entry): boolean {
    const before = this.fold
    const prospect = this.#prospect
    const isExpected = prospect?.fold === before && isDeepStrictEqual(prospect.body, entry.body)
    this.#prospect = null
    let next: ReturnType<typeof advance>
    try {
      next = advance(before, entry, isExpected ? prospect.reduction : undefined)
    } catch (error) {
      this.#logger.warn({ err: error, version: entry.version }, 'an entry cannot be applied')
      return false
    }
    const { fold: after, events } = next
    this.#log.append(entry, events)
    this.#snapshots = new Snapshots(after)
    this.notifier.publish({ match: this.match, type: 'entry', updates: new Updates({ entry, before, after, events }) })
    return true
  }

  /**
   * Reads what this node does not have. A call during a read waits for the next one, so whatever was committed before
   * the call is known when it resolves.
   * @throws CodedError `unknown-match`, `unavailable`.
   */
  catchUp(): Promise<void> {
    if (!this.#reading) {
      this.#reading = this.#read().finally(() => {
        this.#reading = null
      })
      return this.#reading
    }
    this.#readingNext ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#readingNext = null
        return this.catchUp()
      })
    return this.#readingNext
  }

  /** The last known entry is read once more: a store that lost entries in a failover has another one, or none. */
  async #read(): Promise<void> {
    const { version } = this
    const entries = await this.#store.entriesAfter(this.match, Math.max(0, version - 1))
    if (!entries) throw this.expired()
    const isBehind = version > 0 && !(entries[0] && this.#log.has(entries[0]))
    const isWhole = !isBehind && entries.every((entry) => entry.version !== this.version + 1 || this.#apply(entry))
    if (isWhole) return
    await this.#readAgain()
    await this.#read()
  }

  /** Replaces what this node has by what the store has, and notifies the viewers. */
  async #readAgain(): Promise<void> {
    const record = await this.#store.load(this.match)
    if (!record) throw this.expired()
    const lost = this.version
    try {
      this.#replace(record)
    } catch (error) {
      this.#failure = new Error('the log of a match cannot be folded', { cause: error })
      this.#logger.error({ err: this.#failure }, 'a match is no longer of use on this node')
      throw this.#failure
    }
    this.#resets += 1
    this.#logger.warn({ from: lost, to: this.version }, 'the store does not have what this node knew of a match')
    this.notifier.publish({ match: this.match, type: 'reset', snapshots: this.snapshots, now: this.#store.now() })
  }

  /**
   * What `judge` returns for the match. If it throws, this node catches up and asks it again: another node may have
   * committed something a moment ago, so a refusal stands only if nothing was missing.
   */
  async judge<T>(judge: (fold: Fold) => T): Promise<T> {
    try {
      return judge(this.fold)
    } catch {
      await this.catchUp()
      return judge(this.fold)
    }
  }

  /** Records that the store does not have this match any more, and notifies the viewers. Returns the error that says so. */
  expired(): CodedError {
    const error = new CodedError('unknown-match')
    if (!this.#failure) {
      this.#failure = error
      this.notifier.publish({ match: this.match, type: 'expired' })
    }
    return error
  }

  /** Catches up in the background, again and again until the store answers. */
  catchUpInBackground(): void {
    this.#missing = true
    if (!this.#catchingUp && !this.#failure) void this.#retryToCatchUp()
  }

  async #retryToCatchUp(): Promise<void> {
    const { signal } = this.#closing
    this.#catchingUp = true
    // What is found missing while the log is read may have come after it.
    for (let failures = 0; this.#missing && !this.#failure && !signal.aborted;) {
      this.#missing = false
      try {
        await this.catchUp()
      } catch (error) {
        this.#missing = true
        failures += 1
        if (!this.#failure) this.#logger.warn({ err: error }, 'the log cannot be read; trying again')
        await pause(backoff(failures, RETRIES), signal)
      }
    }
    this.#catchingUp = false
  }

  /** Waits until nothing is known to be missing. @throws CodedError `unknown-match`, `unavailable`. */
  async caughtUp(): Promise<void> {
    if (this.#catchingUp) await this.catchUp()
    this.requireUsable()
  }

  /** @throws CodedError `unknown-match` if the match has expired; Error if its log cannot be folded. */
  requireUsable(): void {
    if (this.#failure) throw this.#failure
  }

  /** Stops following the match. */
  close(): void {
    this.#closing.abort()
    this.#store.unfollow(this.match).catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'a match could not be unfollowed')
    })
  }
}
