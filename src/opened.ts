import type { Logger } from 'pino'

interface Part {
  close(): Promise<void>
}

/** The parts of the server that are open. */
export class Opened {
  readonly #log: Logger
  readonly #parts: Part[] = []

  constructor(log: Logger) {
    this.#log = log
  }

  /** Closes a part with the rest. Returns it. */
  keep<P extends Part>(part: P): P {
    this.#parts.push(part)
    return part
  }

  /** What was opened last is closed first, and a failure keeps nothing else from being closed. */
  async close(): Promise<void> {
    for (const part of this.#parts.splice(0).reverse()) {
      await part
        .close()
        .catch((error: unknown) => this.#log.error({ err: error }, 'a part of the server could not be closed'))
    }
  }
}
