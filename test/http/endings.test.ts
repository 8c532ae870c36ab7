import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newCode } from '../../src/matches/new-code.ts'
import type { Chat, CommitAnswer, Rematch, ViewAnswer } from '../../src/protocol/index.ts'
import type { Caller, Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'
import { newActionId } from '../support/players.ts'

let http: Http
beforeEach(async () => {
  http = await openHttp()
})
afterEach(() => http.close())

const wish = (): { actionId: string } => ({ actionId: newActionId() })
const view = async (caller: Caller, match: string, query = ''): Promise<ViewAnswer> =>
  (await caller.get<ViewAnswer>(`/v1/matches/${match}${query}`)).body

async function started(terms: object): Promise<{ match: string; players: [Caller, Caller] }> {
  const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
  const { body } = await ada.post<ViewAnswer>('/v1/matches', { seat: 0, options: { wonders: 'first-game' }, ...terms })
  const joined = await bo.post<ViewAnswer>('/v1/matches/join', { code: body.snapshot.code })
  return { match: body.snapshot.match, players: joined.body.snapshot.you === 1 ? [ada, bo] : [bo, ada] }
}

describe('a client that uses HTTP alone', () => {
  it('offers a draw, and the opponent accepts it', async () => {
    const { match, players } = await started({ clock: 'standard' })
    expect(codeOf(await players[0].post(`/v1/matches/${match}/draw`, { ...wish(), answer: 'offer' }))).toEqual([
      409,
      'not-now',
    ])
    await http.play(match, players, 2)
    expect(
      (await players[0].post<CommitAnswer>(`/v1/matches/${match}/draw`, { ...wish(), answer: 'offer' })).statusCode,
    ).toBe(200)
    expect((await view(players[1], match)).snapshot).toMatchObject({ drawOffer: 0, mayDo: { answerDraw: true } })
    await players[1].post(`/v1/matches/${match}/draw`, { ...wish(), answer: 'accept' })
    expect((await view(players[0], match)).snapshot).toMatchObject({ status: 'ended', outcome: { by: 'agreement' } })
  })

  it('aborts, resigns, and may not claim a victory while the opponent is connected', async () => {
    const first = await started({ clock: 'blitz' })
    await first.players[0].post(`/v1/matches/${first.match}/abort`, { ...wish(), version: 1 })
    expect((await view(http.nobody, first.match)).snapshot.outcome).toEqual({ by: 'aborted' })
    const second = await started({ clock: 'blitz' })
    await view(second.players[1], second.match)
    expect(codeOf(await second.players[0].post(`/v1/matches/${second.match}/claim`, wish()))).toEqual([409, 'not-away'])
    await second.players[0].post(`/v1/matches/${second.match}/resign`, wish())
    expect((await view(http.nobody, second.match)).snapshot.outcome).toEqual({ by: 'resignation', winner: 1 })
  })

  it('plays again, with the seats swapped', async () => {
    const { match, players } = await started({})
    await players[1].post(`/v1/matches/${match}/resign`, wish())
    expect((await players[0].post<Rematch>(`/v1/matches/${match}/rematch`)).body).toEqual({ match, offered: [0] })
    const { next } = (await players[1].post<Rematch>(`/v1/matches/${match}/rematch`)).body
    expect((await players[0].post<Rematch>(`/v1/matches/${match}/rematch`)).body.next).toBe(next)
    expect((await view(players[0], next!)).snapshot).toMatchObject({ you: 1, status: 'playing' })
  })

  it('chats, and mutes the opponent', async () => {
    const { match, players } = await started({})
    const said = await players[0].post(`/v1/matches/${match}/chat`, { text: ' Hello ' })
    expect([said.statusCode, said.body]).toMatchObject([201, { match, line: { text: 'Hello', seat: 0 } }])
    expect((await players[1].get<Chat>(`/v1/matches/${match}/chat`)).body.lines).toHaveLength(1)
    expect((await http.guest('Cy').then((cy) => cy.get<Chat>(`/v1/matches/${match}/chat`))).body).toMatchObject({
      room: 'spectators',
      lines: [],
    })
    await players[1].send({ method: 'PUT', url: `/v1/matches/${match}/chat/mute`, payload: { muted: true } })
    expect((await players[1].get<Chat>(`/v1/matches/${match}/chat`)).body).toMatchObject({ muted: true, lines: [] })
    expect(codeOf(await http.nobody.get(`/v1/matches/${match}/chat`))).toEqual([401, 'token-missing'])
  })

  it('sees a private match only with its code', async () => {
    const { match, players } = await started({ visibility: 'private' })
    expect(codeOf(await http.nobody.get(`/v1/matches/${match}`))).toEqual([403, 'code-needed'])
    const { code } = (await view(players[1], match)).snapshot
    expect((await view(http.nobody, match, `?code=${code}`)).snapshot.you).toBe('spectator')
    for (const path of ['replay', 'positions/1']) {
      const url = `/v1/games/${match}/${path}`
      expect(codeOf(await http.nobody.get(url))).toEqual([403, 'code-needed'])
      expect(codeOf(await http.nobody.get(`${url}?code=${newCode()}`))).toEqual([403, 'code-needed'])
      expect((await http.nobody.get(`${url}?code=${code}`)).statusCode).toBe(200)
      expect((await players[1].get(url)).statusCode).toBe(200)
    }
  })
})
