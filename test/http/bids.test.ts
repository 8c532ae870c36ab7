/** Bids for the first turn, and handicaps, over HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type {
  Challenge,
  ChallengesAnswer,
  ErrorBody,
  InvitationAnswer,
  Replay,
  TablesAnswer,
  ViewAnswer,
} from '../../src/protocol/index.ts'
import { invitationAnswerSchema, tablesAnswerSchema } from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import { TOLD_BID } from '../support/bids.ts'
import type { Answer, Caller, Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'
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

const create = async (terms: object): Promise<ViewAnswer['snapshot']> =>
  (await ada.post<ViewAnswer>('/v1/matches', terms)).body.snapshot

async function challenge(terms: object): Promise<Challenge> {
  http.lobby.online.connected({ id: bo.id, name: bo.name })
  const answer = await ada.post<{ challenge: Challenge }>('/v1/challenges', { to: { player: bo.id }, ...terms })
  expect(answer.statusCode).toBe(201)
  return answer.body.challenge
}

describe('a request for a match', () => {
  it.each([
    [{ bid: -1 }, '/bid'],
    [{ bid: 16 }, '/bid'],
    [{ bid: 2.5 }, '/bid'],
    [{ bid: '3' }, '/bid'],
    [{ bid: 3, clock: 'blitz', rated: true }, '/bid'],
    [{ bid: 3, seat: 0 }, '/bid'],
    [{ bid: 3, options: { handicap: { seat: 0, coins: 1 } } }, '/bid'],
    [{ options: { handicap: { seat: 0, coins: 0 } } }, '/options/handicap/coins'],
    [{ options: { handicap: { seat: 0, coins: 16 } } }, '/options/handicap/coins'],
    [{ options: { handicap: { seat: 2, coins: 3 } } }, '/options/handicap/seat'],
    [{ options: { handicap: { seat: 1 } } }, '/options/handicap/coins'],
    [{ options: { handicap: { seat: 1, coins: 3 } }, clock: 'blitz', rated: true }, '/options/handicap'],
  ])('is refused where its bid or its handicap is wrong: %j', async (terms, path) => {
    expect(faults(await ada.post('/v1/matches', terms))).toEqual([path])
    expect(faults(await ada.post('/v1/challenges', { to: { player: bo.id }, ...terms }))).toEqual([path])
    expect((await ada.get('/v1/players/me/matches')).body).toMatchObject({ matches: [] })
  })

  it.each([{ opponent: { bot: 'club' } }, { sample: 'draft' }])('is refused with a bid and %j', async (more) => {
    expect(faults(await ada.post('/v1/matches', { bid: 3, ...more }))).toContain('/bid')
  })

  it('with a handicap is a match that has it, wherever its options are shown', async () => {
    const options = { wonders: 'first-game', handicap: { seat: 1, coins: 4 } }
    const shown = { tiedPawn: 'chooses', ...options }
    const { match, code } = await create({ options, seat: 0, listed: true })
    expect((await http.nobody.get(`/v1/invitations/${code!}`)).body).toMatchObject({ options: shown, begins: 'host' })
    expect((await http.nobody.get('/v1/tables')).body).toMatchObject({ tables: [{ match, seat: 0, options: shown }] })
    const joined = await bo.post<ViewAnswer>('/v1/matches/join', { code })
    expect(joined.body.snapshot).toMatchObject({
      options: shown,
      board: { cities: { 0: { coins: 7 }, 1: { coins: 11 } } },
    })
    const open = async () => (await http.nobody.get('/v1/matches')).body
    await expect.poll(open, PATIENTLY).toMatchObject({ matches: [{ match, options: shown }] })
    await bo.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })
    expect((await http.nobody.get(`/v1/games/${match}`)).body).toMatchObject({ options: shown })
  })
})

describe('a match with bids', () => {
  it('says in lists and invitations that there are bids, and tells nobody how much', async () => {
    const { match, code } = await create({ bid: 11, listed: true })
    const invitation = (await http.nobody.get<InvitationAnswer>(`/v1/invitations/${code!}`)).body
    expect(invitationAnswerSchema.parse(invitation)).toMatchObject({ bid: true, host: { name: 'Ada' } })
    expect(invitation).not.toHaveProperty('begins')
    const { tables } = tablesAnswerSchema.parse((await http.nobody.get<TablesAnswer>('/v1/tables')).body)
    expect(tables).toMatchObject([{ match, bid: true }])
    expect(tables[0]).not.toHaveProperty('seat')
    const paths = [`/v1/matches/${match}`, `/v1/matches/${match}/replay`, '/v1/players/me/matches', '/v1/tables']
    for (const caller of [ada, bo]) {
      for (const path of paths) expect(JSON.stringify((await caller.get(path)).body)).not.toMatch(TOLD_BID)
    }
    const join = (body: object) => bo.post<ViewAnswer>('/v1/matches/join', body)
    for (const body of [{ code }, { match }, { match, bid: 16 }, { code, bid: -1 }]) {
      expect(faults(await join(body))).toEqual(['/bid'])
    }
    expect((await join({ match, bid: 10 })).body.snapshot).toMatchObject({ you: 1, bids: { 0: 11, 1: 10 } })
    expect(http.logged().length).toBeGreaterThan(0)
    expect(JSON.stringify(http.logged())).not.toMatch(/"bids?":/)
  })

  it('has its bids in the record, and the handicap in the options of the game', async () => {
    const { match, code } = await create({ bid: 2 })
    await bo.post('/v1/matches/join', { code, bid: 6 })
    await bo.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })
    expect((await http.nobody.get(`/v1/games/${match}`)).body).toMatchObject({
      options: { handicap: { seat: 1, coins: 6 } },
      players: { 0: { id: bo.id }, 1: { id: ada.id } },
    })
    const replay = (await http.nobody.get<Replay>(`/v1/games/${match}/replay`)).body
    expect(replay).toMatchObject({ record: { header: { bid: 2 }, entries: [{ body: { seatBy: 'bid', bid: 6 } }, {}] } })
  })
})

describe('a challenge with a bid', () => {
  it('is accepted with a bid, which nobody is told before', async () => {
    const sent = await challenge({ bid: 7 })
    expect(sent).toMatchObject({ bid: true, seat: 'random' })
    const lists = [ada, bo].map(async (caller) => (await caller.get<ChallengesAnswer>('/v1/challenges')).body)
    const [ofAda, ofBo] = await Promise.all(lists)
    expect([ofAda!.sent, ofBo!.received]).toEqual([[sent], [sent]])
    expect(JSON.stringify([sent, ofAda, ofBo])).not.toMatch(TOLD_BID)
    const accept = (body?: object) => bo.post<{ match: string }>(`/v1/challenges/${sent.id}/accept`, body)
    for (const body of [undefined, {}, { bid: 16 }]) expect(faults(await accept(body))).toEqual(['/bid'])
    expect((await bo.get<ChallengesAnswer>('/v1/challenges')).body.received).toEqual([sent])
    const { match } = (await accept({ bid: 8 })).body
    // As often as it is sent, with any bid.
    expect((await accept({ bid: 1 })).body).toMatchObject({ match })
    const { snapshot } = (await ada.get<ViewAnswer>(`/v1/matches/${match}`)).body
    expect(snapshot).toMatchObject({ you: 1, bids: { 0: 8, 1: 7 }, options: { handicap: { seat: 1, coins: 8 } } })
    expect(JSON.stringify(http.logged())).not.toMatch(/"bids?":/)
  })

  it('is none if it is sent without one, and then accepted without a body', async () => {
    const { id, ...sent } = await challenge({})
    expect(sent).not.toHaveProperty('bid')
    expect(faults(await bo.post(`/v1/challenges/${id}/accept`, { bid: 0 }))).toEqual(['/bid'])
    expect((await bo.post(`/v1/challenges/${id}/accept`)).statusCode).toBe(200)
  })
})
