import { afterAll, beforeAll } from 'vitest'
import type { Server } from './server.ts'
import { startServer } from './server.ts'
import type { Stores } from './stack.ts'
import { startStores } from './stack.ts'

/** Two servers on one Redis and one Postgres, for all tests of a file. */
export function twoNodes(): { node: (index: number) => Server; urls: () => [string, string] } {
  let stores: Stores | undefined
  let nodes: Server[] = []
  beforeAll(async () => {
    const { environment } = (stores = await startStores())
    nodes = await Promise.all([startServer(environment), startServer(environment)])
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.destroy()))
    await stores?.destroy()
  })
  const node = (index: number): Server => nodes[index % 2]!
  return { node, urls: () => [node(0).url, node(1).url] }
}
