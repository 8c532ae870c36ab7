import { once } from 'node:events'
import { connect } from 'node:net'
import { io } from 'socket.io-client'
import { describe, expect, it } from 'vitest'
import { becomeGuest } from '../support/guest.ts'
import { RawSocket } from '../support/raw-socket.ts'

/** What a server has answered on one connection, until it closed it. */
export interface Answers {
  statuses: number[]
  text: string
}

/** Waits until the server has sent something so often. */
type Receives = (what: string, times?: number) => Promise<void>
type Piece = string | ((receives: Receives) => Promise<void>)

/**
 * Sends pieces of requests over one connection; a function among them runs before the next piece is sent. The last
 * request must make the server close the connection.
 */
export async function exchange(url: string, ...pieces: Piece[]): Promise<Answers> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('latin1').on('data', (data: string) => (text += data))
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const receives: Receives = async (what, times = 1) => {
    while (text.split(what).length <= times) {
      if (socket.destroyed) throw new Error(`The connection was closed after ${JSON.stringify(text)}`)
      await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed])
    }
  }
  for (const piece of pieces) {
    if (typeof piece === 'function') await piece(receives)
    else await new Promise<void>((resolve) => socket.write(piece, 'latin1', () => resolve()))
  }
  await closed
  return { statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)), text }
}

const OFFERS_H2C = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
const OFFERS_WEB_SOCKET = ['Connection: Upgrade', 'Upgrade: websocket', KEY, 'Sec-WebSocket-Version: 13']
const LAST = ['Connection: close']

export const requestOf = (line: string, headers: string[], body = ''): string =>
  [line.includes(' HTTP/') ? line : `${line} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n')

const lastOne = requestOf('GET /v1/bots', LAST)
const guestBody = (name: string): string => JSON.stringify({ name })
const json = (body: string): string[] => ['Content-Type: application/json', `Content-Length: ${body.length}`]
const chunked = (...parts: string[]): string =>
  [...parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`), '0\r\n\r\n'].join('')

/** What is promised for a request that offers another protocol, however many processes serve the port. */
export function upgradesContract(urlOf: () => string): void {
  describe('a request that offers another protocol', () => {
    it.each([
      ['h2c', 'Upgrade', 'h2c'],
      ['h2c in capitals', 'UPGRADE', 'H2C'],
      ['TLS', 'upgrade, keep-alive', 'TLS/1.0'],
      ['an unknown protocol', 'keep-alive, Upgrade', 'foo'],
      ['a WebSocket where there are none', 'Upgrade', 'websocket'],
      ['a WebSocket in capitals', 'upgrade', 'WebSocket'],
      ['several protocols', 'Upgrade', 'h2c, websocket'],
    ])('for %s is answered as if it did not', async (_what, connection, protocol) => {
      const offer = [`Connection: ${connection}`, `Upgrade: ${protocol}`, KEY, 'Sec-WebSocket-Version: 13']
      const { statuses, text } = await exchange(urlOf(), requestOf('GET /v1/catalogue', offer), lastOne)
      expect(statuses).toEqual([200, 200])
      expect(text).toContain('"wonders"')
    })

    it('in several headers is answered as if it did not', async () => {
      const offer = ['Upgrade: h2c', 'Connection: keep-alive', 'Connection: Upgrade', 'Upgrade: websocket']
      expect((await exchange(urlOf(), requestOf('GET /healthz', offer), lastOne)).statuses).toEqual([200, 200])
    })

    it('and to close the connection has it closed after the answer', async () => {
      const offer = ['Connection: close, Upgrade', 'Upgrade: h2c']
      expect((await exchange(urlOf(), requestOf('GET /healthz', offer))).statuses).toEqual([200])
    })

    it('is answered by every method, also for what there is not', async () => {
      for (const [line, status] of [
        ['HEAD /v1/catalogue', 200],
        ['DELETE /v1/catalogue', 405],
        ['GET /v1/nothing', 404],
        ['GET /v1/players/me', 401],
      ] as const) {
        expect((await exchange(urlOf(), requestOf(line, OFFERS_H2C), lastOne)).statuses, line).toEqual([status, 200])
      }
    })

    it('is answered with the body that it has', async () => {
      const body = guestBody('Java')
      const { statuses, text } = await exchange(
        urlOf(),
        requestOf('POST /v1/players', [...OFFERS_H2C, ...json(body)], body),
        (receives) => receives('"token"'),
        lastOne,
      )
      // Where Node reads the body of such a request itself, the connection ends with the answer.
      const isLast = /\r\nconnection: close\r\n/i.test(text.split('"token"')[0]!)
      expect(statuses).toEqual(isLast ? [201] : [201, 200])
      expect(text).toContain('"name":"Java"')
    })

    it('is answered with a body that comes in pieces', async () => {
      const body = guestBody('Slow Java')
      const request = requestOf('POST /v1/players', [...OFFERS_H2C, ...LAST, ...json(body)], body)
      const at = request.length - 8
      const { statuses, text } = await exchange(urlOf(), request.slice(0, 30), request.slice(30, at), request.slice(at))
      expect(statuses).toEqual([201])
      expect(text).toContain('"name":"Slow Java"')
    })

    it('is answered with a chunked body', async () => {
      const headers = [...OFFERS_H2C, ...LAST, 'Content-Type: application/json', 'Transfer-Encoding: chunked']
      const [head, rest] = [requestOf('POST /v1/players', headers), chunked('{"name":', '"Chunks"}')]
      for (const pieces of [[head + rest], [head, rest], [head + rest.slice(0, 5), rest.slice(5)]]) {
        const { statuses, text } = await exchange(urlOf(), ...pieces)
        expect(statuses).toEqual([201])
        expect(text).toContain('"name":"Chunks"')
      }
    })

    it('is asked for its body if it waits for that', async () => {
      const body = guestBody('Patient')
      const headers = [...OFFERS_H2C, ...LAST, ...json(body), 'Expect: 100-continue']
      const { statuses, text } = await exchange(
        urlOf(),
        requestOf('POST /v1/players', headers),
        (receives) => receives('HTTP/1.1 100 Continue\r\n\r\n'),
        body,
      )
      expect(statuses).toEqual([100, 201])
      expect(text).toContain('"name":"Patient"')
    })

    it('may be followed by others in the same piece, each of which is answered in turn', async () => {
      const offer = (line: string): string => requestOf(line, OFFERS_H2C)
      const { statuses } = await exchange(
        urlOf(),
        offer('GET /v1/catalogue') +
          requestOf('GET /v1/nothing', []) +
          offer('GET /v1/games') +
          offer('GET /v1/no') +
          lastOne,
      )
      expect(statuses).toEqual([200, 404, 200, 404, 200])
    })

    it('may come again and again on one connection', async () => {
      const again = Array.from({ length: 30 }, (_, times) => [
        requestOf(`GET /v1/nothing${times}`, OFFERS_H2C),
        (receives: Receives) => receives('HTTP/1.1 404', times + 1),
      ]).flat()
      expect((await exchange(urlOf(), ...again, lastOne)).statuses).toEqual([...Array<number>(30).fill(404), 200])
    })

    it('has the bounds of any other', async () => {
      const long = guestBody('x'.repeat(20_000))
      const many = Array.from({ length: 600 }, (_, n) => `X-${n}: 1`)
      const offer = [...OFFERS_H2C, ...LAST]
      for (const [request, code] of [
        [requestOf('POST /v1/players', [...offer, ...json(long)], long), 'payload-too-large'],
        [requestOf('GET /healthz', [...offer, ...many]), 'payload-too-large'],
        [requestOf('GET /healthz', [...offer, `X: ${'x'.repeat(20_000)}`]), 'payload-too-large'],
        [requestOf('POST /v1/players', [...offer, 'Content-Length: 5', 'Transfer-Encoding: chunked']), 'bad-request'],
      ] as const) {
        const { statuses, text } = await exchange(urlOf(), request)
        expect(statuses).toHaveLength(1)
        expect(text).toContain(`"code":"${code}"`)
      }
    })

    it('does no harm if its client leaves', async () => {
      const { hostname, port } = new URL(urlOf())
      for (const request of [
        requestOf('GET /v1/catalogue', OFFERS_H2C).repeat(20),
        requestOf('POST /v1/players', [...OFFERS_H2C, 'Content-Length: 500'], '{'),
        requestOf('CONNECT localhost:443', []),
      ]) {
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        await new Promise<void>((resolve) => socket.write(request, () => resolve()))
        socket.resetAndDestroy()
      }
      expect((await exchange(urlOf(), requestOf('GET /healthz', OFFERS_H2C), lastOne)).statuses).toEqual([200, 200])
    })
  })

  describe('a request to Socket.IO', () => {
    const opening = (transport: string): string => `/socket.io/?EIO=4&transport=${transport}`

    it('by long polling may offer another protocol', async () => {
      const { statuses, text } = await exchange(urlOf(), requestOf(`GET ${opening('polling')}`, OFFERS_H2C), lastOne)
      expect(statuses).toEqual([200, 200])
      const [, sid] = /"sid":"([^"]+)"/.exec(text)!
      // With workers, each of these comes to one of them, and one has the connection.
      for (let times = 0; times < 4; times += 1) {
        const headers = [...OFFERS_H2C, ...LAST, 'Content-Length: 1']
        const sent = await exchange(urlOf(), requestOf(`POST ${opening('polling')}&sid=${sid}`, headers, '3'))
        expect(sent).toMatchObject({ statuses: [200], text: expect.stringMatching(/ok$/) as unknown })
      }
    })

    const open = (headers: string[]): string => requestOf(`GET ${opening('websocket')}`, headers)
    const without = (name: string): string[] => OFFERS_WEB_SOCKET.filter((header) => !header.startsWith(name))
    it.each([
      ['by POST', requestOf(`POST ${opening('websocket')}`, [...OFFERS_WEB_SOCKET, 'Content-Length: 0'])],
      ['by HTTP/1.0', requestOf(`GET ${opening('websocket')} HTTP/1.0`, OFFERS_WEB_SOCKET)],
      ['without a key', open(without(KEY))],
      ['with a short key', open([...without(KEY), 'Sec-WebSocket-Key: YQ=='])],
      ['of an unknown version', open([...without('Sec-WebSocket-V'), 'Sec-WebSocket-Version: 7'])],
      ['together with h2c', open(['Connection: Upgrade', 'Upgrade: h2c, websocket', KEY])],
      ['without an offer', open([])],
    ])('for a WebSocket %s is refused', async (_what, request) => {
      const { statuses } = await exchange(urlOf(), request, lastOne)
      expect([400, 405, 426]).toContain(statuses[0])
    })

    it('for a WebSocket opens it', async () => {
      const socket = await RawSocket.open(urlOf())
      expect(socket.received).toMatch(/^HTTP\/1\.1 101 /)
      socket.destroy()
      const { token } = await becomeGuest(urlOf(), 'Ada')
      const client = io(urlOf(), { auth: { token }, forceNew: true, reconnection: false })
      try {
        await new Promise<void>((resolve) => client.once('connect', resolve))
        await expect.poll(() => client.io.engine.transport.name).toBe('websocket')
      } finally {
        client.close()
      }
    })
  })

  it('CONNECT is refused, with the methods that there are', async () => {
    const requests = requestOf('GET /healthz', []) + requestOf('CONNECT localhost:443', [])
    const { statuses, text } = await exchange(urlOf(), requests)
    expect(statuses).toEqual([200, 405])
    expect(text).toMatch(/\r\nAllow: GET, HEAD, POST, PUT, DELETE\r\n/)
    expect(text).toContain('"code":"method-not-allowed"')
  })
}
