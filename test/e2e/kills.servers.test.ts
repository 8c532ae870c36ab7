import { afterAll, beforeAll, describe, it } from 'vitest'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { drawn } from '../support/drawn.ts'
import { momentsOf, playThroughKills } from '../support/kills.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import type { Stores } from '../support/stack.ts'
import { startStores } from '../support/stack.ts'

describe('a server with Redis and Postgres that is killed in the middle of a game', () => {
  let stores: Stores
  let server: Server
  beforeAll(async () => {
    stores = await startStores()
    server = await startServer(stores.environment)
  })
  afterAll(async () => {
    await server?.destroy()
    await stores?.destroy()
  })

  it.each(drawn(GAME_KIND_IDS))('loses no acknowledged move, and both players go on and finish: %s', async (kind) => {
    await playThroughKills(server, { kind }, momentsOf(kind))
  })
})
