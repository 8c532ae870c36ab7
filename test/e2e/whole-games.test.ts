import { afterAll, beforeAll, describe, it } from 'vitest'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { drawn } from '../support/drawn.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { playOverHttp, playOverSockets } from '../support/whole-games.ts'

const KINDS = GAME_KIND_IDS.map((kind) => ({ kind }))

describe('two players at a server of one process', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server?.destroy())

  it.each([...KINDS, { options: { wonders: 'first-game' as const } }])(
    'play a whole game over sockets, and read it back: %o',
    (request) => playOverSockets(server.url, request),
  )

  it.each(drawn(KINDS))('play a whole game over HTTP alone, and read it back: %o', (request) =>
    playOverHttp(server.url, request),
  )
})
