import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Archive } from '../../src/history/index.ts'
import { finishedGame } from '../../src/history/index.ts'
import type { ChallengesAnswer, OwnData, PlayerProfile, ViewAnswer } from '../../src/protocol/index.ts'
import { CodedError, ownDataSchema } from '../../src/protocol/index.ts'
import { verifyRecord } from '../../src/record/index.ts'
import { playedRecord } from '../support/finished.ts'
import type { Http } from '../support/http.ts'
import { Caller, codeOf, openHttp } from '../support/http.ts'
import type { HttpHistory } from '../support/http-history.ts'
import { openHttpHistory } from '../support/http-history.ts'
import { seededRandom } from '../support/random.ts'

const GAMES = 45
const password = 'a good password'
const TERMS = { clock: 'blitz', rated: true, visibility: 'public' } as const

let history: HttpHistory
let archive: Archive
let http: Http
let ada: Caller
let bo: Caller
beforeAll(async () => {
  history = await openHttpHistory()
  ;({ archive, http } = history)
})
afterAll(() => history?.close())
beforeEach(async () => {
  ;[ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
})

/** More games than are read at a time. Both players have written in the chat of each. */
const play = async (games = GAMES): Promise<void> => {
  const [a, b] = [
    { id: ada.id, name: 'Ada' },
    { id: bo.id, name: 'Bo' },
  ]
  for (let n = 0; n < games; n++) {
    const record = playedRecord(seededRandom(n), 4 + n, { players: n % 2 ? [a, b] : [b, a], terms: TERMS })
    await archive.store(
      finishedGame(record, [
        { number: 1, at: 1, from: a, text: 'Words of Ada' },
        { number: 2, at: 2, from: b, text: 'Words of Bo' },
      ]),
    )
  }
}
const dataOf = (caller: Caller) => caller.get<OwnData>('/v1/players/me/data')
const deleteMe = (caller: Caller) => caller.send({ method: 'DELETE', url: '/v1/players/me' })

describe("a player's own data", () => {
  it('are one document with everything', async () => {
    await play()
    const { statusCode, headers, body } = await dataOf(ada)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="curia-${ada.id}.json"`,
      'cache-control': 'private, no-store',
    })
    expect(ownDataSchema.safeParse(body).error).toBeUndefined()
    expect(body.player).toEqual({ id: ada.id, name: 'Ada' })
    expect(body.account).toBeNull()
    expect(body.profile).toEqual((await ada.get<PlayerProfile>(`/v1/players/${ada.id}`)).body)
    expect(body.games).toHaveLength(GAMES)
    expect(body.ratingHistory).toHaveLength(body.games.filter(({ game }) => game.rated).length)
    expect(body.ratingHistory.length).toBeGreaterThan(0)
    for (const { game, record, said } of body.games) {
      expect(verifyRecord(record, game).filter(({ ok }) => !ok)).toEqual([])
      expect(said.map(({ text }) => text)).toEqual(['Words of Ada'])
    }
    expect(JSON.stringify(body)).not.toContain('Words of Bo')
  })

  it('have the account with its sessions, without the hash of its password', async () => {
    const account = { name: `Ada ${ada.id}`.slice(0, 24), password: 'a good password' }
    const claimed = await ada.post<{ token: string }>('/v1/players/me/account', account)
    expect(claimed.statusCode).toBe(201)
    const { body } = await dataOf(new Caller(http.app, { id: ada.id, name: 'Ada' }, claimed.body.token))
    expect(body.account).toMatchObject({ sessions: [{ id: expect.any(String) as string }] })
    expect(JSON.stringify(body)).not.toMatch(/argon|a good password/i)
  })

  it('are almost empty for a player without games', async () => {
    const { body } = await dataOf(ada)
    expect(body).toMatchObject({ profile: null, ratingHistory: [], games: [] })
    expect(ownDataSchema.safeParse(body).error).toBeUndefined()
  })

  it('are only for the player', async () => {
    expect(codeOf(await http.nobody.get('/v1/players/me/data'))).toEqual([401, 'token-missing'])
    expect(codeOf(await deleteMe(http.nobody))).toEqual([401, 'token-missing'])
  })
})

describe('a deleted player', () => {
  it('is named nowhere any more, and their token is refused', async () => {
    await play(5)
    const before = await bo.get<PlayerProfile>(`/v1/players/${bo.id}`)
    expect((await deleteMe(ada)).statusCode).toBe(204)
    expect(codeOf(await ada.get('/v1/players/me'))).toEqual([401, 'token-revoked'])

    const data = JSON.stringify((await dataOf(bo)).body)
    expect(data).not.toMatch(/"Ada"|Words of Ada/)
    expect(data).toContain('Deleted player')
    expect((await bo.get<PlayerProfile>(`/v1/players/${bo.id}`)).body).toEqual(before.body)
    expect((await bo.get<PlayerProfile>(`/v1/players/${ada.id}`)).body).toMatchObject({
      name: 'Deleted player',
      games: 5,
    })
    const { body } = await bo.get<{ games: { id: string }[] }>(`/v1/players/${ada.id}/games`)
    const chat = await bo.get<{ lines: { from: object; text: string }[] }>(`/v1/games/${body.games[0]!.id}/chat`)
    expect(chat.body.lines.map(({ from, text }) => [from, text])).toEqual([
      [{ id: ada.id, name: 'Deleted player' }, '(deleted)'],
      [{ id: bo.id, name: 'Bo' }, 'Words of Bo'],
    ])
  })

  it('cannot log in again, and another player can claim the name', async () => {
    const name = `Cleo ${ada.id}`.slice(0, 24)
    const account = { name, password: 'a good password' }
    const { body } = await ada.post<{ token: string }>('/v1/players/me/account', account)
    const claimed = new Caller(http.app, { id: ada.id, name }, body.token)
    const withPassword = (password: string) =>
      claimed.send({ method: 'DELETE', url: '/v1/players/me', payload: { password } })
    expect(codeOf(await deleteMe(claimed))).toEqual([403, 'password-wrong'])
    expect(codeOf(await withPassword('a wrong password'))).toEqual([403, 'password-wrong'])
    expect((await claimed.get('/v1/players/me')).statusCode).toBe(200)
    expect((await withPassword(account.password)).statusCode).toBe(204)
    expect(codeOf(await http.nobody.post('/v1/sessions', account))).toEqual([401, 'login-failed'])
    expect(codeOf(await claimed.get('/v1/players/me'))).toEqual([401, 'token-revoked'])
    expect((await bo.post('/v1/players/me/account', account)).statusCode).toBe(201)
  })

  it('leaves nothing open: no match, no open table, no ticket, and no challenge', async () => {
    const {
      match,
      players: [ada, bo],
    } = await http.started()
    const waiting = (await ada.post<ViewAnswer>('/v1/matches', { visibility: 'public' })).body.snapshot.match
    const named = (
      await bo.post<{ token: string }>('/v1/players/me/account', { name: `Bo ${bo.id}`.slice(0, 24), password })
    ).body
    const eve = new Caller(http.app, bo, named.token)
    expect((await ada.post('/v1/challenges', { to: { player: bo.id } })).statusCode).toBe(201)
    await ada.post('/v1/queue', { clock: 'blitz', rated: false })
    expect((await deleteMe(ada)).statusCode).toBe(204)
    const outcomeOf = async (id: string) => (await eve.get<ViewAnswer>(`/v1/matches/${id}`)).body.snapshot.outcome
    expect(await outcomeOf(match)).toEqual({ by: 'resignation', winner: 1 })
    expect(await outcomeOf(waiting)).toEqual({ by: 'aborted' })
    expect((await eve.get<ChallengesAnswer>('/v1/challenges')).body.received).toEqual([])
    expect((await eve.get<{ tables: unknown[] }>('/v1/tables')).body.tables).toEqual([])
    expect(await http.lobby.queue.status(ada.id)).toEqual({ status: 'idle' })
  })

  it('can repeat the deletion if the history did not answer', async () => {
    const broken = await openHttp({
      archive: { ...archive, forget: () => Promise.reject(new CodedError('unavailable')) },
      sessions: http.parts.sessions,
      accounts: http.parts.accounts,
      tokens: http.tokens,
    })
    try {
      expect(codeOf(await deleteMe(new Caller(broken.app, { id: ada.id, name: 'Ada' }, ada.token)))).toEqual([
        503,
        'unavailable',
      ])
      expect((await deleteMe(ada)).statusCode).toBe(204)
    } finally {
      await broken.close()
    }
  })
})
