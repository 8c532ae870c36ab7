import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Running } from './process.ts'

const PLAYERS = fileURLToPath(new URL('bot-players-process.ts', import.meta.url))

/** Begins so many matches against bots, from a process of their own. Resolves when all are in play. */
export async function startBotPlayers(url: string, count: number): Promise<Running> {
  const child = fork(PLAYERS, [url, String(count)], { execArgv: ['--import', 'tsx'] })
  // Elsewhere they would have a machine of their own.
  setPriority(child.pid!, constants.priority.PRIORITY_LOW)
  const end = async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  let playing = 0
  await new Promise<void>((resolve) => child.on('message', () => (playing += 1) === count && resolve()))
  return { pid: child.pid!, end }
}
