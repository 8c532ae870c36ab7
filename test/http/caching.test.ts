/** What caches may keep of answers: nothing of an answer to a token, unless the route says that its answer is for all. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller, Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'

interface Operation {
  security?: object[]
  responses: Record<string, { content?: object }>
}

let http: Http
let ada: Caller
/** The routes that can take a token; event streams, which do not end, are in streams.test.ts. */
let routes: { method: 'GET'; url: string }[]
beforeAll(async () => {
  http = await openHttp()
  ada = await http.guest('Ada')
  const { paths } = (await http.nobody.get<{ paths: Record<string, Record<string, Operation>> }>('/docs/json')).body
  routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.length > 0)
      .filter(([, { responses }]) => !('text/event-stream' in (responses[200]?.content ?? {})))
      .map(([method]) => ({ method: method.toUpperCase() as 'GET', url: path.replaceAll(/\{.*?\}/g, 'x'.repeat(16)) })),
  )
})
afterAll(() => http.close())

it('no route that takes a token lets a cache keep its answer, whether it succeeds or fails', async () => {
  expect(routes.length).toBeGreaterThan(50)
  for (const { method, url } of routes) {
    const { headers } = await ada.send({ method, url })
    expect([`${method} ${url}`, headers['cache-control']]).toEqual([
      `${method} ${url}`,
      expect.stringMatching(/^(private, no-store|private, no-cache|no-store)$/),
    ])
  }
})

it('an answer about the caller is kept by nobody', async () => {
  const { statusCode, headers } = await ada.get('/v1/players/me')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store'])
})
