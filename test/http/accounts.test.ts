import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { createAddresses } from '../../src/limits/index.ts'
import type { Followed, Session, ViewAnswer } from '../../src/protocol/index.ts'
import { PASSWORD } from '../support/accounts.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import type { Answer, Http } from '../support/http.ts'
import { Caller, codeOf, openHttp } from '../support/http.ts'

interface Login {
  player: { id: string; name: string }
  token: string
  expiresAt: number
}

const OTHER = 'another password altogether'

let places: Places
let database: Database
let http: Http
let names = 0
beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
})
beforeEach(async () => {
  http = await openHttp({}, database)
})
afterEach(() => http.close())
afterAll(async () => {
  await database.close()
  await places.end()
})

const caller = ({ body }: Answer<Login>): Caller => new Caller(http.app, body.player, body.token)
const newName = (): string => `Player ${(names += 1)}`
const claim = (guest: Caller, name: string, password = PASSWORD) =>
  guest.post<Login>('/v1/players/me/account', { name, password })
/** A new player with an account. */
const player = async (name = newName()): Promise<Caller> => caller(await claim(await http.guest('Guest'), name))
const logIn = (name: string, password = PASSWORD, headers = {}) =>
  http.nobody.send<Login>({ method: 'POST', url: '/v1/sessions', payload: { name, password }, headers })
const del = (who: Caller, url: string) => who.send({ method: 'DELETE', url })
const list = (who: Caller) => who.get<{ sessions: Session[] }>('/v1/players/me/sessions')
const sessionsOf = async (who: Caller): Promise<Session[]> => (await list(who)).body.sessions
const me = (who: Caller) => who.get('/v1/players/me')
/** The answer with a new token. */
const welcome = (who: object) => ({ statusCode: 201, headers: KEPT_BY_NOBODY, body: { player: who } })
const KEPT_BY_NOBODY = { 'cache-control': expect.stringContaining('no-store') as string }
const done = { statusCode: 204, body: undefined }

describe('an account', () => {
  it('is made of a guest with the claimed name, and the player can log in from elsewhere', async () => {
    const guest = await http.guest('Guest')
    const name = newName()
    const claimed = await claim(guest, name)
    expect(claimed).toMatchObject(welcome({ id: guest.id, name }))
    expect(Object.keys(claimed.body).sort()).toEqual(['expiresAt', 'player', 'recoveryCodes', 'token'])
    const elsewhere = await logIn(name.toUpperCase())
    expect(elsewhere).toMatchObject(welcome({ id: guest.id, name }))
    for (const who of [guest, caller(claimed), caller(elsewhere)]) {
      expect(await me(who)).toMatchObject({ statusCode: 200, body: { player: { id: guest.id } } })
    }
  })

  it('continues the match that its player began as a guest', async () => {
    const { match, players } = await http.started()
    const account = caller(await claim(players[0], newName()))
    const { body } = await account.get(`/v1/matches/${match}`)
    expect(body).toMatchObject({ snapshot: { you: 0, players: { 0: { id: account.id } } } })
  })

  it('cannot be claimed with bad input, and the answer has the reason', async () => {
    const name = newName()
    const ada = await player(name)
    const guest = await http.guest('Guest')
    expect(codeOf(await claim(guest, name.toLowerCase()))).toEqual([409, 'name-taken'])
    expect(codeOf(await claim(guest, 'A\u202Eda'))).toEqual([400, 'name-invalid'])
    expect(codeOf(await claim(guest, newName(), 'short'))).toEqual([400, 'password-invalid'])
    expect(codeOf(await claim(ada, newName()))).toEqual([409, 'account-exists'])
    expect(codeOf(await http.nobody.post('/v1/players/me/account', { name, password: PASSWORD }))).toEqual([
      401,
      'token-missing',
    ])
    const good = { name: newName(), password: PASSWORD }
    for (const body of [
      {},
      { name },
      { ...good, password: 7 },
      { ...good, id: ada.id },
      { ...good, password: 'x'.repeat(513) },
      { ...good, password: `x${'\u0301'.repeat(5000)}` },
    ]) {
      expect(codeOf(await guest.post('/v1/players/me/account', body))).toEqual([400, 'bad-request'])
    }
  })

  it('refuses a wrong name and a wrong password with the same answer', async () => {
    const name = newName()
    await player(name)
    const [password, stranger] = [await logIn(name, OTHER), await logIn(newName())]
    expect(codeOf(password)).toEqual([401, 'login-failed'])
    expect(stranger).toMatchObject({ statusCode: 401, body: password.body })
  })

  it('refuses an address, with its whole IPv6 network, for a while after too many wrong passwords', async () => {
    const proxied = await openHttp({ addresses: createAddresses(['127.0.0.1']) }, database)
    try {
      const name = newName()
      await player(name)
      const from = (address: string, password: string) =>
        proxied.nobody.send({
          method: 'POST',
          url: '/v1/sessions',
          payload: { name, password },
          headers: { 'x-forwarded-for': address },
        })
      for (let guess = 0; guess < 10; guess += 1) {
        expect(codeOf(await from(`2001:db8::${guess}`, OTHER))).toEqual([401, 'login-failed'])
      }
      const refused = await from('2001:db8::ffff', PASSWORD)
      expect(codeOf(refused)).toEqual([429, 'rate-limited'])
      expect(refused.body).toMatchObject({ error: { details: { retryAfterMs: expect.any(Number) as number } } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await from('2001:db8:0:1::1', PASSWORD)).statusCode).toBe(201)
    } finally {
      await proxied.close()
    }
  })

  it('gets another password, which ends all of its other sessions', async () => {
    const name = newName()
    const [here, there] = [await player(name), caller(await logIn(name))]
    const change = (current: string, next: string) =>
      here.send({ method: 'PUT', url: '/v1/players/me/password', payload: { current, next } })
    expect(codeOf(await change(OTHER, OTHER))).toEqual([403, 'password-wrong'])
    expect(codeOf(await change(PASSWORD, 'short'))).toEqual([400, 'password-invalid'])
    expect((await me(there)).statusCode).toBe(200)
    expect(await change(PASSWORD, OTHER)).toMatchObject(done)
    expect(codeOf(await me(there))).toEqual([401, 'token-revoked'])
    expect((await me(here)).statusCode).toBe(200)
    expect(codeOf(await logIn(name))).toEqual([401, 'login-failed'])
    expect((await logIn(name, OTHER)).statusCode).toBe(201)
  })
})

describe('the sessions of an account', () => {
  it('are listed with the labels of their clients', async () => {
    const name = newName()
    const here = await player(name)
    await logIn(name, PASSWORD, { 'user-agent': `Phone\t${'\u{e9}'.repeat(300)}` })
    const listed = await list(here)
    expect(listed.headers['cache-control']).toBe('private, no-store')
    const [phone, own] = listed.body.sessions
    expect(phone).toMatchObject({ current: false, label: `Phone${'\u{e9}'.repeat(195)}` })
    expect(own).toMatchObject({ current: true, label: 'lightMyRequest' })
  })

  it('are ended one by one, or all but the caller’s', async () => {
    const name = newName()
    const here = await player(name)
    const [second, third, fourth] = [caller(await logIn(name)), caller(await logIn(name)), caller(await logIn(name))]
    const own = (await sessionsOf(second)).find(({ current }) => current)!
    expect(await del(here, `/v1/players/me/sessions/${own.id}`)).toMatchObject(done)
    expect(codeOf(await me(second))).toEqual([401, 'token-revoked'])
    expect((await me(third)).statusCode).toBe(200)
    expect(codeOf(await del(here, `/v1/players/me/sessions/${own.id}`))).toEqual([404, 'unknown-session'])
    expect(codeOf(await del(here, '/v1/players/me/sessions/x'))).toEqual([400, 'bad-request'])
    expect(await del(here, '/v1/players/me/sessions')).toMatchObject(done)
    for (const who of [third, fourth]) expect(codeOf(await me(who))).toEqual([401, 'token-revoked'])
    expect(await sessionsOf(here)).toMatchObject([{ current: true }])
  })

  it('belong to accounts: a guest has none', async () => {
    const guest = await http.guest('Guest')
    expect(codeOf(await guest.get('/v1/players/me/sessions'))).toEqual([403, 'account-needed'])
    expect(codeOf(await del(guest, '/v1/players/me/sessions'))).toEqual([403, 'account-needed'])
  })
})

describe('a token', () => {
  it('is renewed: the player is the same with both', async () => {
    for (const first of [await http.guest('Ada'), await player('Ada Renewed')]) {
      const renewed = await first.post<Login>('/v1/players/me/token')
      const player = { id: first.id, name: first.name }
      expect(renewed).toMatchObject(welcome(player))
      for (const who of [first, caller(renewed)]) expect(await me(who)).toMatchObject({ body: { player } })
    }
  })

  it('is refused, also for renewal, once its player has logged out', async () => {
    for (const first of [await http.guest('Ada'), await player()]) {
      const renewed = caller(await first.post<Login>('/v1/players/me/token'))
      expect(await del(first, '/v1/sessions/current')).toMatchObject(done)
      for (const who of [first, renewed]) {
        expect(codeOf(await me(who))).toEqual([401, 'token-revoked'])
        expect(codeOf(await who.post('/v1/players/me/token'))).toEqual([401, 'token-revoked'])
        expect(codeOf(await who.post('/v1/matches', {}))).toEqual([401, 'token-revoked'])
      }
    }
  })
})

it('floods of every kind from one address are refused', async () => {
  const rates = { httpPerMinute: 1000, guestsPerMinute: 3 }
  const limited = await openHttp({ settings: { ...http.parts.settings, rates } }, database)
  try {
    const guest = await limited.guest('Ada')
    const asks: (() => Promise<Answer<unknown>>)[] = [
      () => limited.nobody.post('/v1/sessions', { name: newName(), password: PASSWORD }),
      () => guest.post('/v1/players/me/account', { name: newName(), password: 'short' }),
      () => guest.post('/v1/players/me/token'),
      () => guest.send({ method: 'PUT', url: '/v1/players/me/password', payload: { current: PASSWORD, next: OTHER } }),
    ]
    for (const ask of asks) {
      for (let asked = 0; asked < 3; asked += 1) expect((await ask()).statusCode).not.toBe(429)
      expect(codeOf(await ask())).toEqual([429, 'rate-limited'])
    }
    const outs: number[] = []
    for (let asked = 0; asked < 4; asked += 1) {
      const { token, player: ref } = await limited.tokens.issue({ id: 'AAAAAAAAAAAAAAAA', name: 'Ada' })
      outs.push((await del(new Caller(limited.app, ref, token), '/v1/sessions/current')).statusCode)
    }
    expect(outs).toEqual([204, 204, 204, 429])
  } finally {
    await limited.close()
  }
})

it('while the database is away, new guests play, and everything about accounts is unavailable', async () => {
  const away = await openHttp()
  try {
    const guest = await away.guest('Ada')
    expect((await guest.post('/v1/matches', {})).statusCode).toBe(201)
    const asks = [
      guest.post('/v1/players/me/account', { name: newName(), password: PASSWORD }),
      guest.post('/v1/players/me/token'),
      guest.get('/v1/players/me/sessions'),
      del(guest, '/v1/sessions/current'),
      away.nobody.post('/v1/sessions', { name: newName(), password: PASSWORD }),
    ]
    for (const ask of asks) expect(codeOf(await ask)).toEqual([503, 'unavailable'])
    expect((await me(guest)).statusCode).toBe(200)
  } finally {
    await away.close()
  }
})

describe('the players whom an account blocks', () => {
  const url = (id: string): string => `/v1/players/me/blocks/${id}`
  const put = (who: Caller, id: string) => who.send({ method: 'PUT', url: url(id) })
  const blocked = async (who: Caller): Promise<string[]> =>
    (await who.get<{ blocked: { id: string }[] }>('/v1/players/me/blocks')).body.blocked.map(({ id }) => id)

  it('are a list of its own', async () => {
    const [ada, bo] = [await player(), await player()]
    expect(await put(ada, bo.id)).toMatchObject(done)
    expect(await blocked(ada)).toEqual([bo.id])
    expect(await blocked(bo)).toEqual([])
    expect(await del(ada, url(bo.id))).toMatchObject(done)
    expect(await blocked(ada)).toEqual([])
  })

  it('are refused to a guest, and without a token', async () => {
    const [guest, ada] = [await http.guest('Gus'), await player()]
    expect(codeOf(await put(guest, ada.id))).toEqual([403, 'account-needed'])
    expect(codeOf(await put(ada, ada.id))).toEqual([400, 'bad-request'])
    expect(codeOf(await http.nobody.get('/v1/players/me/blocks'))).toEqual([401, 'token-missing'])
  })
})

describe('the people of a server', () => {
  const following = async (who: Caller) => (await who.get<{ following: Followed[] }>('/v1/players/me/following')).body
  const put = (who: Caller, list: string, id: string) =>
    who.send({ method: 'PUT', url: `/v1/players/me/${list}/${id}` })
  const idsOf = (answer: { body: { players: { id: string }[] } }): string[] => answer.body.players.map(({ id }) => id)
  const found = async (who: Caller, name: string): Promise<string[]> =>
    idsOf(await who.get(`/v1/players?name=${encodeURIComponent(name.toLowerCase())}`))

  it('follow each other, and see who is online, and in which public match', async () => {
    const [ada, bo] = [await player(), await player()]
    expect(await put(ada, 'following', bo.id)).toMatchObject(done)
    const entry = { id: bo.id, name: expect.any(String) as string, since: expect.any(Number) as number }
    expect(await following(ada)).toEqual({ following: [{ ...entry, online: false }] })
    http.lobby.online.connected({ id: bo.id, name: bo.name })
    expect(await following(ada)).toEqual({ following: [{ ...entry, online: true }] })
    const view = await bo.post<ViewAnswer>('/v1/matches', { visibility: 'public' })
    const guest = await http.guest('Guest')
    await guest.post('/v1/matches/join', { code: view.body.snapshot.code })
    const { match } = view.body.snapshot
    await expect.poll(() => following(ada)).toEqual({ following: [{ ...entry, online: true, match }] })
    expect(await del(ada, `/v1/players/me/following/${bo.id}`)).toMatchObject(done)
    expect(await following(ada)).toEqual({ following: [] })
  })

  it('do not find those who block them, who stay in what is public', async () => {
    const [ada, bo, guest] = [await player(), await player(), await http.guest('Guest')]
    for (const each of [ada, bo]) http.lobby.online.connected({ id: each.id, name: each.name })
    await put(bo, 'following', ada.id)
    for (const blocked of [bo, guest]) await put(ada, 'blocks', blocked.id)
    const online = async (who: Caller) => idsOf(await who.get('/v1/online'))
    for (const who of [bo, guest]) {
      expect(await found(who, ada.name)).not.toContain(ada.id)
      expect(await online(who)).not.toContain(ada.id)
      expect(await online(who)).toContain(bo.id)
    }
    for (const who of [http.nobody, ada]) {
      expect(await found(who, ada.name)).toContain(ada.id)
      expect(await online(who)).toContain(ada.id)
    }
    expect(await following(bo)).toEqual({ following: [] })
    expect(codeOf(await put(bo, 'following', ada.id))).toEqual([404, 'unknown-player'])
  })

  it('are refused what they ask wrongly', async () => {
    const [ada, guest] = [await player(), await http.guest('Guest')]
    for (const query of ['', '?name=a', '?name=ada&limit=0', '?name=ada&limit=51', '?name=ada&after=x']) {
      expect(codeOf(await ada.get(`/v1/players${query}`))).toEqual([400, 'bad-request'])
    }
    expect(codeOf(await ada.get('/v1/players?name=%20'))).toEqual([400, 'name-invalid'])
    expect(codeOf(await put(guest, 'following', ada.id))).toEqual([403, 'account-needed'])
    expect(codeOf(await put(ada, 'following', guest.id))).toEqual([404, 'unknown-player'])
    expect(codeOf(await put(ada, 'following', ada.id))).toEqual([400, 'bad-request'])
    expect(codeOf(await http.nobody.get('/v1/players/me/following'))).toEqual([401, 'token-missing'])
  })
})
