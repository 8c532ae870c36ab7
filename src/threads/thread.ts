import type { Worker } from 'node:worker_threads'
import type { AnyJobs, Failure, JobType, Message, Reply } from './messages.ts'

/** What waits for a reply. */
interface Pending {
  resolve: (answer: never) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout | undefined
}

/** A worker thread that answers questions, in order. Once it has ended, every question is rejected with the reason. */
export class Thread<Jobs extends AnyJobs<Jobs>> {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  #asked = 0
  #ended: Error | null = null

  /** @param worker runs a module that calls `serve`. */
  constructor(worker: Worker) {
    this.#worker = worker
    this.#worker.on('message', (reply: Reply) => this.#receive(reply))
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('the thread has ended')))
  }

  get hasEnded(): boolean {
    return this.#ended !== null
  }

  /**
   * Asks the thread. A thread that does not answer in time is ended: something is wrong with it.
   * @param timeoutMs by default, the answer may take as long as it wants.
   * @throws Error if the job fails, and if the thread ends.
   */
  ask<Type extends JobType<Jobs>>(
    type: Type,
    question: Jobs[Type]['question'],
    timeoutMs?: number,
  ): Promise<Jobs[Type]['answer']> {
    if (this.#ended) return Promise.reject(this.#ended)
    const number = (this.#asked += 1)
    return new Promise((resolve, reject) => {
      const late = (): void => this.#end(new Error(`the thread has not answered ${type} within ${timeoutMs} ms`))
      const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs).unref()
      this.#pending.set(number, { resolve, reject, timer })
      this.#worker.postMessage({ number, type, question } satisfies Message)
    })
  }

  #receive(reply: Reply): void {
    const pending = this.#pending.get(reply.number)
    if (!pending) return
    this.#pending.delete(reply.number)
    clearTimeout(pending.timer)
    if ('failure' in reply) pending.reject(errorOf(reply.failure))
    else pending.resolve(reply.answer as never)
  }

  #end(reason: Error): void {
    this.#ended ??= reason
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer)
      reject(this.#ended)
    }
    this.#pending.clear()
    void this.#worker.terminate()
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    this.#end(new Error('the thread is closed'))
    await this.#worker.terminate()
  }
}

function errorOf({ message, stack, cause }: Failure): Error {
  const error = new Error(message, { cause })
  if (stack !== undefined) error.stack = stack
  return error
}
