import { setTimeout as delay } from 'node:timers/promises'
import type { Contender } from '../contenders.ts'
import { drive } from '../load/drive.ts'
import { usageOf } from '../load/processes.ts'

const REQUESTS = 300
/** Some games end meanwhile. */
const LOAD = { matches: 20, moves: { warmUp: 0, measured: 2_500 } }
/** Games are stored by then (ms). */
const STORED_MS = 3_000

/** CPU of the server (ms) for an answer that was given before. */
export interface Answers {
  leaderboards: number
  replay: number
  position: number
}

/** Asks a server again and again, over HTTP, for what everybody asks for. */
export async function measureAnswers(contender: Contender): Promise<Answers> {
  const started = await contender.start()
  const [url] = started.urls
  try {
    await drive(contender, started, LOAD)
    await delay(STORED_MS)
    const { games } = (await (await fetch(`${url}/v1/games?limit=1`)).json()) as { games: { id: string }[] }
    const game = `/v1/games/${games[0]!.id}`
    const costOf = async (path: string): Promise<number> => {
      const ask = async (): Promise<unknown> => (await fetch(url + path)).arrayBuffer()
      for (let warm = 0; warm < REQUESTS; warm += 1) await ask()
      const before = usageOf(started.processes.server!).cpuMs
      for (let request = 0; request < REQUESTS; request += 1) await ask()
      return (usageOf(started.processes.server!).cpuMs - before) / REQUESTS
    }
    return {
      leaderboards: await costOf('/v1/leaderboards'),
      replay: await costOf(`${game}/replay`),
      position: await costOf(`${game}/positions/12?viewer=spectator`),
    }
  } finally {
    await started.end()
  }
}
