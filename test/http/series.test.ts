/** Series over HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishedGame } from '../../src/history/index.ts'
import type { Challenge, ErrorBody, SeriesAnswer, ViewAnswer } from '../../src/protocol/index.ts'
import {
  challengeSchema,
  invitationAnswerSchema,
  seriesAnswerSchema,
  tablesAnswerSchema,
} from '../../src/protocol/index.ts'
import { matchOfSeries } from '../../src/record/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import type { Answer, Caller, Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'
import { newActionId } from '../support/players.ts'

let http: Http
let ada: Caller
let bo: Caller
beforeEach(async () => {
  http = await openHttp()
  ;[ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
})
afterEach(() => http.close())

/** Where a request is wrong. */
const faults = ({ body }: Answer<unknown>): unknown[] => {
  const { code, details } = (body as ErrorBody).error
  expect(code).toBe('bad-request')
  return (details!.issues as { path: string }[]).map(({ path }) => path)
}

const view = async (caller: Caller, match: string, query = '') =>
  (await caller.get<ViewAnswer>(`/v1/matches/${match}${query}`)).body.snapshot
const resign = (caller: Caller, match: string) =>
  caller.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })

async function challenge(terms: object): Promise<Challenge> {
  http.lobby.online.connected({ id: bo.id, name: bo.name })
  const answer = await ada.post<{ challenge: Challenge }>('/v1/challenges', { to: { player: bo.id }, ...terms })
  expect(answer.statusCode).toBe(201)
  return answer.body.challenge
}

/** A series whose first game has begun; Ada has the first seat. */
async function begun(best: number, terms: object = {}): Promise<string> {
  const request = { seat: 0, series: { best }, ...terms }
  const { snapshot } = (await ada.post<ViewAnswer>('/v1/matches', request)).body
  expect((await bo.post('/v1/matches/join', { code: snapshot.code })).statusCode).toBe(200)
  return snapshot.match
}

/** What the route answers, which is what is declared. */
const series = async (id: string, caller: Caller = http.nobody, query = ''): Promise<SeriesAnswer> =>
  seriesAnswerSchema.parse((await caller.get(`/v1/series/${id}${query}`)).body)

/** The match goes from the live store to the history. */
async function archived(match: string): Promise<void> {
  await http.archive.store(finishedGame((await http.store.load(match))!))
  const load = http.store.load.bind(http.store)
  http.store.load = async (id) => (id === match ? null : load(id))
}

describe('a request for a series', () => {
  it.each([
    [{ series: { best: 2 } }, '/series/best'],
    [{ series: { best: '3' } }, '/series/best'],
    [{ series: {} }, '/series/best'],
    [{ series: 3 }, '/series'],
    [{ series: { best: 3 }, bid: 2 }, '/bid'],
  ])('is refused where it is wrong, and creates nothing: %j', async (terms, path) => {
    expect(faults(await ada.post('/v1/matches', terms))).toEqual([path])
    expect(faults(await ada.post('/v1/challenges', { to: { player: bo.id }, ...terms }))).toEqual([path])
    expect((await ada.get('/v1/players/me/matches')).body).toMatchObject({ matches: [] })
  })

  it.each([
    [{ opponent: 'self' }, '/opponent'],
    [{ deal: '0123456789abcdef' }, '/deal'],
    [{ from: { match: '0123456789abcdef', version: 1 } }, '/from'],
    [{ sample: 'draft' }, '/sample'],
  ])('is refused with %j', async (more, path) => {
    expect(faults(await ada.post('/v1/matches', { series: { best: 3 }, ...more }))).toEqual([path])
  })

  it('in the queue asks for something that there is not', async () => {
    const queue = { kind: 'base', clock: 'blitz', rated: false, series: { best: 3 } }
    expect((await ada.post('/v1/queue', queue)).statusCode).toBe(400)
  })

  it('says in every list and invitation what is played', async () => {
    const terms = { listed: true, series: { best: 5 } }
    const { snapshot } = (await ada.post<ViewAnswer>('/v1/matches', terms)).body
    const place = { id: snapshot.match, best: 5, game: 1, points: { 0: 0, 1: 0 } }
    expect(snapshot.series).toEqual(place)
    const invitation = (await http.nobody.get(`/v1/invitations/${snapshot.code!}`)).body
    expect(invitationAnswerSchema.parse(invitation).series).toEqual({ best: 5 })
    const { tables } = tablesAnswerSchema.parse((await http.nobody.get('/v1/tables')).body)
    expect(tables).toMatchObject([{ match: snapshot.match, series: { best: 5 } }])
    expect((await ada.get('/v1/players/me/matches')).body).toMatchObject({ matches: [{ series: place }] })
    await bo.post('/v1/matches/join', { match: snapshot.match })
    const shown = async () => (await http.nobody.get('/v1/matches')).body
    await expect.poll(shown, PATIENTLY).toMatchObject({ matches: [{ match: snapshot.match, series: place }] })
  })
})

it('a challenge to a series begins one', async () => {
  const sent = await challenge({ series: { best: 3 } })
  expect(challengeSchema.parse(sent).series).toEqual({ best: 3 })
  expect((await bo.get('/v1/challenges')).body).toMatchObject({ received: [sent] })
  const { match } = (await bo.post<{ match: string }>(`/v1/challenges/${sent.id}/accept`)).body
  expect((await view(bo, match)).series).toEqual({ id: match, best: 3, game: 1, points: { 0: 0, 1: 0 } })
})

describe('a series', () => {
  it('is read with all of its games, of which some are live and others in the history', async () => {
    const id = await begun(3)
    const players = (points: number[]) =>
      [ada, bo].map((one, n) => ({ player: { id: one.id, name: one.name }, points: points[n] }))
    const terms = { clock: 'none', rated: false, visibility: 'public' }
    const [first, second] = [
      { id: ada.id, name: 'Ada' },
      { id: bo.id, name: 'Bo' },
    ]
    expect(await series(id)).toEqual({
      ...{ id, best: 3, kind: 'base', terms, status: 'playing', players: players([0, 0]) },
      games: [{ match: id, status: 'playing', players: { 0: first, 1: second } }],
    })
    await resign(bo, id)
    const two = (await view(http.nobody, id)).series!.next!
    expect(two).toBe(matchOfSeries({ id, game: 2 }))
    await archived(id)
    const lost = {
      match: id,
      status: 'ended',
      players: { 0: first, 1: second },
      outcome: { by: 'resignation', winner: 0 },
    }
    expect(await series(id)).toMatchObject({
      ...{ status: 'playing', players: players([2, 0]) },
      games: [lost, { match: two, status: 'playing', players: { 0: second, 1: first } }],
    })
    await resign(bo, two)
    for (const stored of [false, true]) {
      if (stored) await archived(two)
      expect(await series(id, ada)).toMatchObject({
        ...{ status: 'ended', players: players([4, 0]), winner: ada.id },
        games: [lost, { match: two, status: 'ended', outcome: { winner: 1 } }],
      })
    }
    // A request for the next game finds the one that follows an ended one.
    expect((await view(bo, two)).series).not.toHaveProperty('next')
  })

  it('has one player while nobody has joined, also if nobody may know the seats', async () => {
    const request = { clock: 'blitz', rated: true, series: { best: 3 } }
    const { match } = (await ada.post<ViewAnswer>('/v1/matches', request)).body.snapshot
    expect(await series(match)).toMatchObject({
      ...{ status: 'waiting', players: [{ player: { id: ada.id }, points: 0 }] },
      games: [{ match, status: 'waiting', players: {} }],
    })
  })

  it('that is private is shown to its players, and to those with its code, until it is over', async () => {
    const id = await begun(3, { visibility: 'private' })
    const eve = await http.guest('Eve')
    const { code } = await view(ada, id)
    const refused = async () => {
      for (const caller of [eve, http.nobody]) {
        expect(codeOf(await caller.get(`/v1/series/${id}`))).toEqual([403, 'code-needed'])
        expect(codeOf(await caller.get(`/v1/series/${id}?code=WWWWWWWW`))).toEqual([403, 'code-needed'])
        expect((await series(id, caller, `?code=${code!}`)).id).toBe(id)
      }
      for (const caller of [ada, bo]) expect((await series(id, caller)).id).toBe(id)
    }
    await refused()
    await resign(ada, id)
    const two = (await view(ada, id)).series!.next!
    expect((await view(http.nobody, two, `?code=${code!}`)).status).toBe('playing')
    await refused()
    await resign(ada, two)
    expect(await series(id)).toMatchObject({ status: 'ended', winner: bo.id, players: [{ points: 0 }, { points: 4 }] })
  })

  it('is unknown if there is none, or if the match is a later game or no game of one', async () => {
    const id = await begun(3)
    await resign(bo, id)
    const two = (await view(ada, id)).series!.next!
    const { match } = await http.started()
    for (const other of ['0123456789abcdef', two, match]) {
      expect(codeOf(await http.nobody.get(`/v1/series/${other}`))).toEqual([404, 'unknown-series'])
    }
    expect((await http.nobody.get('/v1/series/nonsense')).statusCode).toBe(400)
  })

  it('has ended without a winner once a game of it was aborted, also when that game is gone', async () => {
    const id = await begun(3)
    await resign(bo, id)
    const two = (await view(ada, id)).series!.next!
    await http.matches.endings.annul(two)
    expect(await series(id)).toMatchObject({
      ...{ status: 'ended', players: [{ points: 2 }, { points: 0 }] },
      games: [{}, { match: two, outcome: { by: 'aborted' } }],
    })
    expect(await series(id)).not.toHaveProperty('winner')
  })
})
