import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishedGame } from '../../src/history/index.ts'
import { createAddresses } from '../../src/limits/index.ts'
import { createTokens } from '../../src/players/index.ts'
import type { Http } from '../support/http.ts'
import { Caller, codeOf, openHttp, SECRET } from '../support/http.ts'

interface Guest {
  player: { id: string; name: string }
  token: string
  expiresAt: number
}

let http: Http
beforeEach(async () => {
  http = await openHttp()
})
afterEach(() => http.close())

describe('a guest', () => {
  it('gets an id and a token for a name', async () => {
    const { statusCode, headers, body } = await http.nobody.post<Guest>('/v1/players', { name: '  Ａｄａ ' })
    expect(statusCode).toBe(201)
    expect(headers['cache-control']).toBe('no-store')
    expect(body.player).toEqual({ id: expect.stringMatching(/^[A-Za-z0-9_-]{16}$/) as string, name: 'Ada' })
    const me = await new Caller(http.app, body.player, body.token).get('/v1/players/me')
    expect(me.body).toEqual({ player: body.player, expiresAt: body.expiresAt })
  })

  it('gets the reason when a name is refused', async () => {
    const answer = await http.nobody.post('/v1/players', { name: 'A\u202Eda' })
    expect(codeOf(answer)).toEqual([400, 'name-invalid'])
    expect(answer.body).toMatchObject({ error: { message: expect.stringContaining('U+202E') as string } })
    for (const name of ['', ' ', 'a'.repeat(25), 'a'.repeat(5000)]) {
      expect(codeOf(await http.nobody.post('/v1/players', { name }))).toEqual([400, 'name-invalid'])
    }
  })

  it('chooses their name, not their id', async () => {
    for (const body of [{}, { name: 7 }, { name: 'Ada', id: 'AAAAAAAAAAAAAAAA' }, { name: null }]) {
      expect(codeOf(await http.nobody.post('/v1/players', body))).toEqual([400, 'bad-request'])
    }
  })
})

describe('a token', () => {
  const me = async (headers: Record<string, string>) => codeOf(await http.nobody.get('/v1/players/me', headers))

  it('is refused when it is missing', async () => {
    expect(await me({})).toEqual([401, 'token-missing'])
  })

  it('is refused when it is malformed or in the wrong place', async () => {
    const { token } = await http.guest('Ada')
    for (const authorization of [
      'Bearer x',
      'Bearer',
      `Basic ${token}`,
      token!,
      `Bearer ${token} ${token}`,
      `Bearer ${token}x`,
    ]) {
      expect(await me({ authorization })).toEqual([401, 'token-invalid'])
    }
    expect(codeOf(await http.nobody.get(`/v1/players/me?token=${token}`))).toEqual([401, 'token-missing'])
  })

  it('is refused when it has expired', async () => {
    const { token } = await createTokens(SECRET, 1000, () => Date.now() - 60_000).issue({
      id: 'AAAAAAAAAAAAAAAA',
      name: 'Ada',
    })
    expect(await me({ authorization: `Bearer ${token}` })).toEqual([401, 'token-expired'])
  })

  it('is checked before the rest of the request', async () => {
    expect(codeOf(await http.nobody.post('/v1/matches', { nonsense: true }))).toEqual([401, 'token-missing'])
  })

  it('must be valid even where none is needed', async () => {
    const { match } = await http.started()
    expect((await http.nobody.get(`/v1/matches/${match}`)).statusCode).toBe(200)
    expect(codeOf(await http.nobody.get(`/v1/matches/${match}`, { authorization: 'Bearer x' }))).toEqual([
      401,
      'token-invalid',
    ])
  })
})

describe('a player', () => {
  it('is unknown until a first game has ended', async () => {
    const { match, players } = await http.started()
    expect(codeOf(await players[0].get(`/v1/players/${players[0].id}`))).toEqual([404, 'unknown-player'])
    await players[0].post(`/v1/matches/${match}/resign`, { actionId: 'resign-01' })
    await http.archive.store(finishedGame((await http.store.load(match))!))
    const { body } = await http.nobody.get(`/v1/players/${players[0].id}`)
    expect(body).toMatchObject({ id: players[0].id, name: 'Ada', games: 1 })
  })

  it('has only games that the player took part in, whatever the other filters are', async () => {
    await http.nobody.get('/v1/players/AAAAAAAAAAAAAAAA/games?limit=5&by=science')
    expect(http.archive.queries).toEqual([{ player: 'AAAAAAAAAAAAAAAA', limit: 5, by: 'science' }])
    const other = await http.nobody.get('/v1/players/AAAAAAAAAAAAAAAA/games?player=BBBBBBBBBBBBBBBB')
    expect(codeOf(other)).toEqual([400, 'bad-request'])
  })
})

it('a flood of guests from one address is refused, while other addresses are served', async () => {
  const limited = await openHttp({
    addresses: createAddresses(['127.0.0.1']),
    settings: { corsOrigins: [], rates: { httpPerMinute: 1000, guestsPerMinute: 3 } },
  })
  try {
    const ask = (address: string) =>
      limited.nobody.send<Guest>({
        method: 'POST',
        url: '/v1/players',
        payload: { name: 'Ada' },
        headers: { 'x-forwarded-for': address },
      })
    for (let asked = 0; asked < 3; asked += 1) expect((await ask('203.0.113.1')).statusCode).toBe(201)
    const refused = await ask('203.0.113.1')
    expect(codeOf(refused)).toEqual([429, 'rate-limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.body).toMatchObject({ error: { details: { retryAfterMs: expect.any(Number) as number } } })
    expect((await ask('203.0.113.2')).statusCode).toBe(201)
    // An IPv6 network counts as one address: a client usually has all of it.
    for (let asked = 0; asked < 3; asked += 1) expect((await ask(`2001:db8::${asked}`)).statusCode).toBe(201)
    expect(codeOf(await ask('2001:db8::ffff'))).toEqual([429, 'rate-limited'])
  } finally {
    await limited.close()
  }
})
