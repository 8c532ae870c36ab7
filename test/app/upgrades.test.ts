import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { exchange, requestOf, upgradesContract } from './upgrades.ts'

const OFFER = ['Connection: Upgrade', 'Upgrade: h2c']
const CLOSE = ['Connection: close']

let server: Server
let strict: Server
beforeAll(async () => {
  server = await startServer()
  strict = await startServer({ RATE_LIMIT_HTTP: '40', CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: '10.0.0.1' })
})
afterAll(() => Promise.all([server?.destroy(), strict?.destroy()]))

describe('one process', () => upgradesContract(() => server.url))

describe('the limits of an address', () => {
  it('count a connection whose requests offer other protocols once', async () => {
    // Four connections are the most for this server.
    const offers = Array.from({ length: 6 }, () => requestOf('GET /v1/nothing', OFFER)).join('')
    for (let connections = 0; connections < 3; connections += 1) {
      const { statuses } = await exchange(strict.url, offers, requestOf('GET /healthz', CLOSE))
      expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 200])
    }
  })

  it('count such a request as any other', async () => {
    const offers = Array.from({ length: 41 }, () => requestOf('GET /v1/bots', OFFER)).join('')
    const { statuses, text } = await exchange(strict.url, offers, requestOf('GET /healthz', CLOSE))
    expect(statuses).toHaveLength(42)
    expect(statuses).toContain(429)
    expect(text).toContain('"code":"rate-limited"')
  })
})
