import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OwnMatchesAnswer } from '../../src/protocol/index.ts'
import { ownMatchesAnswerSchema } from '../../src/protocol/index.ts'
import type { Caller, Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'

let http: Http
beforeEach(async () => {
  http = await openHttp()
})
afterEach(() => http.close())

const page = async (caller: Caller, query = ''): Promise<OwnMatchesAnswer> =>
  ownMatchesAnswerSchema.parse((await caller.get(`/v1/players/me/matches${query}`)).body)

it('a player finds the matches that they play, and no others', async () => {
  const { match, players } = await http.started()
  await http.started()
  for (const [seat, player] of players.entries()) {
    const { matches, now } = await page(player)
    expect(matches).toMatchObject([{ match, you: seat, opponent: { id: players[1 - seat]!.id }, status: 'playing' }])
    expect(now).toBeGreaterThanOrEqual(matches[0]!.since)
  }
  await http.play(match, players)
  expect((await page(players[0])).matches).toEqual([])
})

it('the list has pages', async () => {
  const ada = await http.guest('Ada')
  for (let number = 0; number < 3; number += 1) await ada.post('/v1/matches', {})
  const first = await page(ada, '?limit=2')
  const second = await page(ada, `?limit=2&cursor=${first.next}`)
  expect([first.matches.length, second.matches.length, second.next]).toEqual([2, 1, undefined])
})

it('the list is refused without a token, and for a page that cannot exist', async () => {
  expect(codeOf(await http.nobody.get('/v1/players/me/matches'))).toEqual([401, 'token-missing'])
  const ada = await http.guest('Ada')
  for (const query of ['?limit=0', '?limit=101', '?limit=two', '?player=me']) {
    expect(codeOf(await ada.get(`/v1/players/me/matches${query}`))).toEqual([400, 'bad-request'])
  }
  expect(codeOf(await ada.get('/v1/players/me/matches?cursor=AAAA'))).toEqual([400, 'bad-cursor'])
})
