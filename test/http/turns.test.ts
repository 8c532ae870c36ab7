import { afterEach, beforeEach, expect, it } from 'vitest'
import { CodedError } from '../../src/protocol/index.ts'
import type { Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'

let http: Http
beforeEach(async () => {
  http = await openHttp()
})
afterEach(() => http.close())

it('requests are refused as busy when there is too much to do, but health checks are always answered', async () => {
  const ada = await http.guest('Ada')
  const callers: string[] = []
  const refuse = async (caller: string): Promise<void> => {
    callers.push(caller)
    throw new CodedError('busy', undefined, { retryAfterMs: 700 })
  }
  Object.assign(http.parts.work, { turn: refuse, turnOfAddress: refuse })
  const refused = await ada.post('/v1/matches', {})
  expect(codeOf(refused)).toEqual([503, 'busy'])
  expect(refused.body).toMatchObject({ error: { details: { retryAfterMs: 700 } } })
  expect(refused.headers['retry-after']).toBe('1')
  expect(codeOf(await http.nobody.get('/v1/games'))).toEqual([503, 'busy'])
  expect(callers).toEqual([ada.id, '127.0.0.1'])
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    const response = await http.app.inject({ url: path })
    expect([path, response.statusCode]).toEqual([path, 200])
  }
})
