import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { within } from '../src/time/index.ts'
import type { Evidence, Fault, Findings } from './checker/index.ts'
import { check } from './checker/index.ts'
import type { Disturbance } from './disturbances/index.ts'
import { gather } from './gather.ts'
import type { Recovery } from './recovery.ts'
import { recoveryIn } from './recovery.ts'
import { writeLogs } from './stack/stack.ts'
import { linesOf } from './swarm/lines.ts'
import type { Amount } from './swarm/swarm.ts'
import { Swarm } from './swarm/swarm.ts'

export interface TrialOptions {
  /** For journals, logs and evidence. */
  folder: string
  seed: number
  pairs: number
  /** How much is played before the disturbance, and once more after it. */
  amount: Amount
}

/** How long servers may take to start, ms. */
const START_MS = 180_000

/** What became of a disturbance. */
export interface Trial {
  name: string
  what: string
  /** Acknowledged moves. */
  moves: number
  matches: number
  /** Games of the history. */
  games: number
  /** Acknowledged lines of chat. */
  lines: number
  /** Times that a client was told that the server has lost versions. */
  resets: number
  lost: Findings['lost']
  repeated: Findings['repeated']
  recovery: Recovery | null
  /** Refused commands, by code. */
  refused: Record<string, number>
  faults: Fault[]
  evidence: Evidence
}

/**
 * Lets a swarm play on servers of its own, disturbs them, and compares everything afterwards.
 * @throws Error where the disturbance cannot be run, or the swarm cannot go on after it.
 */
export async function runTrial(disturbance: Disturbance, options: TrialOptions): Promise<Trial> {
  const { folder, seed, pairs, amount } = options
  mkdirSync(folder, { recursive: true })
  const { mayLose, mayRepeat } = disturbance
  const opened = await within(START_MS, disturbance.open()).catch((error: unknown) => {
    throw new Error(`the servers did not start: ${(error as Error).message}`, { cause: error })
  })
  const { stack } = opened
  const swarm = new Swarm({ folder: join(folder, 'journals'), url: stack.entrance.url, pairs, seed })
  try {
    await swarm.begin()
    await swarm.plays(amount)
    await opened.disturb()
    const end = Date.now()
    const repaired = opened.repair()
    repaired.catch(() => undefined)
    await swarm.plays(amount)
    await repaired
    await swarm.movesEverywhere(end)
    await swarm.stop()
    const evidence = await gather(stack, swarm, { mayLoseUntil: mayLose ? end : null, mayRepeat })
    writeFileSync(join(folder, 'evidence.json'), JSON.stringify(evidence))
    const { faults, lost, repeated } = check(evidence)
    const count = (what: 'heard' | 'reset'): number => evidence.journals.flatMap((one) => linesOf(one, what)).length
    return {
      name: disturbance.name,
      what: disturbance.what,
      moves: swarm.moves,
      matches: Object.keys(evidence.records).length,
      games: evidence.listed.length,
      lines: count('heard'),
      resets: count('reset'),
      lost,
      repeated,
      recovery: recoveryIn(evidence.journals, end),
      refused: Object.fromEntries([...stack.entrance.refusals.counts].sort(([a], [b]) => (a < b ? -1 : 1))),
      faults,
      evidence,
    }
  } finally {
    swarm.close()
    writeLogs(stack, folder)
    await stack.destroy()
  }
}
