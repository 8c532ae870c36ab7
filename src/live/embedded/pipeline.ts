import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { CodedError } from '../../protocol/index.ts'
import type { Change, Machine, Outcome, Step } from '../machine/index.ts'
import type { MatchNews } from '../news.ts'
import { unavailable } from '../unavailable.ts'
import type { Journal, Snapshot } from './journal/journal.ts'

/** As much of a snapshot (characters) is made at a time: in between the server does other things. */
const SLICE = 1 << 18

/** An outcome that nobody is told of until all before it is durable. */
interface Held {
  outcome: Outcome<unknown>
  release: () => void
  reject: (error: Error) => void
}

export interface PipelineParts {
  machine: Machine
  journal: Journal
  /** The machine's time (ms since 1970). */
  clock: () => number
  publish: (news: MatchNews) => void
  log: Logger | undefined
}

/**
 * Does commands in the machine, and answers them once all changes up to then are durable: nobody is told what a power cut could
 * undo. The changes of one turn of the event loop, or of the time that the last batch took, are one batch. If a batch can't be
 * written, all that is not durable is taken back, as if it had never been asked for, and refused.
 */
export class Pipeline {
  readonly #parts: PipelineParts
  #held: Held[] = []
  #flushing: Promise<void> | null = null
  #failure: CodedError | null = null
  #mending: Promise<void> | null = null
  #closed = false

  constructor(parts: PipelineParts) {
    this.#parts = parts
  }

  /** Does a command that changes nothing that outlives the process. @throws CodedError `unavailable` once closed. */
  async ask<Result>(command: (step: Step) => Result): Promise<Result> {
    this.requireOpen()
    return this.#do(command)
  }

  /** Does any command. @throws CodedError `unavailable` once closed, and while the journal can't be written. */
  async change<Result>(command: (step: Step) => Result): Promise<Result> {
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

  #do<Result>(command: (step: Step) => Result): Promise<Result> {
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
        if (changes.length > 0) await this.#parts.journal.append(payloadOf(changes), this.#snapshot)
      } catch (error) {
        this.#fail([...batch, ...this.#held.splice(0)], error)
        break
      }
      for (const { release } of batch) release()
    }
    this.#flushing = null
  }

  /** Takes back what is not durable. */
  #fail(held: Held[], cause: unknown): void {
    this.#failure = unavailable(cause)
    this.#parts.log?.error({ err: cause }, 'the live matches can not be written; nothing is committed until they can')
    for (const { outcome } of held.toReversed()) outcome.undo()
    for (const { reject } of held) reject(this.#failure)
  }

  readonly #snapshot: Snapshot = () => slices(this.#parts.machine.snapshot())

  /** After a failure, tries to write again. What fails is tried the next time. */
  async mend(): Promise<void> {
    if (!this.#failure || this.#closed) return
    this.#mending ??= this.#parts.journal.mend(this.#snapshot).finally(() => {
      this.#mending = null
    })
    try {
      await this.#mending
      if (!this.#failure) return
      this.#failure = null
      this.#parts.log?.info('the live matches can be written again')
    } catch (error) {
      this.#failure = unavailable(error)
    }
  }

  /** Resolves when all that was asked for is answered. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#flushing
    await this.#mending?.catch(() => undefined)
    await this.#parts.journal.close()
  }
}

const payloadOf = (changes: readonly string[]): string => `[${changes.join()}]`

/** Changes as payloads of about the same length. */
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
