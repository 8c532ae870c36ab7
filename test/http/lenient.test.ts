/** What the routes accept in more than one form. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filtersOf } from '../../src/history/filters.ts'
import type { ErrorBody, OnlinePage, ViewAnswer } from '../../src/protocol/index.ts'
import { gamesQuerySchema } from '../../src/protocol/index.ts'
import type { Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'

let http: Http
beforeAll(async () => {
  http = await openHttp()
})
afterAll(() => http.close())

it('null is the same as a field that is left out, where it can be left out', async () => {
  const ada = await http.guest('Ada')
  const { statusCode, body } = await ada.post<ViewAnswer>('/v1/matches', {
    kind: null,
    options: { wonders: null },
    seat: 0,
    clock: 'blitz',
    opponent: null,
    actionId: null,
  })
  expect(statusCode).toBe(201)
  expect(body.snapshot).toMatchObject({ kind: 'base', options: { wonders: 'draft' }, terms: { clock: 'blitz' } })
  for (const wrong of [{ colour: null }, { options: { colour: null } }]) {
    expect((await ada.post<ErrorBody>('/v1/matches', wrong)).body.error.code).toBe('bad-request')
  }
  expect((await http.nobody.post<ErrorBody>('/v1/players', { name: null })).body.error.code).toBe('bad-request')
})

it('a time can be sent as the server sends it, or as people write it, and by its older name', async () => {
  const at = Date.UTC(2026, 0, 1)
  for (const [since, until] of [
    ['since', 'until'],
    ['after', 'before'],
  ] as const) {
    for (const time of [String(at), new Date(at).toISOString()]) {
      const query = { [since]: time, [until]: time }
      expect(filtersOf(gamesQuerySchema.parse(query))).toEqual({ from: at, until: at })
      expect((await http.nobody.get(`/v1/games?${new URLSearchParams(query).toString()}`)).statusCode).toBe(200)
    }
  }
  expect((await http.nobody.get<ErrorBody>('/v1/games?since=yesterday')).body.error.code).toBe('bad-request')
})

it('the page of the players who are online goes on by a cursor, and by its older name', async () => {
  for (const name of ['cursor', 'after']) {
    const { statusCode, body } = await http.nobody.get<OnlinePage>(`/v1/online?${name}=AdaAdaAdaAdaAdaA`)
    expect([name, statusCode, body.players]).toEqual([name, 200, []])
  }
})

it('an id that is too long is a bad request', async () => {
  for (const id of ['A'.repeat(17), 'A'.repeat(5_000)]) {
    const { statusCode, body } = await http.nobody.get<ErrorBody>(`/v1/matches/${id}`)
    expect([statusCode, body.error.code]).toEqual([400, 'bad-request'])
  }
})
