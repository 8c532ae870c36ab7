import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type {
  Challenge,
  ChallengesAnswer,
  PoolsAnswer,
  PublicMatchesAnswer,
  QueueAnswer,
  TablesAnswer,
  ViewAnswer,
} from '../../src/protocol/index.ts'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import type { Caller, Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'
import { newActionId } from '../support/players.ts'

const BLITZ = { kind: 'base', clock: 'blitz', rated: true } as const

let http: Http
beforeEach(async () => {
  http = await openHttp()
})
afterEach(() => http.close())

const status = async (caller: Caller): Promise<QueueAnswer> => (await caller.get<QueueAnswer>('/v1/queue')).body

describe('the queue', () => {
  it('pairs two players who poll it', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    expect(await status(ada)).toEqual({ status: 'idle' })
    const joined = await ada.post<QueueAnswer>('/v1/queue', { clock: 'blitz', rated: true })
    expect([joined.statusCode, joined.body]).toEqual([
      200,
      { status: 'waiting', pool: BLITZ, since: expect.any(Number) as number, waiting: 1 },
    ])
    expect(await status(ada)).toEqual(joined.body)
    await bo.post('/v1/queue', BLITZ)
    await expect.poll(() => status(ada), PATIENTLY).toMatchObject({ status: 'matched', pool: BLITZ })
    const { match } = (await status(bo)) as { match: string }
    const views = await Promise.all(
      [ada, bo].map(async (player) => (await player.get<ViewAnswer>(`/v1/matches/${match}`)).body),
    )
    expect(views.map(({ snapshot }) => snapshot.you).sort()).toEqual([0, 1])
    const refused = await ada.post('/v1/queue', { ...BLITZ, kind: 'agora' })
    expect(codeOf(refused)).toEqual([409, 'already-playing'])
    expect(refused.body).toMatchObject({ error: { details: { match } } })
  })

  it('can be left', async () => {
    const ada = await http.guest('Ada')
    await ada.post('/v1/queue', BLITZ)
    for (let times = 0; times < 2; times += 1) {
      const left = await ada.send({ method: 'DELETE', url: '/v1/queue' })
      expect([left.statusCode, left.body]).toEqual([200, { status: 'idle' }])
    }
    expect(await status(ada)).toEqual({ status: 'idle' })
  })

  it('needs a token and an existing pool', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      expect(codeOf(await http.nobody.send({ method, url: '/v1/queue' }))).toEqual([401, 'token-missing'])
    }
    const ada = await http.guest('Ada')
    for (const pool of [{}, { clock: 'none', rated: false }, { ...BLITZ, more: 1 }, { ...BLITZ, kind: 'chess' }]) {
      expect(codeOf(await ada.post('/v1/queue', pool))).toEqual([400, 'bad-request'])
    }
  })

  it('shows everybody how many players wait', async () => {
    const ada = await http.guest('Ada')
    await ada.post('/v1/queue', BLITZ)
    const { pools } = (await http.nobody.get<PoolsAnswer>('/v1/pools')).body
    // For each kind of game: six clocks, rated and not.
    expect(pools).toHaveLength(12 * GAME_KIND_IDS.length)
    expect(pools.filter(({ waiting, used }) => waiting > 0 || used)).toEqual([{ pool: BLITZ, waiting: 1, used: true }])
  })
})

describe('the list of open tables', () => {
  const tables = async (query = ''): Promise<string[]> =>
    (await http.nobody.get<TablesAnswer>(`/v1/tables${query}`)).body.tables.map(({ match }) => match)

  it('is shown to everybody, with filters', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    const create = async (terms: object): Promise<string> =>
      (await ada.post<ViewAnswer>('/v1/matches', { listed: true, ...terms })).body.snapshot.match
    const blitz = await create({ clock: 'blitz', rated: true })
    const agora = await create({ clock: 'slow', kind: 'agora' })
    await expect.poll(() => tables(), PATIENTLY).toEqual([agora, blitz])
    expect(await tables('?kind=agora')).toEqual([agora])
    expect(await tables('?clock=blitz&rated=true')).toEqual([blitz])
    expect(await tables('?clock=blitz&rated=false')).toEqual([])
    expect(await tables('?bots=true')).toEqual([])
    expect(await tables('?bots=false&kind=agora')).toEqual([agora])
    expect((await bo.post('/v1/matches/join', { match: blitz })).statusCode).toBe(200)
    await expect.poll(() => tables(), PATIENTLY).toEqual([agora])
    await ada.post(`/v1/matches/${agora}/abort`, { actionId: newActionId(), version: 0 })
    await expect.poll(() => tables(), PATIENTLY).toEqual([])
  })

  it('says whom a table admits, and who is not admitted cannot join', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    const admits = { rating: { least: 1600 }, accounts: true }
    const { snapshot } = (await ada.post<ViewAnswer>('/v1/matches', { clock: 'blitz', listed: true, admits })).body
    expect(snapshot.admits).toEqual(admits)
    const list = async () => (await http.nobody.get<TablesAnswer>('/v1/tables')).body.tables
    await expect.poll(list, PATIENTLY).toMatchObject([{ match: snapshot.match, admits }])
    expect((await http.nobody.get(`/v1/invitations/${snapshot.code!}`)).body).toMatchObject({ admits })
    for (const seat of [{ match: snapshot.match }, { code: snapshot.code }]) {
      const refused = await bo.post('/v1/matches/join', seat)
      expect(codeOf(refused)).toEqual([403, 'not-eligible'])
      expect(refused.body).toMatchObject({ error: { details: { rating: { least: 1600 } } } })
    }
    await expect.poll(list, PATIENTLY).toHaveLength(1)
  })

  it('refuses a table that admits what cannot be', async () => {
    const ada = await http.guest('Ada')
    for (const [admits, path] of [
      [{ rating: { least: 2000, most: 1000 } }, '/admits/rating'],
      [{ rating: { most: 1e9 } }, '/admits/rating/most'],
      [{}, '/admits'],
    ]) {
      const refused = await ada.post('/v1/matches', { clock: 'blitz', listed: true, admits })
      expect(codeOf(refused)).toEqual([400, 'bad-request'])
      expect(refused.body).toMatchObject({ error: { details: { issues: [{ path }] } } })
    }
    expect(await tables()).toEqual([])
  })

  it('refuses unknown filters', async () => {
    for (const query of ['?kind=chess', '?agora=true', '?clock=fast', '?host=ada', '?bots=some']) {
      expect(codeOf(await http.nobody.get(`/v1/tables${query}`))).toEqual([400, 'bad-request'])
    }
  })
})

describe('the list of public matches', () => {
  const matches = async (query = ''): Promise<string[]> =>
    (await http.nobody.get<PublicMatchesAnswer>(`/v1/matches${query}`)).body.matches.map(({ match }) => match)

  it('is shown to everybody, until a match ends', async () => {
    const { match, players } = await http.started()
    await expect.poll(() => matches(), PATIENTLY).toEqual([match])
    expect(await matches('?kind=base&clock=none&limit=1')).toEqual([match])
    expect(await matches('?kind=agora')).toEqual([])
    expect(await matches('?order=rating')).toEqual([])
    expect(await matches('?bots=true')).toEqual([])
    expect(await matches('?bots=false')).toEqual([match])
    await players[0].post(`/v1/matches/${match}/resign`, { actionId: newActionId() })
    await expect.poll(() => matches(), PATIENTLY).toEqual([])
  })

  it('refuses unknown filters', async () => {
    for (const query of ['?kind=chess', '?order=oldest', '?limit=101', '?rated=true']) {
      expect(codeOf(await http.nobody.get(`/v1/matches${query}`))).toEqual([400, 'bad-request'])
    }
    expect(codeOf(await http.nobody.get('/v1/matches?cursor=AAAA'))).toEqual([400, 'bad-cursor'])
  })
})

describe('a challenge', () => {
  const sent = async (from: Caller, to: Caller): Promise<string> => {
    http.lobby.online.connected({ id: to.id, name: to.name })
    const request = { to: { player: to.id }, clock: 'blitz' }
    const answer = await from.post<{ challenge: Challenge }>('/v1/challenges', request)
    expect(answer.statusCode).toBe(201)
    return answer.body.challenge.id
  }
  const open = async (caller: Caller): Promise<ChallengesAnswer> =>
    (await caller.get<ChallengesAnswer>('/v1/challenges')).body

  it('is sent, listed and accepted', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    const id = await sent(ada, bo)
    expect(await open(bo)).toMatchObject({ received: [{ id, from: { id: ada.id } }], sent: [] })
    const { body } = await bo.post<{ match: string }>(`/v1/challenges/${id}/accept`)
    expect((await ada.get<ViewAnswer>(`/v1/matches/${body.match}`)).body.snapshot.status).toBe('playing')
    expect((await bo.post(`/v1/challenges/${id}/accept`)).body).toEqual(body)
    expect(codeOf(await ada.post(`/v1/challenges/${id}/accept`))).toEqual([404, 'unknown-challenge'])
    expect(await open(ada)).toEqual({ received: [], sent: [] })
  })

  it('is declined, or withdrawn', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    for (const who of [ada, bo]) {
      const id = await sent(ada, bo)
      expect((await who.send({ method: 'DELETE', url: `/v1/challenges/${id}` })).statusCode).toBe(204)
      expect(await open(bo)).toEqual({ received: [], sent: [] })
    }
  })

  it('is refused without a token, and to nobody', async () => {
    expect(codeOf(await http.nobody.get('/v1/challenges'))).toEqual([401, 'token-missing'])
    const ada = await http.guest('Ada')
    const to = { player: 'AAAAAAAAAAAAAAAA' }
    expect(codeOf(await ada.post('/v1/challenges', { to }))).toEqual([404, 'unknown-player'])
    expect(codeOf(await ada.post('/v1/challenges', { to, rated: true }))).toEqual([400, 'bad-request'])
    expect(codeOf(await ada.send({ method: 'DELETE', url: '/v1/challenges/short' }))).toEqual([400, 'bad-request'])
  })
})
