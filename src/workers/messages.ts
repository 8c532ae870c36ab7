/** From a worker to the primary. */
export type WorkerMessage =
  /** The worker listens; `address` is where clients connect. */
  | { curia: 'ready'; address: string }
  /** Asks for the figures of all workers. */
  | { curia: 'metrics'; question: number }

/** From the primary to a worker. */
export type PrimaryMessage =
  /** Stop in good order, and exit. */
  | { curia: 'stop' }
  /** The answer; `text` is null if some worker did not answer. */
  | { curia: 'metrics'; question: number; text: string | null }

/** The messages of a channel that other parties use as well: Node itself, and the library for metrics. */
export const isOurs = <Message extends { curia: string }>(message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'curia' in message
