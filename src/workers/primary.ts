import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import { backoff, pause } from '../time/index.ts'
import { isOurs, SOCKETS_VARIABLE } from './messages.ts'
import type { PrimaryMessage, WorkerMessage } from './messages.ts'

/** Pauses before a worker that died is replaced (ms). */
const REPLACEMENT = { first: 200, longest: 10_000 }
/** A worker that has lived for so long (ms) did not die of its start. */
const STABLE_MS = 60_000

/** A worker that has not ended so long (ms) after its grace is killed. */
const KILL_AFTER_MS = 5_000

export interface WorkersParts {
  count: number
  /** How long a worker may take to stop (ms). */
  graceMs: number
  log: Logger
}

/** The worker processes, all ready. */
export interface WorkerGroup {
  /** Where clients connect. */
  address: string
  /**
   * Replaces all workers in turn: a new one is ready before an old one is drained, so that there are never fewer than
   * before. Does nothing while it is being done. If a new worker does not start, the old ones stay.
   */
  restart(): Promise<void>
  /** Drains all workers. Resolves with whether all of them ended in good order. */
  stop(): Promise<boolean>
  /** Kills all workers at once. */
  kill(): void
}

/** The workers could not start. They have written why. */
export class WorkersError extends Error {}

/**
 * Starts so many worker processes with the environment of this one. From then on, a worker that dies is replaced, after
 * a pause that grows while replacements die.
 * @throws WorkersError if one ends before all are ready
 */
export async function startWorkers({ count, graceMs, log }: WorkersParts): Promise<WorkerGroup> {
  // Figures may be no numbers, which JSON does not have.
  cluster.setupPrimary({ serialization: 'advanced' })
  const sockets = await mkdtemp(join(tmpdir(), 'curia-workers-'))
  const group = new Workers(sockets, graceMs, log)
  try {
    const addresses = await Promise.all(Array.from({ length: count }, () => group.start()))
    return {
      address: addresses[0]!,
      restart: () => group.restart(),
      stop: () => group.stop(),
      kill: () => group.kill(),
    }
  } catch (error) {
    await group.stop()
    throw error
  }
}

class Workers {
  readonly #sockets: string
  readonly #graceMs: number
  readonly #log: Logger
  readonly #metrics = new AggregatorRegistry()
  readonly #stopping = new AbortController()
  /** The workers that are ready and not to be stopped. */
  readonly #serving = new Set<Worker>()
  /** The starts in progress. */
  readonly #starting = new Set<Promise<unknown>>()
  /** How many workers died in a row, each soon after its start. */
  #failures = 0
  #restarting = false

  constructor(sockets: string, graceMs: number, log: Logger) {
    this.#sockets = sockets
    this.#graceMs = graceMs
    this.#log = log
  }

  /** Starts a worker. Resolves with its address once it is ready. @throws WorkersError if it ends before */
  async start(): Promise<string> {
    const started = this.#start()
    this.#starting.add(started)
    try {
      return await started
    } finally {
      this.#starting.delete(started)
    }
  }

  async #start(): Promise<string> {
    const worker = cluster.fork({ [SOCKETS_VARIABLE]: this.#sockets })
    const address = await new Promise<string>((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (!isOurs<WorkerMessage>(message)) return
        if (message.curia === 'ready') resolve(message.address)
        else void this.#answerMetrics(worker, message.question)
      })
      // A message may fail because the worker has just died: its exit says so.
      worker.on('error', (error) => this.#log.debug({ worker: worker.process.pid, err: error }, 'a worker was not reached'))
      worker.once('exit', () => reject(new WorkersError('a worker ended before it was ready')))
    })
    const readyAt = performance.now()
    this.#log.info({ worker: worker.process.pid }, 'a worker is ready')
    this.#serving.add(worker)
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (!this.#serving.delete(worker)) return
      this.#log.error({ worker: worker.process.pid, code, signal }, 'a worker died')
      if (performance.now() - readyAt >= STABLE_MS) this.#failures = 0
      void this.#replace()
    })
    return address
  }

  async #replace(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await pause(backoff(++this.#failures, REPLACEMENT), signal)
      if (signal.aborted) return
      try {
        await this.start()
        return
      } catch (error) {
        this.#log.error({ err: error }, 'a worker could not be replaced')
      }
    }
  }

  async restart(): Promise<void> {
    if (this.#restarting || this.#stopping.signal.aborted) return
    this.#restarting = true
    this.#log.info('the workers are being restarted')
    try {
      // What is being started may have begun before what is to be served now was there.
      await Promise.allSettled(this.#starting)
      for (const old of [...this.#serving]) {
        // One that has died meanwhile is replaced already.
        if (!this.#serving.has(old)) continue
        await this.start()
        await this.#drain(old)
        if (this.#stopping.signal.aborted) return
      }
      this.#log.info('the workers were restarted')
    } catch (error) {
      this.#log.error({ err: error }, 'the restart was given up: a new worker did not start')
    } finally {
      this.#restarting = false
    }
  }

  async stop(): Promise<boolean> {
    this.#stopping.abort()
    const codes = await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => this.#drain(worker!)))
    await rm(this.#sockets, { recursive: true, force: true })
    return codes.every((code) => code === 0)
  }

  kill(): void {
    for (const worker of Object.values(cluster.workers ?? {})) worker!.process.kill('SIGKILL')
  }

  /** Asks a worker to stop. Resolves with its exit code, null if a signal ended it. */
  async #drain(worker: Worker): Promise<number | null> {
    this.#serving.delete(worker)
    if (worker.isDead()) return worker.process.exitCode
    const exited = once(worker.process, 'exit') as Promise<[number | null]>
    send(worker, { curia: 'stop' })
    const late = setTimeout(() => worker.process.kill('SIGKILL'), this.#graceMs + KILL_AFTER_MS)
    const [code] = await exited
    clearTimeout(late)
    return code
  }

  async #answerMetrics(worker: Worker, question: number): Promise<void> {
    const text = await this.#metrics.clusterMetrics().catch((error: unknown) => {
      this.#log.warn({ err: error }, 'the figures of all workers could not be read')
      return null
    })
    send(worker, { curia: 'metrics', question, text })
  }
}

function send(worker: Worker, message: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(message)
}
