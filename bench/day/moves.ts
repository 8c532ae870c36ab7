import type { Contender } from '../contenders.ts'
import { drive } from '../load/drive.ts'
import type { LoadOptions, LoadResult } from '../load/load.ts'

/** About 40 % of what a node can do on a quiet machine. */
const LOAD = { matches: 100, rate: 1_800, warmUpSeconds: 6, seconds: 12 }

/** What a move costs the server while it has time to spare (ms). */
export interface Moderate {
  cpu: number
  p99: number
}

export async function measureModerate(contender: Contender): Promise<Moderate> {
  const { cpuPer1000, acknowledgedMs } = await measured(contender, LOAD)
  return { cpu: cpuPer1000.server! * 1000, p99: acknowledgedMs.p99! }
}

/** CPU of the main threads of all nodes of a contender for a move as fast as they go (ms). */
export async function costOfMove(contender: Contender): Promise<number> {
  const { mainThreadPer1000 } = await measured(contender, { matches: 150, moves: { warmUp: 5_000, measured: 20_000 } })
  const ofServers = Object.entries(mainThreadPer1000).filter(([name]) => name.startsWith('server'))
  return ofServers.reduce((sum, [, seconds]) => sum + seconds * 1000, 0)
}

async function measured(contender: Contender, load: Partial<LoadOptions>): Promise<LoadResult> {
  const started = await contender.start()
  try {
    return await drive(contender, started, { ...load, ...contender.load })
  } finally {
    await started.end()
  }
}
