import type { EngineConnection } from './engine.ts'
import { interceptFlush } from './engine.ts'

/**
 * Writes to connections once in a tick of the event loop: all packets of the tick leave in one write. Engine.IO would
 * write the first one alone, and a write takes longer than anything else that a packet takes.
 */
export class Flusher {
  #pending: (() => void)[] = []

  /** From now on the packets of a connection wait for the end of the tick. */
  adopt(connection: EngineConnection): void {
    let isPending = false
    const flush = interceptFlush(connection, () => {
      if (isPending) return
      isPending = true
      if (this.#pending.length === 0) setImmediate(this.#flushAll)
      this.#pending.push(flushNow)
    })
    const flushNow = (): void => {
      isPending = false
      flush()
    }
  }

  readonly #flushAll = (): void => {
    const pending = this.#pending
    this.#pending = []
    for (const flush of pending) flush()
  }
}
