import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VISITOR_EVENTS } from '../../client/src/connection/connection.ts'
import type { CuriaOptions } from '../../client/src/index.ts'
import { Curia } from '../../client/src/index.ts'
import { until } from '../../client/src/observable.ts'
import { commandNamed, COMMANDS } from '../../src/protocol/index.ts'
import { BadLine } from '../support/bad-line.ts'
import { newPlayer } from '../support/players.ts'
import { MATCH, ScriptedServer, updateTo, viewAt } from './scripted-server.ts'
import { codeOf, MemoryStorage, storageWith } from './support.ts'

let server: ScriptedServer
let curia: Curia
beforeEach(async () => {
  server = await ScriptedServer.open()
  server.answer('match:watch', ({ version }) => viewAt((version as number | undefined) ?? 3))
})
afterEach(async () => {
  curia.close()
  await server.close()
})

const storageFor = (url: string): MemoryStorage => storageWith(url, newPlayer('Ada'), 'a token')
const open = (options: CuriaOptions = {}): Curia =>
  (curia = new Curia({ url: server.url, storage: storageFor(server.url), ...options }))

/** The states of the connection from now on. */
function statesOf({ connection }: Curia): string[] {
  const states: string[] = []
  connection.subscribe((state) => states.push(state))
  return states
}

describe('a connection', () => {
  it('is made with the token of the session when it is first needed', async () => {
    const states = statesOf(open())
    await curia.watch(MATCH)
    expect(states).toEqual(['offline', 'connecting', 'online'])
    expect(server.tokens).toEqual(['a token'])
  })

  it('can be opened before it is needed, and then serves everything', async () => {
    open()
    await Promise.all([curia.connect(), curia.connect(), curia.watch(MATCH)])
    await curia.connect()
    expect(curia.connection.value).toBe('online')
    expect(server.sockets).toHaveLength(1)
  })

  it('needs a session', async () => {
    open({ storage: new MemoryStorage() })
    expect(await codeOf(curia.connect())).toBe('token-missing')
    expect(await codeOf(curia.create())).toBe('token-missing')
    expect(server.tokens).toEqual([])
  })

  it('is that of a visitor without a session, for what it takes to watch, and of the player once there is one', async () => {
    open({ storage: new MemoryStorage() })
    const match = await curia.watch(MATCH)
    expect(server.handshakes).toEqual([{ visitor: true }])
    expect(await codeOf(match.say('Salve'))).toBe('token-missing')
    expect(await codeOf(match.resign())).toBe('token-missing')
    expect(server.received.map(({ event }) => event)).toEqual(['match:watch'])
    server.socket.disconnect(true)
    await match.until(({ live }) => !live)
    await match.until(({ live }) => live)
    server.answerHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ player: newPlayer('Ada'), expiresAt: Date.now() + 3_600_000 }))
    })
    await curia.resume({ token: 'a token' })
    await match.until(({ live }) => live)
    expect(server.handshakes).toEqual([
      { visitor: true },
      { visitor: true },
      { token: 'a token', updateInAnswer: true },
    ])
  })

  it('of a visitor asks for what the server lets visitors do', () => {
    expect([...VISITOR_EVENTS].sort()).toEqual(
      Object.keys(COMMANDS)
        .filter((name) => commandNamed(name)!.forVisitors)
        .sort(),
    )
  })

  it('is opened again when it was lost, also when the first attempts fail', async () => {
    const states = statesOf(open())
    const match = await curia.watch(MATCH)
    server.refusals.push('unavailable', 'draining', 'limit-reached')
    server.socket.disconnect(true)
    await match.until(({ live }) => !live)
    await match.until(({ live }) => live)
    expect(states).toEqual(['offline', 'connecting', 'online', 'connecting', 'offline', 'online'])
  })

  it('waits as long as a server that stops asks for, and sends nothing to it any more', async () => {
    const states = statesOf(open())
    const match = await curia.watch(MATCH)
    server.answer('match:act', () => ({ ok: true, match: MATCH, version: 4, at: 0, update: updateTo(4) }))
    server.socket.emit('server:draining', { reconnectAfterMs: 50 })
    await until(curia.connection, (state) => state === 'draining')
    const acting = match.act({ type: 'conspire' })
    server.socket.disconnect(true)
    await acting
    expect(states).toEqual(['offline', 'connecting', 'online', 'draining', 'online'])
    expect(server.of('match:act').map(({ connection }) => connection)).toEqual([2])
  })

  it('leaves a server that stops and does not hang up', async () => {
    const states = statesOf(open())
    const match = await curia.watch(MATCH)
    server.socket.emit('server:draining', { reconnectAfterMs: 30 })
    await match.until(({ live }) => !live)
    await match.until(({ live }) => live)
    expect(server.sockets).toHaveLength(2)
    expect(states).toEqual(['offline', 'connecting', 'online', 'draining', 'online'])
  })

  it('is tried again at once when the browser finds the network again', async () => {
    const listeners = new Set<() => void>()
    vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.add(listener))
    vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => listeners.delete(listener))
    // The next attempt would be made much later.
    const random = vi.spyOn(Math, 'random').mockReturnValue(1e6)
    try {
      open()
      const match = await curia.watch(MATCH)
      server.socket.disconnect(true)
      await match.until(({ live }) => !live)
      for (const listener of listeners) listener()
      await match.until(({ live }) => live)
      curia.close()
      expect(listeners.size).toBe(0)
    } finally {
      random.mockRestore()
      vi.unstubAllGlobals()
    }
  })

  it('is not open to a server that cannot be reached: requests fail in time, and an action waits', async () => {
    const line = await BadLine.open(() => server.url)
    try {
      const match = await open({ url: line.url, storage: storageFor(line.url), patienceMs: 100 }).watch(MATCH)
      await server.close()
      const acting = match.act({ type: 'conspire' })
      expect(await codeOf(curia.watch('BBBBBBBBBBBBBBBB'))).toBe('offline')
      expect(await codeOf(curia.rest.get('/v1/games'))).toBe('offline')
      await until(curia.connection, (state) => state === 'offline')

      server = await ScriptedServer.open()
      server.answer('match:watch', () => viewAt(3))
      server.answer('match:act', () => ({ ok: true, match: MATCH, version: 4, at: 0, update: updateTo(4) }))
      expect((await acting).version).toBe(4)
    } finally {
      await line.close()
    }
  })

  it('is made below the path of the address', async () => {
    open({ url: `${server.url}/curia/`, storage: storageFor(`${server.url}/curia`), patienceMs: 100 })
    const requested = server.nextPath()
    const watching = codeOf(curia.watch(MATCH))
    expect(await requested).toBe('/curia/socket.io/')
    expect(await watching).toBe('offline')
  })
})

describe('a client without a page', () => {
  it('needs the address of a server', () => {
    open()
    expect(() => new Curia()).toThrow(TypeError)
  })
})
