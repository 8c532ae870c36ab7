import { Session } from 'node:inspector/promises'
import { performance } from 'node:perf_hooks'
import { setImmediate as endOfTurn } from 'node:timers/promises'

const MB = 1024 * 1024
/** How often it is looked (ms), and how much of that time the process may have worked to count as quiet. */
const LOOK_MS = 10_000
const QUIET = 0.05
/** So much is worth a collection, which takes 50 to 150 ms (bytes). */
const LEAST_SPARE = 24 * MB

/** What it looks at, and what it does. */
export interface Heap {
  /** What V8 has taken from the operating system (bytes). */
  taken(): number
  /** The share of the time since the last call in which the event loop worked. */
  worked(): number
  /** Gives back what can be spared. */
  giveBack(): Promise<void>
}

/**
 * Gives memory back to the operating system, from its construction until `close`. V8 retains what it has once needed: after
 * the start, and after an hour with many players. It knows no quiet moment by itself, as a browser tells it.
 */
export class SpareMemory {
  readonly #heap: Heap
  readonly #timer: NodeJS.Timeout
  /** What was taken after the last collection. */
  #needed = 0

  constructor(heap: Heap = ownHeap()) {
    this.#heap = heap
    // A Node that cannot do it goes on without.
    this.#timer = setInterval(() => void this.look().catch(() => this.close()), LOOK_MS).unref()
  }

  /** Collects, if the process has been quiet and has taken much since the last time. */
  async look(): Promise<void> {
    const heap = this.#heap
    if (heap.worked() > QUIET || heap.taken() - this.#needed < LEAST_SPARE) return
    await heap.giveBack()
    this.#needed = heap.taken()
  }

  close(): void {
    clearInterval(this.#timer)
  }
}

/** The heap of this thread. */
export function ownHeap(): Heap {
  let last = performance.eventLoopUtilization()
  return {
    taken: () => process.memoryUsage().heapTotal,
    worked: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    giveBack: collectGarbage,
  }
}

/** Sessions that wait for their answers: to nobody else they would be more than garbage. */
const asking = new Set<Session>()

/**
 * A whole collection, after which the young generation is small again: `global.gc` leaves it as large as it was. The
 * session is not disconnected while it answers: Node 20 would hang.
 */
async function collectGarbage(): Promise<void> {
  const session = new Session()
  asking.add(session)
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
    await endOfTurn()
  } finally {
    asking.delete(session)
    session.disconnect()
  }
}
