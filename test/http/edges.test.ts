import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'

let http: Http
beforeEach(async () => {
  http = await openHttp()
})
afterEach(() => http.close())

describe('a known path', () => {
  it.each([
    ['DELETE', '/v1/games', 'GET, HEAD'],
    ['POST', '/v1/catalogue', 'GET, HEAD'],
    ['GET', '/v1/matches/join', 'POST'],
    ['HEAD', '/v1/games/export', 'GET'],
    ['PATCH', '/v1/players/me', 'DELETE, GET, HEAD'],
  ] as const)('answers %s %s with the methods that exist', async (method, url, allow) => {
    const answer = await http.app.inject({ method, url })
    expect(answer.statusCode).toBe(405)
    if (method !== 'HEAD') expect(answer.json()).toMatchObject({ ok: false, error: { code: 'method-not-allowed' } })
    expect(answer.headers.allow).toBe(allow)
  })
})

describe('a request', () => {
  it('may name JSON as the type of a body that it does not have', async () => {
    const token = await tokenOf('Ada')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    expect((await http.app.inject({ method: 'DELETE', url: '/v1/queue', headers })).statusCode).toBe(200)
  })

  it('that needs a body and has none is refused as such', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await http.app.inject({ method: 'POST', url: '/v1/players', headers })
    expect(answer.json()).toMatchObject({ ok: false, error: { code: 'bad-request', details: { in: 'body' } } })
  })

  it('joins by a code in lower case', async () => {
    const [host, guest] = [await tokenOf('Ada'), await tokenOf('Bo')]
    const created = await post('/v1/matches', host, {})
    const { code } = created.json<{ snapshot: { code: string } }>().snapshot
    expect((await post('/v1/matches/join', guest, { code: code.toLowerCase() })).statusCode).toBe(200)
  })
})

describe('an answer', () => {
  it('is compressed for a client that can read that, if it is long', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const [plain, packed] = await Promise.all([
      http.app.inject({ url: '/v1/catalogue' }),
      http.app.inject({ url: '/v1/catalogue', headers }),
    ])
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    expect((await http.app.inject({ url: '/healthz', headers })).headers['content-encoding']).toBeUndefined()
  })

  it('at the address itself is a page for people, with links that work', async () => {
    const page = await http.app.inject({ url: '/' })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    const links = [...page.body.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!)
    expect(links.length).toBeGreaterThan(5)
    for (const url of links) expect((await http.app.inject({ url })).statusCode, url).toBeLessThan(400)
  })
})

describe('a connection', () => {
  it('that sends no HTTP and never closes its side is destroyed', async () => {
    const origin = new URL(await http.app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect({ port: Number(origin.port), host: '127.0.0.1', allowHalfOpen: true })
    socket.write('this is not HTTP\r\n\r\n')
    expect(await text(socket)).toContain('bad-request')
    // Only a server that has destroyed its side makes a write fail.
    const failed = once(socket, 'error')
    const writing = setInterval(() => socket.write('more'), 20)
    await failed
    clearInterval(writing)
    socket.destroy()
  })

  it.each([
    ['head', 'POST /v1/players HTTP/1.1\r\nHost: x\r\n'],
    [
      'body',
      'POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"na',
    ],
  ])('whose request stops in its %s is answered after the time for a request, and closed', async (_where, sent) => {
    await http.close()
    http = await openHttp({ settings: { ...http.parts.settings, requestTimeoutMs: 500 } })
    const { server } = http.app
    // Node takes the longer of both times for the whole request.
    expect([server.requestTimeout, server.headersTimeout]).toEqual([500, 500])
    const origin = new URL(await http.app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect({ port: Number(origin.port), host: '127.0.0.1' })
    socket.write(sent)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*request-timeout/s)
  })

  it('that asks nothing is closed without an answer, which a browser would take for that of its first request', async () => {
    await http.close()
    http = await openHttp({ settings: { ...http.parts.settings, requestTimeoutMs: 500 } })
    const origin = new URL(await http.app.listen({ port: 0, host: '127.0.0.1' }))
    expect(await text(connect({ port: Number(origin.port), host: '127.0.0.1' }))).toBe('')
  })
})

const post = (url: string, token: string, payload: object) =>
  http.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })

async function tokenOf(name: string): Promise<string> {
  const answer = await http.app.inject({ method: 'POST', url: '/v1/players', payload: { name } })
  return answer.json<{ token: string }>().token
}
