import type { Thinker } from '../analysis/index.ts'
import { JOB_TIMEOUT_MS } from './settings.ts'
import type { ThreadPool } from './threads/pool.ts'

/** How long a thread works on an analysis before those who play get their turn (ms). */
const SLICE_MS = 250

/** Analyses games in the threads, while nobody who plays needs them. */
export const thinkerIn = (pool: ThreadPool): Thinker => ({
  judge: (record, from, signal) =>
    pool.use({ dueAt: Infinity, signal }, (thread) =>
      thread.ask('judge', { record, from, timeMs: SLICE_MS }, JOB_TIMEOUT_MS),
    ),
})
