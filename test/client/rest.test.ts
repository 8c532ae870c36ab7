import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Curia } from '../../client/src/index.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { codeOf } from './support.ts'

let server: Server
let curia: Curia
beforeAll(async () => {
  server = await startServer()
  curia = new Curia({ url: server.url })
})
afterAll(async () => {
  curia?.close()
  await server?.destroy()
})

describe("the client's routes", () => {
  it('are asked with parameters, a query and a body, as the player of the session', async () => {
    const player = await curia.guest({ name: 'Ada' })
    expect((await curia.rest.get('/v1/players/me')).player).toEqual(player)
    const view = await curia.rest.post('/v1/matches', { body: { kind: 'agora', seat: 1, listed: true } })
    const { match } = view.snapshot
    expect((await curia.rest.get('/v1/matches/{id}', { params: { id: match } })).snapshot).toEqual(view.snapshot)
    const { tables } = await curia.rest.get('/v1/tables', { query: { kind: 'agora', rated: false } })
    expect(tables.map((table) => table.match)).toEqual([match])
    expect(await curia.rest.get('/v1/games', { query: { limit: 5, cursor: undefined } })).toEqual({ games: [] })
  })

  it('fail with the code of the server', async () => {
    expect(await codeOf(curia.rest.get('/v1/matches/{id}', { params: { id: 'AAAAAAAAAAAAAAAA' } }))).toBe(
      'unknown-match',
    )
    // A parameter of a path cannot change the rest of the path.
    expect(await codeOf(curia.rest.get('/v1/matches/{id}', { params: { id: '../players/me' } }))).toBe('bad-request')
    const error: unknown = await curia.rest.get('/v1/games', { query: { limit: 0 } }).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'bad-request', details: { in: 'querystring' } })
  })

  it('fail as offline when the caller aborts them, and when no server of this kind answers', async () => {
    const ending = new AbortController()
    const waiting = codeOf(
      curia.rest.get('/v1/matches/{id}', { params: { id: 'AAAAAAAAAAAAAAAA' }, signal: ending.signal }),
    )
    ending.abort()
    expect(await waiting).toBe('offline')
    expect(await codeOf(curia.rest.get('/healthz', { signal: AbortSignal.abort() }))).toBe('offline')
    const elsewhere = new Curia({ url: `${server.url}/docs/static` })
    expect(await codeOf(elsewhere.rest.get('/healthz'))).toMatch(/^(unknown-route|offline)$/)
  })
})
