/** What moderators tell everybody, the pause of new matches, and the overview. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { setModerator } from '../../src/moderation/index.ts'
import { nameKey } from '../../src/players/index.ts'
import type { Announced, MeasuresPage, Overview, ServerAnswer, ViewAnswer } from '../../src/protocol/index.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import type { Caller, Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'
import { newActionId } from '../support/players.ts'

let places: Places
let database: Database
let http: Http
let moderator: Caller
beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
  http = await openHttp({}, database)
  moderator = await http.account('Cato')
  await setModerator(database, nameKey('Cato'), true, 'for the test')
})
afterAll(async () => {
  await http.close()
  await database.close()
  await places.end()
})

const pause = (paused: boolean, why = 'the server restarts') =>
  moderator.send<Announced>({ method: 'PUT', url: '/v1/moderation/pause', payload: { paused, why } })
const announced = async (): Promise<Announced> => (await http.nobody.get<ServerAnswer>('/v1/server')).body.announced

it('is for moderators alone', async () => {
  const player = await http.account('Livia')
  const refused = [
    await player.get('/v1/moderation/overview'),
    await player.post('/v1/moderation/notices', { text: 'Hello' }),
    await player.send({ method: 'DELETE', url: '/v1/moderation/notices' }),
    await player.send({ method: 'PUT', url: '/v1/moderation/pause', payload: { paused: true, why: 'fun' } }),
  ]
  expect(refused.map(codeOf)).toEqual(Array(4).fill([403, 'moderator-needed']))
  expect(await announced()).toEqual({})
})

it('refuses what says nothing', async () => {
  for (const text of ['', ' ', 'x'.repeat(301)]) {
    expect(codeOf(await moderator.post('/v1/moderation/notices', { text }))).toEqual([400, 'bad-request'])
  }
  const wrong = { method: 'PUT', url: '/v1/moderation/pause', payload: { paused: true } } as const
  expect(codeOf(await moderator.send(wrong))).toEqual([400, 'bad-request'])
  expect(await announced()).toEqual({})
})

it('tells everybody a notice, until it is withdrawn or its time is over', async () => {
  const until = Date.now() + 3_600_000
  const { statusCode, body } = await moderator.post<Announced>('/v1/moderation/notices', {
    text: 'The server restarts\n at 22:00',
    until,
  })
  expect(statusCode).toBe(201)
  expect(body.notice).toMatchObject({ text: 'The server restarts at 22:00', until })
  expect(await announced()).toEqual(body)
  expect((await moderator.send({ method: 'DELETE', url: '/v1/moderation/notices' })).statusCode).toBe(204)
  expect(await announced()).toEqual({})
  await moderator.post('/v1/moderation/notices', { text: 'That was an hour ago', until: Date.now() - 1 })
  expect(await announced()).toEqual({})
  await moderator.send({ method: 'DELETE', url: '/v1/moderation/notices' })
})

it('pauses everything that begins a match, and nothing that is in play', async () => {
  const { match, players } = await http.started()
  const [ada, bo] = [await http.account('Ada of the pause'), await http.account('Bo of the pause')]
  const waiting = (await ada.post<ViewAnswer>('/v1/matches', {})).body.snapshot
  http.lobby.online.connected({ id: bo.id, name: bo.name })
  const challenge = await ada.post<{ challenge: { id: string } }>('/v1/challenges', { to: { player: bo.id } })
  expect(challenge.statusCode).toBe(201)
  expect((await pause(true)).body.paused).toMatchObject({ why: 'the server restarts' })
  expect((await announced()).paused).toBeDefined()
  const refused = [
    await bo.post('/v1/matches', {}),
    await bo.post('/v1/matches/join', { code: waiting.code }),
    await bo.post('/v1/queue', { kind: 'base', clock: 'blitz', rated: false }),
    await bo.post(`/v1/challenges/${challenge.body.challenge.id}/accept`),
  ]
  expect(refused.map(codeOf)).toEqual(Array(4).fill([409, 'paused']))
  expect(refused[0]!.body).toMatchObject({ error: { details: { why: 'the server restarts' } } })
  expect((await http.play(match, players, 3)).version).toBeGreaterThan(3)
  await http.matches.endings.resign(players[0], { match, actionId: newActionId() })
  expect(codeOf(await players[0].post(`/v1/matches/${match}/rematch`))).toEqual([409, 'paused'])

  expect((await pause(false, 'it is back')).body).toEqual({})
  expect((await bo.post('/v1/matches/join', { code: waiting.code })).statusCode).toBe(200)
  expect((await players[0].post(`/v1/matches/${match}/rematch`)).statusCode).toBe(200)
})

it('shows what goes on, and writes what was done into the audit log', async () => {
  const { statusCode, body } = await moderator.get<Overview>('/v1/moderation/overview')
  expect(statusCode).toBe(200)
  expect(body).toMatchObject({ outbox: { games: expect.any(Number) as number }, announced: {}, bots: false })
  expect(body.nodes).toMatchObject([{ release: '1.2.3', players: 0, matches: 0, threads: 2, busyThreads: 1 }])
  expect(body.webhooks).toEqual({ waiting: 0, failing: 0, disabled: 0 })
  const { body: log } = await moderator.get<MeasuresPage>('/v1/moderation/measures')
  expect(log.measures.map(({ type, why }) => [type, why])).toEqual([
    ['resume', 'it is back'],
    ['pause', 'the server restarts'],
    // It was over by itself when it was withdrawn.
    ['notice', 'That was an hour ago'],
    ['withdraw', 'The server restarts at 22:00'],
    ['notice', 'The server restarts at 22:00'],
    ['appoint', 'for the test'],
  ])
  expect(log.measures[0]!.by).toMatchObject({ id: moderator.id })
})
