import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAddresses, MessageRate } from '../../src/limits/index.ts'
import { errorBodySchema } from '../../src/protocol/index.ts'
import type { Answer, Caller, Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'

let http: Http
let match: string
let ada: Caller
beforeEach(async () => {
  http = await openHttp()
  const started = await http.started()
  match = started.match
  ada = started.players[0]
})
afterEach(() => http.close())

/** Sends a body unchanged to the route for actions. */
const raw = (
  payload: string,
  contentType = 'application/json',
  url = `/v1/matches/${match}/actions`,
): Promise<Answer<unknown>> => ada.send({ method: 'POST', url, payload, headers: { 'content-type': contentType } })

const unchanged = async (): Promise<void> => expect(await http.store.entriesAfter(match, 1)).toEqual([])

describe('a message that does not match the schema is refused, and nothing is stored:', () => {
  const good = { actionId: 'action-1', version: 1, action: { type: 'discard-card', slot: 18 } }

  it.each<[string, object, string]>([
    ['an unknown field', { ...good, force: true }, ''],
    ['a missing field', { actionId: 'action-1', version: 1 }, '/action'],
    ['text for a number', { ...good, version: '1' }, '/version'],
    ['a number for text', { ...good, actionId: 12345678 }, '/actionId'],
    ['an id with other characters', { ...good, actionId: 'action 1 \u0000' }, '/actionId'],
    ['a number where an object should be', { ...good, action: 7 }, '/action'],
    ['an unknown action', { ...good, action: { type: 'cheat' } }, '/action/type'],
    ['text where a slot should be', { ...good, action: { type: 'discard-card', slot: 'first' } }, '/action/slot'],
    ['a number where an id should be', { ...good, action: { type: 'draft-wonder', wonder: 7 } }, '/action/wonder'],
    ['a slot that no structure has', { ...good, action: { type: 'discard-card', slot: 1e9 } }, '/action/slot'],
    ['half a slot', { ...good, action: { type: 'discard-card', slot: 1.5 } }, '/action/slot'],
    ['a list', [good], ''],
  ])('%s', async (_what, body, path) => {
    const answer = await raw(JSON.stringify(body))
    expect(codeOf(answer)).toEqual([400, 'bad-request'])
    const { details } = errorBodySchema.parse(answer.body).error
    expect(details).toMatchObject({ in: 'body', issues: [expect.objectContaining({ path })] })
    await unchanged()
  })

  it.each([
    ['what is not JSON', '{"actionId":'],
    ['nothing', ''],
    ['a prototype', '{"__proto__":{"admin":true}}'],
    ['a prototype within', '{"actionId":"action-1","version":1,"action":{"type":"decline","__proto__":{"slot":1}}}'],
    ['a constructor', '{"constructor":{"prototype":{"admin":true}}}'],
    ['JSON that is no object', '"text"'],
    ['null', 'null'],
  ])('%s', async (_what, payload) => {
    expect(codeOf(await raw(payload))).toEqual([400, 'bad-request'])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
    await unchanged()
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])(
    'a body of type %s',
    async (contentType) => {
      const answer = await raw(JSON.stringify(good), contentType)
      expect(codeOf(answer)).toEqual([400, 'bad-request'])
      expect(errorBodySchema.parse(answer.body).error.message).toContain('application/json')
      await unchanged()
    },
  )

  it('more than 16 KiB', async () => {
    expect(codeOf(await raw(JSON.stringify({ ...good, padding: 'x'.repeat(16 * 1024) })))).toEqual([
      413,
      'payload-too-large',
    ])
    expect(codeOf(await raw(JSON.stringify({ padding: 'x'.repeat(15 * 1024) })))).toEqual([400, 'bad-request'])
    await unchanged()
  })

  it('a bounded number of many faults is listed', async () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${index}${'x'.repeat(20)}`, index]))
    const answer = await raw(JSON.stringify(body))
    expect(codeOf(answer)).toEqual([400, 'bad-request'])
    expect(JSON.stringify(answer.body).length).toBeLessThan(3000)
  })
})

describe('a rated match with a chosen seat is refused, to guests like to anybody:', () => {
  const terms = { clock: 'blitz', rated: true }

  it.each<[string, string, object]>([
    ['an invitation', '/v1/matches', { ...terms, seat: 0 }],
    ['an open table', '/v1/matches', { ...terms, seat: 1, listed: true }],
    ['a match against a bot', '/v1/matches', { ...terms, seat: 1, opponent: { bot: 'club' } }],
    ['a challenge', '/v1/challenges', { ...terms, seat: 0, to: { name: 'Bo' } }],
  ])('%s', async (_what, url, body) => {
    const answer = await ada.post(url, body)
    expect(codeOf(answer)).toEqual([400, 'bad-request'])
    const { details } = errorBodySchema.parse(answer.body).error
    expect(details).toMatchObject({ in: 'body', issues: [{ path: '/seat' }] })
  })
})

describe('an unknown address is refused:', () => {
  it.each([
    ['GET', '/v1'],
    ['GET', '/v1/nothing'],
    ['PATCH', '/v1/players/me/nothing'],
    ['PUT', '/v1/nothing'],
    ['GET', '/v1/matches/../../etc/passwd'],
  ] as const)('%s %s', async (method, url) => {
    expect(codeOf(await ada.send({ method, url }))).toEqual([404, 'unknown-route'])
  })

  it('a URL that cannot be decoded, or is too long', async () => {
    expect(codeOf(await ada.get('/v1/matches/%E0%A4%A'))).toEqual([400, 'bad-request'])
    expect(codeOf(await ada.get(`/v1/matches/${'x'.repeat(500)}`))).toEqual([400, 'bad-request'])
  })
})

describe('on the bare socket,', () => {
  const say = async (words: string): Promise<string> => {
    const { port } = http.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(words)
    return text(socket)
  }
  beforeEach(() => http.app.listen({ port: 0, host: '127.0.0.1' }))

  const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))

  it('bytes that are not HTTP are answered, and the connection is closed', async () => {
    const answer = await say('HELLO?\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(answer)).toMatchObject({ ok: false, error: { code: 'bad-request' } })
  })

  it('endless headers are answered, and the connection is closed', async () => {
    const answer = await say(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(bodyOf(answer)).toMatchObject({ ok: false, error: { code: 'payload-too-large' } })
  })
})

describe('a fault of the server', () => {
  it('is answered with an id that is in the log as well, and without details of the fault', async () => {
    vi.spyOn(http.matches.views, 'view').mockRejectedValue(new Error('the password is hunter2'))
    const answer = await ada.get(`/v1/matches/${match}`)
    expect(codeOf(answer)).toEqual([500, 'internal'])
    expect(JSON.stringify(answer)).not.toContain('hunter2')
    const { details } = errorBodySchema.parse(answer.body).error
    expect(details).toEqual({ id: answer.headers['x-request-id'] })
    const line = http.logged().find(({ err }) => err !== undefined)
    expect(line).toMatchObject({
      level: 50,
      reqId: details!.id,
      err: { message: 'the password is hunter2' },
      route: '/v1/matches/:id',
    })
  })

  it('is also an answer that does not match its schema: it could have secrets', async () => {
    const view = await http.matches.views.view(null, match)
    vi.spyOn(http.matches.views, 'view').mockResolvedValue({
      ...view,
      snapshot: { ...view.snapshot, undeclared: 'secret' },
    } as typeof view)
    const answer = await ada.get(`/v1/matches/${match}`)
    expect(codeOf(answer)).toEqual([500, 'internal'])
    expect(JSON.stringify(answer)).not.toContain('secret')
  })
})

describe('more requests than are allowed', () => {
  it('are refused on every route, while other addresses are served', async () => {
    const limited = await openHttp({
      addresses: createAddresses(['127.0.0.1']),
      settings: { corsOrigins: [], rates: { httpPerMinute: 5, guestsPerMinute: 100 } },
    })
    try {
      const from = (address: string, url: string) => limited.nobody.get(url, { 'x-forwarded-for': address })
      for (const url of ['/v1/games', '/v1/nothing', '/docs/json', '/v1/matches/x', '/v1/players/me']) {
        expect((await from('203.0.113.1', url)).statusCode).not.toBe(429)
      }
      for (const url of ['/v1/games', '/v1/nothing', '/v1/players/me']) {
        const refused = await from('203.0.113.1', url)
        expect(codeOf(refused)).toEqual([429, 'rate-limited'])
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      }
      expect((await from('203.0.113.2', '/v1/games')).statusCode).toBe(200)
      expect((await from('203.0.113.1', '/healthz')).statusCode).toBe(200)
    } finally {
      await limited.close()
    }
  })

  it('of one player are refused by what they weigh, while other players of the same address are served', async () => {
    const limited = await openHttp({ rate: new MessageRate(1) })
    try {
      const [ada, ben] = [await limited.guest('Ada'), await limited.guest('Ben')]
      const create = () => ada.post('/v1/matches', { kind: 'base', clock: 'none' })
      // Each weighs as much as five plain messages, of which there are ten in ten seconds.
      expect([(await create()).statusCode, (await create()).statusCode]).toEqual([201, 201])
      expect(codeOf(await ada.get('/v1/players/me'))).toEqual([429, 'rate-limited'])
      expect((await ben.get('/v1/players/me')).statusCode).toBe(200)
      expect((await limited.nobody.get('/v1/games')).statusCode).toBe(200)
    } finally {
      await limited.close()
    }
  })

  it('are counted by the address of the connection when no proxy is trusted', async () => {
    const limited = await openHttp({
      settings: { corsOrigins: [], rates: { httpPerMinute: 2, guestsPerMinute: 100 } },
    })
    try {
      const statuses = []
      for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
        statuses.push((await limited.nobody.get('/v1/games', { 'x-forwarded-for': address })).statusCode)
      }
      expect(statuses).toEqual([200, 200, 429])
    } finally {
      await limited.close()
    }
  })
})
