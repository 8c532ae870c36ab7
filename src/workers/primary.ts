import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import { backoff, pause } from '../time/index.ts'
import type { PrimaryMessage, WorkerMessage } from './messages.ts'
import { isOurs } from './messages.ts'
import type { WorkerSockets } from './polling.ts'
import { makeSockets } from './polling.ts'

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
   * Replaces, in turn, all workers that were started before this call: a new one is ready before an old one is drained,
   * so that there are never fewer than before. A call while that is being done counts for the same round, which goes on
   * until no worker is older than the last call. If a new worker does not start, the old ones stay.
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
  const group = new Workers({ count, graceMs, log }, await makeSockets())
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

/** A start in progress. */
interface Start {
  /** How many restarts had been asked for when it began. */
  asked: number
  ready: Promise<string>
  /** The worker that is drained once this one is ready. */
  replaces: Worker | null
}

class Workers {
  readonly #sockets: WorkerSockets
  readonly #count: number
  readonly #graceMs: number
  readonly #log: Logger
  readonly #metrics = new AggregatorRegistry()
  readonly #stopping = new AbortController()
  /** The workers that are ready and not to be stopped; how many restarts had been asked for when each was started. */
  readonly #serving = new Map<Worker, number>()
  readonly #starting = new Set<Start>()
  /** How many restarts have been asked for. */
  #asked = 0
  /** How many workers died in a row, each soon after its start. */
  #failures = 0
  #restarting = false

  constructor({ count, graceMs, log }: WorkersParts, sockets: WorkerSockets) {
    this.#sockets = sockets
    this.#count = count
    this.#graceMs = graceMs
    this.#log = log
  }

  /** Starts a worker. Resolves with its address once it is ready. @throws WorkersError if it ends before */
  async start(replaces: Worker | null = null): Promise<string> {
    const start = { asked: this.#asked, ready: this.#start(this.#asked), replaces }
    this.#starting.add(start)
    try {
      return await start.ready
    } finally {
      this.#starting.delete(start)
    }
  }

  async #start(asked: number): Promise<string> {
    const worker = cluster.fork(this.#sockets.environment)
    const address = await new Promise<string>((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (!isOurs<WorkerMessage>(message)) return
        if (message.curia === 'ready') resolve(message.address)
        else void this.#answerMetrics(worker, message.question)
      })
      // A message may fail because the worker has just died: its exit says so.
      worker.on('error', (error) =>
        this.#log.debug({ worker: worker.process.pid, err: error }, 'a worker was not reached'),
      )
      worker.once('exit', () => reject(new WorkersError('a worker ended before it was ready')))
    })
    const readyAt = performance.now()
    this.#log.info({ worker: worker.process.pid }, 'a worker is ready')
    this.#serving.set(worker, asked)
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (!this.#serving.delete(worker)) return
      this.#log.error({ worker: worker.process.pid, code, signal }, 'a worker died')
      if (performance.now() - readyAt >= STABLE_MS) this.#failures = 0
      void this.#replace()
    })
    return address
  }

  /** How many workers serve, or will do so: one that another one is to replace serves until it is drained. */
  get #present(): number {
    const extra = [...this.#starting].filter(({ replaces }) => replaces && this.#serving.has(replaces))
    return this.#serving.size + this.#starting.size - extra.length
  }

  async #replace(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await pause(backoff(++this.#failures, REPLACEMENT), signal)
      // One that died while a restart replaced it has its successor.
      if (signal.aborted || this.#present >= this.#count) return
      try {
        await this.start()
        return
      } catch (error) {
        this.#log.error({ err: error }, 'a worker could not be replaced')
      }
    }
  }

  async restart(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    this.#asked += 1
    if (this.#restarting) return
    this.#restarting = true
    this.#log.info('the workers are being restarted')
    await this.#renewAll()
    this.#restarting = false
  }

  /** Ends when no worker that serves, or will do so, was started before the last restart was asked for. */
  async #renewAll(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const asked = this.#asked
      const [old] = [...this.#serving].find(([, startedAt]) => startedAt < asked) ?? []
      const started = [...this.#starting].filter((start) => start.asked < asked)
      if (old) {
        const failure = await this.#renew(old)
        // What could not be started then may be another release by now, if a restart was asked for meanwhile.
        if (failure === null || asked !== this.#asked || this.#stopping.signal.aborted) continue
        this.#log.error({ err: failure }, 'the restart was given up: a new worker did not start')
        return
      }
      if (started.length === 0) {
        this.#log.info('the workers were restarted')
        return
      }
      await Promise.race(started.map(({ ready }) => ready.catch(() => undefined)))
    }
  }

  /** Starts a successor, then drains the worker. Returns why the successor did not start, null if it did. */
  async #renew(old: Worker): Promise<unknown> {
    try {
      await this.start(old)
    } catch (error) {
      // The old one may have died meanwhile.
      if (this.#present < this.#count) void this.#replace()
      return error
    }
    if (this.#serving.has(old)) await this.#drain(old)
    return null
  }

  async stop(): Promise<boolean> {
    this.#stopping.abort()
    const codes = await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => this.#drain(worker!)))
    await this.#sockets.remove()
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
