import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { CodedError } from '../../protocol/index.ts'
import type { Change, Machine, Outcome, Transaction } from '../machine/index.ts'
import type { MatchNews } from '../news.ts'
import { unavailable } from '../unavailable.ts'
import type { Checkpoint, Journal } from './journal/journal.ts'
import type { VersionList } from './journal/versions.ts'

/** The length (characters) of one part of a checkpoint. Between two parts the event loop is free. */
const SLICE = 1 << 18

/** An outcome that is withheld until all changes before it are durable. */
interface Held {
  outcome: Outcome<unknown>
  release: () => void
  reject: (error: Error) => void
}

export interface PipelineParts {
  machine: Machine
  journal: Journal
  versions: VersionList
  /** The machine's time (ms since 1970). */
  clock: () => number
  publish: (news: MatchNews) => void
  log: Logger | undefined
}

/**
 * Runs commands in the machine, and answers each of them once all changes up to then are durable: no answer and no news
 * shows what a power cut could undo. The changes of one tick of the event loop are one batch, and so are all changes
 * that are made while a batch is written. If a batch can't be written, everything that is not durable is undone and
 * refused.
 */
export class Pipeline {
  readonly #parts: PipelineParts
  #held: Held[] = []
  #flushing: Promise<void> | null = null
  #failure: CodedError | null = null
  #repairing: Promise<void> | null = null
  #closed = false

  constructor(parts: PipelineParts) {
    this.#parts = parts
  }

  /** Runs a command that changes nothing durable. @throws CodedError `unavailable` once closed. */
  async ask<Result>(command: (tx: Transaction) => Result): Promise<Result> {
    this.requireOpen()
    return this.#do(command)
  }

  /** Runs any command. @throws CodedError `unavailable` once closed, and while the journal can't be written. */
  async change<Result>(command: (tx: Transaction) => Result): Promise<Result> {
    this.requireSound()
    return this.#do(command)
  }

  /** @throws CodedError `unavailable` once closed. */
  requireOpen(): void {
    if (this.#closed) throw unavailable(new Error('the store is closed'))
  }

  /** @throws CodedError `unavailable` once closed, and while the journal can't be written. */
  requireSound(): void {
    this.requireOpen()
    if (this.#failure) throw this.#failure
  }

  #do<Result>(command: (tx: Transaction) => Result): Promise<Result> {
    const { machine, clock, publish } = this.#parts
    const outcome = machine.run(clock(), command)
    return new Promise((resolve, reject) => {
      const release = (): void => {
        for (const news of outcome.news) publish(news)
        resolve(outcome.result)
      }
      if (outcome.changes.length === 0 && !this.#flushing) {
        release()
      } else {
        this.#held.push({ outcome, release, reject })
        this.#flushing ??= this.#flush()
      }
    })
  }

  async #flush(): Promise<void> {
    while (this.#held.length > 0) {
      await nextTurn()
      const batch = this.#held.splice(0)
      const changes = batch.flatMap(({ outcome }) => outcome.changes)
      try {
        if (changes.length > 0) await this.#parts.journal.append(payloadOf(changes), this.#checkpoint)
      } catch (error) {
        this.#fail([...batch, ...this.#held.splice(0)], error)
        break
      }
      const versions = new Map(batch.flatMap(({ outcome }) => [...outcome.versions]))
      if (versions.size > 0) await this.#parts.versions.add(this.#parts.journal.frames, versions)
      for (const { release } of batch) release()
    }
    this.#flushing = null
  }

  /** Undoes and refuses what is not durable. */
  #fail(held: Held[], cause: unknown): void {
    this.#failure = unavailable(cause)
    const message = 'live matches cannot be written to the disk: changes are refused until they can'
    this.#parts.log?.error({ err: cause }, message)
    for (const { outcome } of held.toReversed()) outcome.undo()
    for (const { reject } of held) reject(this.#failure)
  }

  readonly #checkpoint: Checkpoint = () => slices(this.#parts.machine.checkpoint())

  /** After a failure: tries to make the journal writable. A caller repeats this until it succeeds. */
  async repair(): Promise<void> {
    if (!this.#failure || this.#closed) return
    this.#repairing ??= this.#parts.journal.repair(this.#checkpoint).finally(() => {
      this.#repairing = null
    })
    try {
      await this.#repairing
      if (!this.#failure) return
      this.#failure = null
      this.#parts.log?.info('live matches can be written to the disk again')
    } catch (error) {
      this.#failure = unavailable(error)
    }
  }

  /** Resolves when all commands are answered. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#flushing
    await this.#repairing?.catch(() => undefined)
    await this.#parts.versions.close()
    await this.#parts.journal.close()
  }
}

const payloadOf = (changes: readonly string[]): string => `[${changes.join()}]`

/** Payloads of about the same length, made one at a time. */
function* slices(changes: Iterable<Change>): Iterable<string> {
  let slice: string[] = []
  let length = 0
  for (const change of changes) {
    const text = JSON.stringify(change)
    slice.push(text)
    length += text.length
    if (length < SLICE) continue
    yield payloadOf(slice)
    slice = []
    length = 0
  }
  if (slice.length > 0) yield payloadOf(slice)
}
