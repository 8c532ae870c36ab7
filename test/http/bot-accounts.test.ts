import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import type { BotAccount, Challenge, OwnData, ViewAnswer } from '../../src/protocol/index.ts'
import { PASSWORD } from '../support/accounts.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import type { Answer, Http } from '../support/http.ts'
import { Caller, codeOf, openHttp } from '../support/http.ts'
import type { MemoryArchive } from '../support/memory-archive.ts'

interface Issued {
  player: { id: string; name: string; bot?: true }
  token: string
  expiresAt: number
}

const BOTS = '/v1/players/me/bots'
const PRIVATE = { 'cache-control': 'private, no-store' }

let places: Places
let database: Database
let http: Http
let ada: Caller
let names = 0
beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
})
beforeEach(async () => {
  http = await openHttp({}, database)
  const guest = await http.guest('Guest')
  ada = caller(await guest.post<Issued>('/v1/players/me/account', { name: newName(), password: PASSWORD }))
})
afterEach(() => http.close())
afterAll(async () => {
  await database.close()
  await places.end()
})

const newName = (): string => `Player ${(names += 1)}`
const caller = ({ body }: Answer<Issued>): Caller => new Caller(http.app, body.player, body.token)
const create = async (name = newName()): Promise<Caller> => caller(await ada.post<Issued>(BOTS, { name }))
const del = (who: Caller, url: string, payload?: object) =>
  who.send({ method: 'DELETE', url, ...(payload && { payload }) })
const listed = async (): Promise<BotAccount[]> => (await ada.get<{ bots: BotAccount[] }>(BOTS)).body.bots

describe('the bots of an account', () => {
  it('are created, listed, given other tokens, and deleted', async () => {
    const name = newName()
    const created = await ada.post<Issued>(BOTS, { name })
    expect(created).toMatchObject({ statusCode: 201, headers: PRIVATE, body: { player: { name, bot: true } } })
    expect(Object.keys(created.body).sort()).toEqual(['expiresAt', 'player', 'token'])
    const { player } = created.body
    const first = caller(created)
    expect((await first.get('/v1/players/me')).body).toMatchObject({ player })
    expect(await ada.get(BOTS)).toMatchObject({ statusCode: 200, headers: PRIVATE, body: { bots: [{ player }] } })

    const replaced = await ada.post<Issued>(`${BOTS}/${player.id}/token`)
    expect(replaced).toMatchObject({ statusCode: 201, headers: PRIVATE, body: { player } })
    const second = caller(replaced)
    expect(codeOf(await first.get('/v1/players/me'))).toEqual([401, 'token-revoked'])
    expect((await second.get('/v1/players/me')).statusCode).toBe(200)
    expect((await del(ada, `${BOTS}/${player.id}/token`)).statusCode).toBe(204)
    expect(codeOf(await second.get('/v1/players/me'))).toEqual([401, 'token-revoked'])

    const third = caller(await ada.post<Issued>(`${BOTS}/${player.id}/token`))
    expect((await del(ada, `${BOTS}/${player.id}`)).statusCode).toBe(204)
    expect(codeOf(await third.get('/v1/players/me'))).toEqual([401, 'token-revoked'])
    expect(await listed()).toEqual([])
    expect((http.parts.archive as MemoryArchive).forgotten).toEqual([player.id])
    expect(codeOf(await del(ada, `${BOTS}/${player.id}`))).toEqual([404, 'unknown-player'])
  })

  it('are refused to guests and to bots, and bad input gets a reason', async () => {
    const [guest, bot] = [await http.guest('Gus'), await create()]
    expect(codeOf(await guest.get(BOTS))).toEqual([403, 'account-needed'])
    expect(codeOf(await guest.post(BOTS, { name: newName() }))).toEqual([403, 'account-needed'])
    expect(codeOf(await bot.post(BOTS, { name: newName() }))).toEqual([403, 'not-for-bots'])
    expect(codeOf(await http.nobody.post(BOTS, { name: newName() }))).toEqual([401, 'token-missing'])
    expect(codeOf(await ada.post(BOTS, { name: ada.name }))).toEqual([409, 'name-taken'])
    expect(codeOf(await ada.post(BOTS, { name: '' }))).toEqual([400, 'name-invalid'])
    for (const body of [{}, { name: 7 }, { name: newName(), bot: false }]) {
      expect(codeOf(await ada.post(BOTS, body))).toEqual([400, 'bad-request'])
    }
    for (const url of [`${BOTS}/x`, `${BOTS}/x/token`])
      expect(codeOf(await del(ada, url))).toEqual([400, 'bad-request'])
    expect(codeOf(await ada.post(`${BOTS}/${guest.id}/token`))).toEqual([404, 'unknown-player'])
  })

  it('lose their names and tokens when their owner deletes their data', async () => {
    const bot = await create()
    expect(codeOf(await del(bot, '/v1/players/me'))).toEqual([403, 'not-for-bots'])
    const { body } = await ada.get<OwnData>('/v1/players/me/data')
    expect(body.account!.bots).toMatchObject([{ player: { id: bot.id, bot: true } }])
    expect((await bot.get<OwnData>('/v1/players/me/data')).body).toMatchObject({
      player: { bot: true },
      account: { owner: ada.id },
    })
    expect((await del(ada, '/v1/players/me', { password: PASSWORD })).statusCode).toBe(204)
    expect(codeOf(await bot.get('/v1/players/me'))).toEqual([401, 'token-revoked'])
    expect((http.parts.archive as MemoryArchive).forgotten).toEqual([bot.id, ada.id])
  })
})

describe('a bot', () => {
  it('plays over the same routes, with its mark in views, lists, chat and challenges', async () => {
    const [bot, bo] = [await create(), await http.guest('Bo')]
    const ref = { id: bot.id, name: bot.name, bot: true }
    const table = { kind: 'base', clock: 'blitz', listed: true }
    const { body: created } = await bot.post<ViewAnswer>('/v1/matches', table)
    const { match } = created.snapshot
    await expect.poll(async () => (await http.nobody.get('/v1/tables')).body).toMatchObject({ tables: [{ host: ref }] })
    const { body: joined } = await bo.post<ViewAnswer>('/v1/matches/join', { match })
    const seat = created.snapshot.you as 0 | 1
    expect(joined.snapshot.players[seat]).toEqual(ref)
    expect(joined.snapshot.players[seat === 0 ? 1 : 0]).toEqual({ id: bo.id, name: 'Bo' })
    await expect
      .poll(async () => (await http.nobody.get('/v1/matches')).body)
      .toMatchObject({ matches: [{ players: { [seat]: ref } }] })
    await bot.post(`/v1/matches/${match}/chat`, { text: 'Good luck!' })
    expect((await bo.get(`/v1/matches/${match}/chat`)).body).toMatchObject({ lines: [{ from: ref }] })
    const sent = await bo.post<{ challenge: Challenge }>('/v1/challenges', {
      to: { name: bot.name },
      kind: 'base',
      clock: 'correspondence-1',
    })
    expect(sent.body.challenge.to).toEqual(ref)
    const accepted = await bot.post<{ match: string }>(`/v1/challenges/${sent.body.challenge.id}/accept`)
    expect(accepted.statusCode).toBe(200)
    expect((await bot.get('/v1/players/me/matches')).body).toMatchObject({ matches: [{}, {}] })
  })

  it('leaves nothing open when its token is revoked or its account is deleted', async () => {
    for (const path of ['/token', '']) {
      const [bot, bo] = [await create(), await http.guest('Bo')]
      const { body: created } = await bot.post<ViewAnswer>('/v1/matches', { kind: 'base', seat: 0 })
      const { match, code } = created.snapshot
      await bo.post('/v1/matches/join', { code })
      const waiting = (await bot.post<ViewAnswer>('/v1/matches', { kind: 'base', clock: 'blitz', listed: true })).body
      expect((await del(ada, `${BOTS}/${bot.id}${path}`)).statusCode).toBe(204)
      const outcomeOf = async (id: string) => (await bo.get<ViewAnswer>(`/v1/matches/${id}`)).body.snapshot.outcome
      expect(await outcomeOf(match)).toEqual({ by: 'resignation', winner: 1 })
      expect(await outcomeOf(waiting.snapshot.match)).toEqual({ by: 'aborted' })
    }
  })

  it('enters no queue of people, and keeps the one token that its owner has given it', async () => {
    const bot = await create()
    const pool = { kind: 'base', clock: 'blitz', rated: true }
    expect(codeOf(await bot.post('/v1/queue', pool))).toEqual([403, 'not-for-bots'])
    expect((await bot.get('/v1/queue')).body).toEqual({ status: 'idle' })
    expect(codeOf(await bot.post('/v1/players/me/token'))).toEqual([403, 'not-for-bots'])
    const password = { current: PASSWORD, next: PASSWORD }
    const change = await bot.send({ method: 'PUT', url: '/v1/players/me/password', payload: password })
    expect(codeOf(change)).toEqual([403, 'not-for-bots'])
  })

  it('has a webhook of its own', async () => {
    const bot = await create()
    const set = await bot.send({
      method: 'PUT',
      url: '/v1/players/me/webhook',
      payload: { url: 'https://203.0.114.9/curia' },
    })
    expect(set.statusCode, JSON.stringify(set.body)).toBe(200)
    expect((await bot.get('/v1/players/me/webhook')).body).toMatchObject({ webhook: {} })
    expect((await ada.get('/v1/players/me/webhook')).body).toEqual({})
  })
})
