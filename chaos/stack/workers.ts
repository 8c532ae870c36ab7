import type { Server } from '../../test/support/server.ts'
import { startStores } from '../../test/support/stack.ts'
import { openEntrance } from './entrance.ts'
import { readRedis, startNodes } from './nodes.ts'
import type { Stack } from './stack.ts'
import { Started } from './stack.ts'

/** A node of several processes, with a Redis and a Postgres. */
export interface Workers extends Stack {
  nodes: readonly [Server]
}

export async function openWorkers(count: number): Promise<Workers> {
  const started = new Started()
  const stores = await started.add(startStores(), (all) => all.destroy())
  const nodes = (await startNodes(started, [{ ...stores.environment, WORKERS: String(count) }])) as [Server]
  const entrance = await started.add(
    openEntrance(() => nodes.map(({ url }) => url)),
    ({ line }) => line.close(),
  )
  return { nodes, entrance, readStore: () => readRedis(stores.redis.url), destroy: () => started.end() }
}
