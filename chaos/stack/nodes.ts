import type { LiveStore } from '../../src/live/index.ts'
import { DEFAULT_RETENTION, openRedisStore } from '../../src/live/index.ts'
import type { Server } from '../../test/support/server.ts'
import { startServer } from '../../test/support/server.ts'
import type { Started } from './stack.ts'

/** The bots of the nodes play at once and think little: they are to move often, not well. */
const BOTS = { BOT_PACE_MS: '0', BOT_SAMPLES: '4' }

/** Starts nodes at once, one for each environment. */
export async function startNodes(started: Started, environments: readonly Record<string, string>[]): Promise<Server[]> {
  const starting = environments.map((environment) => startServer({ ...BOTS, ...environment }))
  return Promise.all(starting.map((node) => started.add(node, (server) => server.destroy())))
}

export const readRedis = (url: string): Promise<LiveStore> =>
  Promise.resolve(openRedisStore({ url, retention: DEFAULT_RETENTION }))
