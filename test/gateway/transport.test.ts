import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MessageRate } from '../../src/limits/index.ts'
import { atLast } from '../support/at-last.ts'
import type { TestGateway } from '../support/gateway.ts'
import { openGateway } from '../support/gateway.ts'
import { newPlayer } from '../support/players.ts'
import { OPCODE, RawPolling, RawSocket } from '../support/raw-socket.ts'

let open: TestGateway
beforeEach(async () => {
  open = await openGateway({ rate: new MessageRate(20) })
})
afterEach(() => open.close())

const guest = async (): Promise<string> => (await open.tokens.issue(newPlayer('Mallory'))).token

describe('a packet that is not for the one namespace', () => {
  it('closes its connection without an answer, with a token or without', async () => {
    for (const packet of ['40/a,', '40/a,{"token":"x"}', '42/a,["match:create",{}]', '41/a,', '420/a,0["x",{}]']) {
      for (const raw of [await RawSocket.open(open.url), await RawSocket.connect(open.url, await guest())]) {
        const before = raw.received.length
        raw.send(packet)
        await raw.closed
        expect(raw.received.slice(before)).not.toContain('44')
      }
    }
  })

  it('closes its connection by long polling as well, though it comes many times in one body', async () => {
    const polling = await RawPolling.open(open.url)
    await polling.post(...Array.from({ length: 1_000 }, () => '40/a,'))
    expect(await polling.isOpen()).toBe(false)
  })
})

describe('packets of every kind', () => {
  /** Packets that cost the server work, although they are not messages. */
  const kinds: [string, (raw: RawSocket) => unknown][] = [
    ['pongs of Engine.IO', (raw) => raw.send('3')],
    ['acknowledgements of nothing', (raw) => raw.send('4399[]')],
    ['messages without an acknowledgement', (raw) => raw.send('42["nonsense"]')],
    ['pings of WebSocket', (raw) => raw.sendFrame(OPCODE.ping, 'x'.repeat(125))],
    ['pongs of WebSocket', (raw) => raw.sendFrame(OPCODE.pong)],
  ]

  it.each(kinds)('count: a flood of %s closes its connection', async (_kind, send) => {
    const raw = await RawSocket.connect(open.url, await guest())
    for (let times = 0; times < 5_000 && raw.isOpen; times += 1) send(raw)
    await raw.closed
  })

  it.each(kinds)('count sooner before a token was shown: a few %s are too many', async (_kind, send) => {
    const raw = await RawSocket.open(open.url)
    for (let times = 0; times < 100 && raw.isOpen; times += 1) send(raw)
    await raw.closed
  })

  it('count by their length, too', async () => {
    const raw = await RawSocket.open(open.url)
    for (let times = 0; times < 10 && raw.isOpen; times += 1) raw.send(`40${'x'.repeat(100_000)}`)
    await raw.closed
  })

  it('do not count when they are few: a client stays connected', async () => {
    const raw = await RawSocket.connect(open.url, await guest())
    raw.send(...Array.from({ length: 100 }, () => '3'))
    raw.send('421["queue:status",{}]')
    await raw.receives('431[')
    raw.destroy()
  })

  it('cannot connect a second time while the first time is not decided', async () => {
    let decide = (): void => undefined
    const decided = new Promise<void>((resolve) => (decide = resolve))
    const slow = await openGateway({
      authenticate: async () => {
        await decided
        return { player: newPlayer('Mallory'), expiresAt: Date.now() + 60_000, session: 'any' }
      },
    })
    const raw = await RawSocket.open(slow.url)
    raw.send(...Array.from({ length: 4 }, () => '40{"token":"any"}'))
    await raw.receives(/44\{[^]*44\{[^]*44\{/)
    decide()
    await expect.poll(() => slow.gateway.connections).toBe(1)
    raw.destroy()
    await slow.close()
  })
})

describe('a body of long polling', () => {
  it('is refused if it is too long, before it is read completely', async () => {
    const polling = await RawPolling.open(open.url)
    expect([413, 0]).toContain(await polling.post(`42["x","${'x'.repeat(200 * 1024)}"]`))
  })

  it('is not parsed if it has too many packets', async () => {
    const polling = await RawPolling.open(open.url)
    await polling.post('3'.repeat(60_000).split('').join('\x1e'))
    expect(await polling.isOpen()).toBe(false)
  })
})

describe('very many packets at once', () => {
  it('do not delay another client: the server reads from each in turn', async () => {
    const fast = await openGateway()
    const tokens = await Promise.all(
      ['Mallory', 'Ada'].map(async (name) => (await fast.tokens.issue(newPlayer(name))).token),
    )
    const [many, one] = [await RawSocket.connect(fast.url, tokens[0]!), await RawSocket.connect(fast.url, tokens[1]!)]
    // They answer no pings, so that all is done within half a minute, or else the server closes their connections.
    many.send(...Array.from({ length: 500 }, (_, id) => `42${1_000 + id}["nonsense",{}]`))
    one.send('421["queue:status",{}]')
    await one.receives('431[')
    const answered = [...many.received.matchAll(/43\d{4}\[/g)].length
    expect(answered).toBeLessThan(250)
    await many.receives('431499[')
    await fast.close()
  })
})

describe('a client that does not read', () => {
  it('is disconnected by the number of its unread messages', async () => {
    const fast = await openGateway()
    const raw = await RawSocket.connect(fast.url, (await fast.tokens.issue(newPlayer('Mallory'))).token)
    raw.stopReading()
    for (let times = 0; raw.isOpen; times += 1) {
      if (!raw.send(...Array.from({ length: 50 }, (_, id) => `42${id}["nonsense",{}]`))) await raw.drained()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => fast.gateway.connections).toBe(0)
    await fast.close()
  })

  it('is disconnected by the bytes of its unread messages', async () => {
    const fast = await openGateway()
    const { match } = await fast.seatTwo()
    const raw = await RawSocket.connect(fast.url, (await fast.tokens.issue(newPlayer('Mallory'))).token)
    raw.stopReading()
    let sent = 0
    for (; raw.isOpen; sent += 10) {
      if (!raw.send(...Array.from({ length: 10 }, (_, id) => `42${id}["match:watch",{"match":"${match}"}]`))) {
        await raw.drained()
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => fast.gateway.connections).toBe(2)
    await fast.close()
  })
})

describe('a connection that the server closes', () => {
  it('is cut if its client does not read the last messages', async () => {
    const raw = await RawPolling.open(open.url)
    await raw.post(`40${JSON.stringify({ token: await guest() })}`)
    await expect.poll(() => open.gateway.connections).toBe(1)
    // The end waits for a poll that never comes.
    for (let times = 0; times < 3; times += 1) await raw.post(...Array.from({ length: 300 }, () => '42["nonsense"]'))
    await expect.poll(() => open.gateway.connections).toBe(0)
    await expect.poll(() => open.gateway.openTransports).toBe(0)
  })
})

describe('one address', () => {
  it('has a bounded number of connections, before any token, and has a place again when one is closed', async () => {
    const small = await openGateway({ limits: { connectionsPerAddress: 5 } })
    const connections = await Promise.all(Array.from({ length: 5 }, () => RawSocket.open(small.url)))
    for (const raw of connections) expect(raw.received).toContain('101 Switching')
    const refused = await RawSocket.open(small.url)
    await refused.closed
    expect(refused.received).not.toContain('101 Switching')
    await expect(RawPolling.open(small.url)).rejects.toThrow()
    connections[0]!.destroy()
    await atLast(async () => {
      const again = await RawSocket.open(small.url)
      expect(again.received).toContain('101 Switching')
      again.destroy()
    })
    await small.close()
  })

  it('opens a bounded number of connections a minute', async () => {
    const small = await openGateway({ limits: { handshakesPerMinute: 10 } })
    const accepted = async (): Promise<boolean> => {
      const raw = await RawSocket.open(small.url)
      raw.destroy()
      return raw.received.includes('101 Switching')
    }
    const answers: boolean[] = []
    for (let times = 0; times < 15; times += 1) answers.push(await accepted())
    expect(answers).toEqual([...Array<boolean>(10).fill(true), ...Array<boolean>(5).fill(false)])
    expect((await fetch(`${small.url}/socket.io/?EIO=4&transport=polling&sid=unknown`)).status).toBe(429)
    await small.close()
  })
})
