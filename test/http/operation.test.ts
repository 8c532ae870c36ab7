import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { atLast } from '../support/at-last.ts'
import type { Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'

let http: Http
beforeEach(async () => {
  http = await openHttp()
})
afterEach(() => http.close())

describe('/readyz', () => {
  it('is ok while both stores answer', async () => {
    expect(await http.nobody.get('/readyz')).toMatchObject({ statusCode: 200, body: { status: 'ok' } })
  })

  it('fails while the store of matches does not answer', async () => {
    http.store.down = true
    const answer = await http.nobody.get('/readyz')
    expect(codeOf(answer)).toEqual([503, 'unavailable'])
    expect(answer.body).toMatchObject({ error: { details: { down: ['live'] } } })
    http.store.down = false
    // Whoever asks within a second is given the same answer.
    await expect.poll(async () => (await http.nobody.get('/readyz')).statusCode).toBe(200)
  })

  it('asks the stores once for all who ask within a second', async () => {
    const asked = vi.spyOn(http.store, 'ping')
    await Promise.all(Array.from({ length: 20 }, () => http.nobody.get('/readyz')))
    expect(asked).toHaveBeenCalledOnce()
  })

  it('is ok without the history, because matches continue, and names the history as degraded', async () => {
    vi.spyOn(http.archive, 'ping').mockRejectedValueOnce(new Error('no'))
    expect(await http.nobody.get('/readyz')).toMatchObject({
      statusCode: 200,
      body: { status: 'ok', degraded: ['history'] },
    })
    await expect.poll(async () => (await http.nobody.get('/readyz')).body).toEqual({ status: 'ok' })
  })

  it('waits for an answer only for a limited time', async () => {
    vi.spyOn(http.archive, 'ping').mockReturnValue(new Promise(() => undefined))
    expect((await http.nobody.get('/readyz')).body).toMatchObject({ degraded: ['history'] })
  })

  it('fails while the server stops, although the server still answers', async () => {
    http.stop.abort()
    expect(codeOf(await http.nobody.get('/readyz'))).toEqual([503, 'draining'])
    expect((await http.nobody.get('/v1/games')).statusCode).toBe(200)
  })
})

it('/healthz is ok while the process lives, whatever the stores do', async () => {
  http.store.down = true
  http.stop.abort()
  expect(await http.nobody.get('/healthz')).toMatchObject({ statusCode: 200, body: { status: 'ok' } })
})

it('/metrics counts requests by route and errors by code, and has no data of players', async () => {
  const { match, players } = await http.started()
  await players[0].get(`/v1/matches/${match}`)
  await players[0].get('/v1/matches/AAAAAAAAAAAAAAAA')
  await players[0].get('/v1/nothing/at/all')
  const { payload, headers } = await http.app.inject('/metrics')
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(payload).toContain(
    'curia_http_request_duration_seconds_count{method="GET",route="/v1/matches/:id",status="200"} 1',
  )
  expect(payload).toContain('curia_errors_total{transport="http",code="unknown-match"} 1')
  expect(payload).toContain('route="none",status="404"')
  expect(payload).not.toContain('="other"')
  expect(payload).toContain('process_resident_memory_bytes')
  for (const name of [match, players[0].id, players[1].id, 'Ada', 'nothing', '127.0.0.1'])
    expect(payload).not.toContain(name)
})

it('/metrics says whether the stores answer, and how fast', async () => {
  vi.spyOn(http.archive, 'ping').mockRejectedValue(new Error('down'))
  const { payload } = await http.app.inject('/metrics')
  expect(payload).toContain('curia_store_up{store="live"} 1')
  expect(payload).toContain('curia_store_up{store="history"} 0')
  expect(payload).toMatch(/^curia_store_ping_seconds\{store="live"\} 0\./m)
  expect(payload).toMatch(/^curia_store_ping_seconds\{store="history"\} NaN$/im)
})

describe('headers', () => {
  it('forbid browsers to guess the type of an answer', async () => {
    const { headers } = await http.nobody.get('/v1/games')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('allow calls only of web pages of the configured origins', async () => {
    const open = await openHttp({
      settings: { ...http.parts.settings, corsOrigins: ['https://play.example', 'https://other.example'] },
    })
    try {
      const allowed = async (origin: string, url = '/v1/games') =>
        (await open.nobody.get(url, { origin })).headers['access-control-allow-origin']
      expect(await allowed('https://play.example')).toBe('https://play.example')
      expect(await allowed('https://play.example', '/v1/players/me')).toBe('https://play.example')
      expect(await allowed('https://evil.example')).toBeUndefined()

      const preflight = await open.app.inject({
        method: 'OPTIONS',
        url: '/v1/matches',
        headers: {
          origin: 'https://play.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      })
      expect(preflight.statusCode).toBe(204)
      expect(preflight.headers['access-control-allow-headers']).toContain('authorization')

      const { match, players } = await open.started()
      const { headers } = await players[0].get(`/v1/matches/${match}`, { origin: 'https://play.example' })
      expect(headers.vary).toBe('Origin, authorization')
    } finally {
      await open.close()
    }
  })

  it('allow calls of every web page when all origins are allowed', async () => {
    const open = await openHttp({ settings: { ...http.parts.settings, corsOrigins: ['*'] } })
    try {
      expect(
        (await open.nobody.get('/v1/games', { origin: 'https://any.example' })).headers['access-control-allow-origin'],
      ).toBe('*')
    } finally {
      await open.close()
    }
  })
})

it('closing completes requests in progress, and refuses later ones on the same connection', async () => {
  const { match } = await http.started()
  const answer = await http.matches.views.view(null, match)
  let finish = (): void => undefined
  const view = vi
    .spyOn(http.matches.views, 'view')
    .mockReturnValue(new Promise((resolve) => (finish = () => resolve(answer))))
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((http.app.server.address() as AddressInfo).port, '127.0.0.1')
  const heard = text(socket)
  socket.write(`GET /v1/matches/${match} HTTP/1.1\r\nHost: here\r\n\r\n`)
  await atLast(() => expect(view).toHaveBeenCalled())

  const closed = http.app.close()
  await atLast(() => expect(http.app.server.listening).toBe(false))
  socket.write('GET /v1/games HTTP/1.1\r\nHost: here\r\n\r\n')
  await atLast(async () => expect(await http.parts.figures.text()).toContain('code="draining"'))
  finish()
  await closed
  // The answer is whole, and the connection is closed after it.
  expect(await heard).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\nconnection: close\r\n[^]*"version":1/)
})
