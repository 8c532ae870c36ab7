import { afterAll, beforeAll, expect, it } from 'vitest'
import { playSeriesThrough } from '../support/series-kills.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.destroy())

it('a series goes on although the server is killed in its games and right after them', async () => {
  let kills = 0
  await playSeriesThrough([server.url, server.url], async () => {
    await server.end('SIGKILL')
    await server.start()
    kills += 1
  })
  expect(kills).toBe(6)
})
