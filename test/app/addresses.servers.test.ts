import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import type { Stores } from '../support/stack.ts'
import { startStores } from '../support/stack.ts'

const MOST = 5

let stores: Stores
let server: Server
beforeAll(async () => {
  stores = await startStores()
  const settings = { WORKERS: '2', TRUST_PROXY: 'loopback', RATE_LIMIT_HTTP: String(MOST) }
  server = await startServer({ ...stores.environment, ...settings })
})
afterAll(async () => {
  await server?.destroy()
  await stores?.destroy()
})

/** Polls a connection that there is not, of a worker. */
async function poll(worker: number, forwarded: string): Promise<number> {
  const headers = { 'x-forwarded-for': forwarded, connection: 'close' }
  const answer = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling&sid=${worker}.nobody`, { headers })
  await answer.text()
  return answer.status
}

it('a worker that passes on a request of a connection says whose it is', async () => {
  for (const worker of [1, 2]) {
    const statuses = []
    // Some come to the worker itself, and some to the other one, which passes them on.
    for (let port = 1; port <= 2 * MOST; port += 1) statuses.push(await poll(worker, `203.0.113.7:${port}`))
    expect(statuses).toEqual([...Array<number>(MOST).fill(400), ...Array<number>(MOST).fill(429)])
    for (let client = 1; client <= 2 * MOST; client += 1) expect(await poll(worker, `198.51.100.${client}`)).toBe(400)
  }
})
