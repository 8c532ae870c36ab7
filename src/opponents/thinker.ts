import type { Thinker } from '../analysis/index.ts'
import type { Adviser } from '../matches/index.ts'
import type { Weigher } from '../puzzles/index.ts'
import { JOB_TIMEOUT_MS } from './settings.ts'
import type { ThreadPool } from './threads/pool.ts'

/** How long a thread works on an analysis before those who play get their turn (ms). */
const SLICE_MS = 250

/** Analyses games, and judges candidates for puzzles, in the threads, while nobody who plays needs them. */
export const thinkerIn = (pool: ThreadPool): Thinker & Weigher => ({
  isIdle: () => pool.isIdle,
  judge: (record, from, { owner, signal }) =>
    pool.use({ owner, rank: 'spare', signal }, (thread) =>
      thread.ask('judge', { record, from, timeMs: SLICE_MS }, JOB_TIMEOUT_MS),
    ),
  weigh: (record, version, from, { owner, signal }) =>
    pool.use({ owner, rank: 'spare', signal }, (thread) =>
      thread.ask('weigh', { record, version, from, timeMs: SLICE_MS }, JOB_TIMEOUT_MS),
    ),
})

/** How long a hint is thought about, at most while nobody waits, and at least when many do (ms). */
const HINT_MS = { most: 2_000, least: 50 }
/** How long a hint may wait before it comes before later turns of the same player (ms). */
const PATIENCE_MS = 5_000

/** Looks for hints in the threads. */
export const adviserIn =
  (pool: ThreadPool): Adviser =>
  (record, owner) =>
    pool.use({ owner, dueAt: performance.now() + PATIENCE_MS }, (thread) => {
      const timeMs = Math.max(HINT_MS.least, HINT_MS.most * pool.shareOf(owner))
      return thread.ask('advise', { record, timeMs }, timeMs + JOB_TIMEOUT_MS)
    })
