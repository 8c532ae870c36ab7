import type { Logger } from 'pino'

/** The parts of the server that are open. */
export class Opened {
  readonly #log: Logger
  readonly #parts: { close(): Promise<void> }[] = []

  constructor(log: Logger) {
    this.#log = log
  }

  /** Closes a part with the rest. Returns it. */
  keep<Part extends { close(): Promise<void> }>(part: Part): Part {
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
