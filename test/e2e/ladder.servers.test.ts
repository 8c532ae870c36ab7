/** The ladder of engines at two nodes with Redis and Postgres. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newEngine, pairOf, playOut, playPair } from '../support/ladder.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import type { Stores } from '../support/stack.ts'
import { startStores } from '../support/stack.ts'

let stores: Stores
let nodes: [Server, Server]
beforeAll(async () => {
  stores = await startStores()
  const environment = { ...stores.environment, BOT_LADDER: '2' }
  nodes = await Promise.all([startServer(environment), startServer(environment)])
})
afterAll(async () => {
  await Promise.all(nodes?.map((node) => node.destroy()) ?? [])
  await stores?.destroy()
})

it('a pair is played at both nodes, and one that is killed reveals nothing', async () => {
  const [one, other] = nodes
  await playPair([one.url, other.url], async () => {
    await one.end('SIGKILL')
    await one.start()
  })
})

it('a node that is killed when a game ends keeps no place', async () => {
  const [one, other] = nodes
  const engines = [await newEngine(one.url, 'Kit'), await newEngine(other.url, 'Lou')] as const
  const [match, twin] = await pairOf(engines)
  await playOut(engines, match)
  await Promise.all([one.end('SIGKILL'), other.end('SIGKILL'), stores.redis.kill9()])
  await stores.redis.restart()
  await Promise.all([one.start(), other.start()])
  await playOut(engines, twin)
  const next = await pairOf(engines)
  expect(next).not.toContain(match)
  for (const { curia } of engines) curia.close()
})
