import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Line } from '../../client/src/connection/line.ts'
import { Upgrade } from '../../client/src/connection/upgrade.ts'
import type { Transport } from '../../client/src/index.ts'
import { Curia, CuriaError } from '../../client/src/index.ts'
import { until } from '../../client/src/observable.ts'
import type { WebSocketMode } from '../support/http-proxy.ts'
import { HttpProxy } from '../support/http-proxy.ts'
import { newPlayer } from '../support/players.ts'
import { MATCH, ScriptedServer, updateTo, viewAt } from './scripted-server.ts'
import { codeOf, storageWith } from './support.ts'

let servers: ScriptedServer[]
let proxy: HttpProxy | undefined
let curia: Curia | undefined
const online = new Set<() => void>()
beforeEach(async () => {
  servers = await Promise.all([ScriptedServer.open(), ScriptedServer.open()])
  vi.stubGlobal('addEventListener', (event: string, listener: () => void) => event === 'online' && online.add(listener))
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => online.delete(listener))
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  online.clear()
  curia?.close()
  await proxy?.close()
  await Promise.all(servers.map((server) => server.close()))
})

/** A client behind a proxy; its server counts versions, each done once. */
async function open(mode: WebSocketMode, patienceMs = 60_000): Promise<{ curia: Curia; transports: unknown[] }> {
  const [server] = servers
  let version = 3
  server!.answer('match:watch', () => viewAt(version))
  server!.answer('match:act', () => {
    version += 1
    return { ok: true, match: MATCH, version, at: 0, update: updateTo(version) }
  })
  proxy = await HttpProxy.open(() => servers[0]!.url, mode)
  // Only there does the client have to find out that nothing is answered.
  return connect(proxy.url, patienceMs, mode === 'handshake' ? 500 : undefined)
}

function connect(
  url: string,
  patienceMs: number,
  answerTimeoutMs?: number,
): { curia: Curia; transports: (Transport | null)[] } {
  const storage = storageWith(url, newPlayer('Ada'), 'a token')
  curia = new Curia({ url, storage, patienceMs, answerTimeoutMs })
  const transports: (Transport | null)[] = []
  curia.transport.subscribe((transport) => transports.push(transport))
  return { curia, transports }
}

describe('a client', () => {
  it('uses a WebSocket where it can, and says so', async () => {
    const { curia, transports } = await open('pass')
    await curia.watch(MATCH)
    curia.close()
    expect(transports).toEqual([null, 'websocket', null])
  })

  it.each(['refuse', 'close', 'swallow', 'handshake'] as const)(
    'polls where WebSockets are blocked (%s), and says so',
    async (mode) => {
      const { curia } = await open(mode)
      const match = await curia.watch(MATCH)
      await match.act({ type: 'conspire' })
      await until(curia.transport, (transport) => transport === 'polling')
      expect(curia.connection.value).toBe('online')
      expect(match.value.version).toBe(4)
    },
  )

  it('comes back by long polling, without another WebSocket before, where these are blocked', async () => {
    const { curia, transports } = await open('refuse')
    const match = await curia.watch(MATCH)
    servers[0]!.socket.disconnect(true)
    await match.until(({ live }) => !live)
    await match.until(({ live }) => live)
    expect(transports).toEqual([null, 'polling', null, 'polling'])
    expect(proxy!.upgrades).toBe(1)
  })

  it('returns to WebSockets when they work again: every message is done once, and no version is missed', async () => {
    const { curia, transports } = await open('swallow')
    const match = await curia.watch(MATCH)
    const versions: number[] = []
    match.subscribe(
      (_, change) => change?.type === 'steps' && versions.push(...change.steps.map((step) => step.version)),
    )
    proxy!.mode = 'pass'
    for (const listener of online) listener()
    let done = 0
    while (curia.transport.value !== 'websocket') {
      await Promise.all([match.act({ type: 'conspire' }), match.act({ type: 'conspire' })])
      done += 2
    }
    await match.until(({ version, live }) => live && version === 3 + done)
    const ids = servers[0]!.of('match:act').map(({ payload }) => payload.actionId)
    expect([ids.length, new Set(ids).size]).toEqual([done, done])
    expect(transports).toEqual([null, 'polling', 'websocket'])
    expect(versions).toEqual(Array.from({ length: done }, (_, n) => 4 + n))
  })

  it('stays with long polling while a WebSocket lets only its handshake through', async () => {
    const { curia, transports } = await open('handshake')
    const match = await curia.watch(MATCH)
    await until(curia.transport, (transport) => transport === 'polling')
    const before = proxy!.upgrades
    for (const listener of online) listener()
    await expect.poll(() => proxy!.upgrades).toBeGreaterThan(before)
    await expect.poll(() => servers[0]!.of('connection:ping').length).toBeGreaterThan(0)
    await match.act({ type: 'conspire' })
    expect(transports.at(-1)).toBe('polling')
  })

  it('says in words that long polling needs sticky sessions', async () => {
    for (const server of servers) server.answer('match:watch', () => viewAt(3))
    proxy = await HttpProxy.open((request) => servers[request % 2]!.url, 'refuse')
    const { curia } = connect(proxy.url, 3_000)
    const failure = await curia.watch(MATCH).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CuriaError)
    expect(failure).toMatchObject({ code: 'offline', details: { reason: 'sticky-sessions-needed' } })
    expect((failure as CuriaError).message).toMatch(/WebSockets.*sticky sessions/)
  })

  it('does not forget that when a later connection is lost for another reason', async () => {
    let requests = 0
    const away = 'http://127.0.0.1:1'
    proxy = await HttpProxy.open((request) => ((requests = request) <= 3 ? servers[request % 2]!.url : away), 'refuse')
    const { curia } = connect(proxy.url, 5_000)
    const failure = await curia.watch(MATCH).catch((error: unknown) => error)
    expect(requests).toBeGreaterThan(3)
    expect(failure).toMatchObject({ code: 'offline', details: { reason: 'sticky-sessions-needed' } })
  })

  it('does not take a server that is away for one whose WebSockets are blocked', async () => {
    const { curia } = await open('pass', 1_000)
    await Promise.all(servers.map((server) => server.close()))
    expect(await codeOf(curia.watch(MATCH))).toBe('offline')
    servers = [await ScriptedServer.open()]
    servers[0]!.answer('match:watch', () => viewAt(3))
    await expect
      .poll(() =>
        curia.watch(MATCH).then(
          () => curia.transport.value,
          () => null,
        ),
      )
      .toBe('websocket')
  })
})

describe('while long polling serves, a WebSocket', () => {
  it('is tried after 15 seconds, then after twice as long each time, and at least every five minutes', () => {
    vi.useFakeTimers()
    const tried: number[] = []
    const began = performance.now()
    const upgrade = new Upgrade({
      open: (listener) => {
        tried.push(Math.round((performance.now() - began) / 1000))
        const timer = setTimeout(() => listener.lost({}), 0)
        return { close: () => clearTimeout(timer) } as unknown as Line
      },
      found: () => undefined,
    })
    upgrade.begin()
    vi.advanceTimersByTime(20 * 60_000)
    const waits = tried.map((at, n) => at - (tried[n - 1] ?? 0))
    expect(waits.slice(0, 6)).toEqual([15, 30, 60, 120, 240, 300])
    upgrade.hurry()
    upgrade.stop()
    const { length } = tried
    vi.advanceTimersByTime(60 * 60_000)
    expect(tried).toHaveLength(length)
  })

  it('that is lost before it can be used is not used', () => {
    vi.useFakeTimers()
    let take: (() => Line | null) | undefined
    let lose = (): void => undefined
    const upgrade = new Upgrade({
      open: (listener) => {
        lose = () => listener.lost({})
        setTimeout(() => listener.connected(), 0)
        return {
          close: () => undefined,
          send: (_: string, __: object, answered: () => void) => answered(),
        } as unknown as Line
      },
      found: (found) => (take = found),
    })
    upgrade.hurry()
    vi.advanceTimersByTime(1)
    expect(take).toBeDefined()
    lose()
    expect(take!()).toBeNull()
    upgrade.stop()
  })
})
