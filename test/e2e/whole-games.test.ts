import { afterAll, beforeAll, describe, it } from 'vitest'
import type { CreateMessage } from '../../src/protocol/index.ts'
import { startServer } from '../support/server.ts'
import type { Server } from '../support/server.ts'
import { playOverHttp, playOverSockets } from '../support/whole-games.ts'

describe('two players at a server of one process', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server?.destroy())

  it.each([{ kind: 'base' }, { options: { wonders: 'first-game' } }, { kind: 'agora' }] satisfies CreateMessage[])(
    'play a whole game over sockets, and read it back: %o',
    (request) => playOverSockets(server.url, request),
  )

  it.each([{ kind: 'base' }, { kind: 'agora' }] satisfies CreateMessage[])(
    'play a whole game over HTTP alone, and read it back: %o',
    (request) => playOverHttp(server.url, request),
  )
})
