import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { Attendance, LiveStore } from '../live/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { ChatMessage, ChatRoom, Rematch } from '../protocol/index.ts'
import { advance, foldRecord } from '../record/index.ts'
import type { Entry, Fold, MatchRecord } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import { Crowd } from './crowd.ts'
import { Position, Step } from './step.ts'

/** Who is told of what happens to a match. */
export interface FeedListener {
  step(step: Step): void
  attendance?(attendance: Attendance): void
  chat?(message: ChatMessage, muted: readonly Seat[]): void
  rematch?(rematch: Rematch): void
}

const NOBODY: Attendance = { seats: [], away: {}, watchers: 0 }

const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5_000

/**
 * One match as this node knows it: the store's log, folded. Entries come from the store's publications, from this node's own
 * commits and from reading the log, in any order, late or twice; each version is applied exactly once and in order.
 */
export class Feed {
  readonly match: string
  /** Who is told at once. */
  readonly listeners = new Set<FeedListener>()
  /** Who is told a moment later. */
  readonly onlookers = new Crowd<FeedListener>()
  readonly #store: LiveStore
  readonly #logger: Logger
  readonly #closing = new AbortController()
  #entries: Entry[] = []
  #position: Position | null = null
  /** Published while the log was first read. */
  #early: Entry[] = []
  #reading: Promise<void> | null = null
  #readingNext: Promise<void> | null = null
  /** Something is known to be missing, and not yet asked for. */
  #missing = false
  #chasing = false
  /** Why this feed is of no more use. */
  #lost: Error | null = null
  #attendance = NOBODY
  #attendanceTold = 0
  /** By room, the number of the last line that was told. */
  readonly #said = new Map<ChatRoom, number>()

  constructor(match: string, store: LiveStore, logger: Logger) {
    this.match = match
    this.#store = store
    this.#logger = logger.child({ match })
  }

  /**
   * Follows the match and reads it.
   * @throws CodedError `unknown-match`, `unavailable`; nothing is then left behind.
   */
  async open(): Promise<void> {
    await this.#store.follow(this.match)
    try {
      const record = await this.#store.load(this.match)
      if (!record) throw new CodedError('unknown-match')
      this.#entries = record.entries
      this.#position = new Position(foldRecord(record))
      const early = this.#early
      this.#early = []
      for (const entry of early) this.receive(entry)
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** The match at its last known version. */
  get position(): Position {
    return this.#position!
  }

  get fold(): Fold {
    return this.position.fold
  }

  get version(): number {
    return this.fold.version
  }

  get record(): MatchRecord {
    const { header, createdAt } = this.fold
    return { header, createdAt, entries: this.#entries }
  }

  /** The match has expired, or its log cannot be folded: this feed is of no more use. */
  get lost(): boolean {
    return this.#lost !== null
  }

  /** Who is connected, as last heard. */
  get attendance(): Attendance {
    return this.#attendance
  }

  /** Takes an entry, from wherever it comes. What is known already changes nothing; after a gap the log is read. */
  receive(entry: Entry): void {
    if (this.#lost) return
    if (!this.#position) this.#early.push(entry)
    else if (entry.version === this.version + 1) this.#apply(entry)
    else if (entry.version > this.version) this.chase()
  }

  #apply(entry: Entry): void {
    const before = this.position
    let step: Step
    try {
      const { fold, events } = advance(before.fold, entry)
      step = new Step(before, new Position(fold), entry, events)
    } catch (error) {
      this.#lost = new Error(`version ${entry.version} of the log cannot be applied`, { cause: error })
      this.#logger.error({ err: this.#lost }, 'a match is lost on this node')
      return
    }
    this.#entries.push(entry)
    this.#position = step.after
    this.#tellAll((listener) => listener.step(step))
  }

  /**
   * Reads what this node does not have. A call during a read waits for the next one, so whatever was committed before the
   * call is known when it resolves.
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

  async #read(): Promise<void> {
    const entries = await this.#store.entriesAfter(this.match, this.version)
    if (!entries) throw this.expired()
    for (const entry of entries) if (entry.version === this.version + 1 && !this.#lost) this.#apply(entry)
    if (this.#lost) throw this.#lost
  }

  /**
   * What `judge` says of the match. Its refusal stands only if nothing is behind it that this node did not know: another may have
   * committed something a moment ago.
   */
  async judged<T>(judge: (fold: Fold) => T): Promise<T> {
    try {
      return judge(this.fold)
    } catch {
      await this.catchUp()
      return judge(this.fold)
    }
  }

  /** The store has no such match any more. */
  expired(): CodedError {
    const error = new CodedError('unknown-match')
    this.#lost ??= error
    return error
  }

  /** Catches up in the background, again and again until the store answers. */
  chase(): void {
    this.#missing = true
    if (!this.#chasing && !this.#lost) void this.#chase()
  }

  async #chase(): Promise<void> {
    const { signal } = this.#closing
    this.#chasing = true
    // What is found missing while the log is read may have come after it.
    for (let wait = FIRST_RETRY_MS; this.#missing && !this.#lost && !signal.aborted; ) {
      this.#missing = false
      try {
        await this.catchUp()
      } catch (error) {
        this.#missing = true
        if (!this.#lost) this.#logger.warn({ err: error }, 'the log cannot be read; trying again')
        await delay(wait, undefined, { ref: false, signal }).catch(() => undefined)
        wait = Math.min(wait * 2, LAST_RETRY_MS)
      }
    }
    this.#chasing = false
  }

  /** Waits until nothing is known to be missing. @throws CodedError `unknown-match`, `unavailable`. */
  async whole(): Promise<void> {
    if (this.#chasing) await this.catchUp()
    if (this.#lost) throw this.#lost
  }

  /** Takes who is connected, as published; tells it on if it is other than before. */
  tellAttendance(attendance: Attendance): void {
    this.#attendanceTold += 1
    if (isDeepStrictEqual(attendance, this.#attendance)) return
    this.#attendance = attendance
    this.#tellAll((listener) => listener.attendance?.(attendance))
  }

  /** Asks the store who is connected; what is published meanwhile is newer than its answer. */
  async askAttendance(): Promise<void> {
    const told = this.#attendanceTold
    const attendance = await this.#store.attendance(this.match)
    if (told === this.#attendanceTold) this.tellAttendance(attendance)
  }

  /** Tells what was said, once. */
  tellChat(message: ChatMessage, muted: readonly Seat[]): void {
    const { room, line } = message
    if (line.number <= (this.#said.get(room) ?? 0)) return
    this.#said.set(room, line.number)
    this.#tellAll((listener) => listener.chat?.(message, muted))
  }

  tellRematch(rematch: Rematch): void {
    this.#tellAll((listener) => listener.rematch?.(rematch))
  }

  /** Whether anybody is told of what happens. */
  get isWatched(): boolean {
    return this.listeners.size + this.onlookers.size > 0
  }

  #tellAll(tell: (listener: FeedListener) => void): void {
    for (const listener of [...this.listeners]) this.#guarded(() => tell(listener))
    this.onlookers.tell((listener) => this.#guarded(() => tell(listener)))
  }

  /** One listener's fault is not another's. */
  #guarded(tell: () => void): void {
    try {
      tell()
    } catch (error) {
      this.#logger.error({ err: error }, 'a listener of a match failed')
    }
  }

  /** Stops following. */
  close(): void {
    this.#closing.abort()
    this.#store.unfollow(this.match).catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'a match could not be unfollowed')
    })
  }
}
