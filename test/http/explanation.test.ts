import { afterEach, beforeEach, expect, it } from 'vitest'
import { explanationAnswerSchema } from '../../src/protocol/index.ts'
import type { Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'

let http: Http
beforeEach(async () => {
  http = await openHttp()
})
afterEach(() => http.close())

it('a position is explained to players and to callers without a token', async () => {
  const { match, players } = await http.started()
  const path = `/v1/matches/${match}/explanation`
  const own = await players[0].get(path)
  expect(own.statusCode).toBe(200)
  expect(explanationAnswerSchema.parse(own.body)).toMatchObject({ match, version: 1, you: 0 })
  expect((await http.nobody.get(path)).body).toMatchObject({ you: 'spectator' })
  expect(own.headers.etag).toBeDefined()
  expect(codeOf(await http.nobody.get('/v1/matches/AAAAAAAAAAAAAAAA/explanation'))).toEqual([404, 'unknown-match'])
})
