import { BadLine } from '../../test/support/bad-line.ts'
import type { Server } from '../../test/support/server.ts'
import type { Stores } from '../../test/support/stack.ts'
import { startStores } from '../../test/support/stack.ts'
import { openEntrance } from './entrance.ts'
import { readRedis, startNodes } from './nodes.ts'
import type { Stack } from './stack.ts'
import { Started } from './stack.ts'

/** Two nodes with a Redis and a Postgres. */
export interface TwoNodes extends Stack {
  nodes: readonly [Server, Server]
  stores: Stores
  /** Between each node and Redis. */
  lines: readonly [BadLine, BadLine]
}

export interface TwoNodesOptions {
  /** Variables of the environment of Redis. */
  redis?: Record<string, string>
  /** Variables of the environment of the first node alone. */
  first?: Record<string, string>
}

/** Starts two nodes, each of which reaches Redis through a line of its own. */
export async function openTwoNodes({ redis, first }: TwoNodesOptions = {}): Promise<TwoNodes> {
  const started = new Started()
  const stores = await started.add(startStores({ ...(redis && { environment: redis }) }), (all) => all.destroy())
  const openLine = (): Promise<BadLine> =>
    started.add(
      BadLine.open(() => stores.redis.url),
      (line) => line.close(),
    )
  const lines: [BadLine, BadLine] = [await openLine(), await openLine()]
  const environments = lines.map(({ url }, index) => ({
    ...stores.environment,
    REDIS_URL: url.replace('http:', 'redis:'),
    ...(index === 0 && first),
  }))
  const nodes = (await startNodes(started, environments)) as [Server, Server]
  const entrance = await started.add(
    openEntrance(() => nodes.map(({ url }) => url)),
    ({ line }) => line.close(),
  )
  return {
    nodes,
    stores,
    lines,
    entrance,
    readStore: () => readRedis(stores.redis.url),
    destroy: () => started.end(),
  }
}
