import type { Logger } from 'pino'
import { FollowedMatches } from '../followed-matches.ts'
import type { Change, Transaction } from '../machine/index.ts'
import { commands, Machine, MachineStore } from '../machine/index.ts'
import type { LiveSubscriber } from '../news.ts'
import type { LiveStore, Retention } from '../port.ts'
import { OUTAGE_MS } from '../port.ts'
import { steadyClock } from './clock.ts'
import { openFolder } from './folder.ts'
import type { Files } from './journal/files.ts'
import { filesOf } from './journal/files.ts'
import { Journal } from './journal/journal.ts'
import { VersionList } from './journal/versions.ts'
import { Pipeline } from './pipeline.ts'

export interface EmbeddedOptions {
  /** The folder of the journal, for one process at a time. It is created if it does not exist, for its owner alone. */
  dir: string
  retention: Retention
  /** The host's clock (ms since 1970). */
  clock?: () => number
  log?: Logger
  tuning?: Partial<EmbeddedTuning>
}

export interface EmbeddedTuning {
  /** The journal is compacted when it is longer than this (bytes), and twice as long as after the last compaction. */
  compactionBytes: number
  /** How often (ms) expired connections and matches are removed, and the repair of a failed journal is tried. */
  maintainMs: number
}

const TUNING: EmbeddedTuning = { compactionBytes: 4 << 20, maintainMs: 1_000 }

/**
 * Live matches in this process, for a single node: a state machine behind a journal.
 *
 * A commit is on the disk before it is acknowledged, published or read: it survives `kill -9` and a power cut. While
 * the disk is full or fails, everything that would change a match is `unavailable`; reading and connecting go on. The
 * store tries to write again every second.
 * @throws Error if another process uses the folder, or it holds what can't be opened.
 */
export async function openEmbeddedStore(options: EmbeddedOptions): Promise<LiveStore> {
  const { dir } = options
  try {
    const unlock = await openFolder(dir)
    try {
      return await openOnFiles(filesOf(dir), unlock, options)
    } catch (error) {
      await unlock()
      throw error
    }
  } catch (error) {
    throw new Error(`The live matches in ${dir} can't be opened: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * The same on files that only this process uses.
 * @param release is called when the store is closed.
 */
export async function openOnFiles(
  files: Files,
  release: () => Promise<void>,
  { dir, retention, clock = Date.now, log, tuning }: EmbeddedOptions,
): Promise<LiveStore> {
  const { compactionBytes, maintainMs } = { ...TUNING, ...tuning }
  const machine = new Machine({ retention, outageMs: OUTAGE_MS })
  const versions = new VersionList({ files, folder: dir, log })
  const journal = await Journal.open(
    { files, folder: dir, compactionBytes, log, replacing: (before, next) => versions.replace(before, next) },
    (payload) => {
      for (const change of JSON.parse(payload) as Change[]) machine.restore(change)
    },
    (found) => versions.check(found && { salt: found.salt, count: found.next }, (match) => machine.versionOf(match)),
  )
  await versions.begin(journal.frames, machine.versions())
  return new EmbeddedStore({
    machine,
    journal,
    versions,
    clock: steadyClock(clock, machine.time),
    maintainMs,
    release,
    log,
  })
}

interface EmbeddedParts {
  machine: Machine
  journal: Journal
  versions: VersionList
  clock: () => number
  maintainMs: number
  release: () => Promise<void>
  log: Logger | undefined
}

class EmbeddedStore extends MachineStore implements LiveStore {
  readonly #clock: () => number
  readonly #followed: FollowedMatches
  readonly #pipeline: Pipeline
  readonly #timer: NodeJS.Timeout
  readonly #release: () => Promise<void>
  #closing: Promise<void> | null = null

  constructor({ machine, journal, versions, clock, maintainMs, release, log }: EmbeddedParts) {
    super()
    this.#clock = clock
    this.#release = release
    this.#followed = new FollowedMatches(log)
    machine.begin(clock())
    this.#pipeline = new Pipeline({
      machine,
      journal,
      versions,
      clock,
      publish: (news) => this.#followed.notify(news),
      log,
    })
    this.#timer = setInterval(() => void this.#maintain(), maintainMs).unref()
  }

  /** What fails is done the next time. */
  async #maintain(): Promise<void> {
    const pipeline = this.#pipeline
    await Promise.allSettled([pipeline.ask(commands.sweep), this.#removeExpired(), pipeline.repair()])
  }

  async #removeExpired(): Promise<void> {
    const expired = await this.#pipeline.change(commands.removeExpired)
    for (const match of expired) this.#followed.interrupted(match)
  }

  protected ask<Result>(command: (tx: Transaction) => Result): Promise<Result> {
    return this.#pipeline.ask(command)
  }

  protected change<Result>(command: (tx: Transaction) => Result): Promise<Result> {
    return this.#pipeline.change(command)
  }

  now(): number {
    return this.#clock()
  }

  subscribe(subscriber: LiveSubscriber): void {
    this.#followed.subscribe(subscriber)
  }

  async follow(match: string): Promise<void> {
    this.#pipeline.requireOpen()
    this.#followed.add(match)
  }

  async unfollow(match: string): Promise<void> {
    this.#followed.remove(match)
  }

  async ping(): Promise<void> {
    this.#pipeline.requireSound()
  }

  close(): Promise<void> {
    clearInterval(this.#timer)
    return (this.#closing ??= this.#stop())
  }

  async #stop(): Promise<void> {
    try {
      await this.#pipeline.close()
    } finally {
      await this.#release()
    }
  }
}
