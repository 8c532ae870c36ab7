import type { Thinker } from '../analysis/index.ts'
import type { Adviser } from '../matches/index.ts'
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

/** How long a hint is thought about at most, and how long it may wait before it comes before later turns (ms). */
const HINT_MS = 2_000
const PATIENCE_MS = 5_000

/** Looks for hints in the threads. */
export const adviserIn = (pool: ThreadPool): Adviser => (record) =>
  pool.use({ dueAt: performance.now() + PATIENCE_MS }, (thread) =>
    thread.ask('advise', { record, timeMs: HINT_MS }, HINT_MS + JOB_TIMEOUT_MS),
  )
