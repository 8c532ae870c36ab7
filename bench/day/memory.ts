import { setTimeout as delay } from 'node:timers/promises'
import type { Contender } from '../contenders.ts'
import { drive } from '../load/drive.ts'
import { usageOf } from '../load/processes.ts'

/** What the start has left behind is given back by then, and so is what a load has (ms). */
const IDLE_AFTER_MS = 30_000
const GONE_FOR_MS = 60_000
/** Two players of each, as fast as they go. */
const LOAD = { matches: 1_000, warmUpSeconds: 0, seconds: 20 }

/** Resident memory of a server (MB): before anyone comes, with all of them, and a minute after they have left. */
export interface Memory {
  idle: number
  loaded: number
  after: number
}

/** Measures a server in an empty folder. */
export async function measureMemory(contender: Contender): Promise<Memory> {
  const started = await contender.start()
  const megabytes = (): number => usageOf(started.processes.server!).rssKb / 1024
  try {
    await delay(IDLE_AFTER_MS)
    const idle = megabytes()
    const { rssKb } = await drive(contender, started, LOAD)
    await delay(GONE_FOR_MS)
    return { idle, loaded: rssKb.server!.loaded / 1024, after: megabytes() }
  } finally {
    await started.end()
  }
}
