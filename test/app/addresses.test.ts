import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'

/** Requests that a proxy passes on, each from another port of one client. */
const FORMS: [what: string, of: (client: number, port: number) => string][] = [
  ['an IPv4 address with a port', (client, port) => `203.0.113.${client}:${port}`],
  ['an IPv6 address in brackets with a port', (client, port) => `[2001:db8:1:${client}::${port.toString(16)}]:${port}`],
  ['an IPv4 address in IPv6', (client, port) => `spoofed ${port}, ::FFFF:198.51.100.${client}`],
]

let server: Server
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'loopback', RATE_LIMIT_GUESTS: '3', CONNECTIONS_PER_ADDRESS: '2' })
})
afterAll(() => server?.destroy())

const becomeGuest = (forwarded: string): Promise<number> =>
  statusOf('/v1/players', forwarded, { method: 'POST', body: '{"name":"Ada"}' })
const openSocket = (forwarded: string): Promise<number> => statusOf('/socket.io/?EIO=4&transport=polling', forwarded)

async function statusOf(path: string, forwarded: string, options: RequestInit = {}): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded }
  const answer = await fetch(server.url + path, { ...options, headers })
  await answer.text()
  return answer.status
}

const inTurn = async (times: number, ask: (port: number) => Promise<number>): Promise<number[]> => {
  const statuses = []
  for (let asked = 0; asked < times; asked += 1) statuses.push(await ask(40_000 + asked))
  return statuses
}

describe.each(FORMS)('a client that a proxy reports as %s', (_what, of) => {
  it('has one limit of new guests for all its connections', async () => {
    expect(await inTurn(4, (port) => becomeGuest(of(1, port)))).toEqual([201, 201, 201, 429])
    expect(await becomeGuest(of(2, 40_000))).toBe(201)
  })

  it('has one limit of Socket.IO connections', async () => {
    expect(await inTurn(3, (port) => openSocket(of(1, port)))).toEqual([200, 200, 403])
    expect(await openSocket(of(2, 40_000))).toBe(200)
  })
})

it('clients that a proxy does not report count as the proxy, and the log says so once', async () => {
  expect(await inTurn(4, (port) => becomeGuest(`_hidden${port}`))).toEqual([201, 201, 201, 429])
  expect(await inTurn(3, () => openSocket('unknown'))).toEqual([200, 200, 403])
  const warnings = server
    .output()
    .split('\n')
    .filter((line) => line.includes('X-Forwarded-For'))
  expect(warnings).toHaveLength(1)
})
