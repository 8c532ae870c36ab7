import type { Worker } from 'node:worker_threads'
import type { Action, MatchEvent, MatchView } from '../../../src/rules/index.ts'
import { startThread } from '../../../src/opponents/thread.ts'
import type { Answer, Beginning, Message } from './messages.ts'

/**
 * Thinks for one seat of one match in a worker thread, so that the connection of the bot stays alive meanwhile. All
 * promises reject with the error of the thread once it has ended.
 */
export class Mind {
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  #asked = 0
  #ended: Error | null = null

  constructor(beginning: Beginning) {
    this.#worker = startThread('./worker.ts', import.meta.url, beginning)
    this.#worker.on('message', (answer: Answer) => {
      this.#waiting.get(answer.number)?.resolve(answer)
      this.#waiting.delete(answer.number)
    })
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('The thread has ended.')))
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
  }

  async #ask<Kind extends Answer>(make: (number: number) => Message): Promise<Kind> {
    if (this.#ended) throw this.#ended
    const number = (this.#asked += 1)
    return new Promise<Kind>((resolve, reject) => {
      this.#waiting.set(number, { resolve: (answer) => resolve(answer as Kind), reject })
      this.#worker.postMessage(make(number))
    })
  }

  /** Learns from one version: the events of the rules as the seat received them, and its view after them. */
  observe(events: MatchEvent[], after: MatchView): void {
    this.#worker.postMessage({ type: 'observe', events, after } satisfies Message)
  }

  /** Picks a legal action of a view. @param timeMs how long it may think. */
  async decide(view: MatchView, timeMs: number): Promise<Action> {
    const { action } = await this.#ask<{ number: number; action: Action }>((number) => ({
      type: 'decide', number, view, timeMs,
    }))
    return action
  }

  /** How likely the seat is to win, from 0 to 1. */
  async chance(): Promise<number> {
    return (await this.#ask<{ number: number; chance: number }>((number) => ({ type: 'chance', number }))).chance
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}
