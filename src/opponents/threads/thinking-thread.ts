import { startThread, Thread } from '../../threads/index.ts'
import type { Jobs } from './jobs.ts'

/** A thread that thinks. */
export type ThinkingThread = Thread<Jobs>

export function startThinkingThread(): ThinkingThread {
  const worker = startThread('./worker.ts', import.meta.url)
  // The server stops by itself, whatever its threads think of.
  worker.unref()
  return new Thread(worker)
}
