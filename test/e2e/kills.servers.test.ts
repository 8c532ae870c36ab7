import { afterAll, beforeAll, describe, it } from 'vitest'
import { inAChain, playThroughKills } from '../support/kills.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'
import { startStores } from '../support/stack.ts'
import type { Stores } from '../support/stack.ts'

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

  it('loses no acknowledged move, and both players go on and finish', async () => {
    await playThroughKills(server, {}, [4, 30])
  })

  it('loses no acknowledged move in a game with Agora either', async () => {
    await playThroughKills(server, { kind: 'agora' }, [25])
  })

  it('goes on in the middle of a chain of decisions', async () => {
    await playThroughKills(server, { kind: 'agora' }, [inAChain, 30])
  })
})
