import { afterAll, beforeAll, describe, it } from 'vitest'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'
import { playOverHttp, playOverSockets } from '../support/whole-games.ts'

describe('two players at a server of one process', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server?.destroy())

  it.each([{ agora: false }, { agora: false, wonders: 'first-game' as const }, { agora: true }])(
    'play a whole game over sockets, and read it back: %o',
    (options) => playOverSockets(server.url, options),
  )

  it.each([{ agora: false }, { agora: true }])('play a whole game with nothing but HTTP, and read it back: %o', (options) =>
    playOverHttp(server.url, options),
  )
})
