import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endWithUs } from '../support/child.ts'
import { freePort } from '../support/free-port.ts'
import { finishedGame } from '../support/rest.ts'
import { expectExactViews, seatTwo } from '../support/seated-match.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import type { Stores } from '../support/stack.ts'
import { startStores } from '../support/stack.ts'

const PATIENTLY = { timeout: 300_000, interval: 20 }
const CONFIGURATION = fileURLToPath(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url))

let stores: Stores
let nodes: Server[]
let balancer: ChildProcess
let url: string
beforeAll(async () => {
  const missing = spawnSync('haproxy', ['-v']).status !== 0
  if (missing) throw new Error('HAProxy is not installed. On Debian or Ubuntu: apt-get install -y haproxy')
  stores = await startStores()
  const environment = { ...stores.environment, TRUST_PROXY: 'loopback' }
  nodes = await Promise.all([1, 2, 3].map(() => startServer(environment)))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const addresses = nodes.map((node, index) => [`CURIA_NODE_${index + 1}`, new URL(node.url).host])
  balancer = spawn('haproxy', ['-db', '-f', CONFIGURATION], {
    env: { PATH: process.env.PATH, CURIA_BIND: `127.0.0.1:${port}`, ...(Object.fromEntries(addresses) as object) },
    stdio: 'ignore',
  })
  endWithUs(balancer)
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), PATIENTLY)
})
afterAll(async () => {
  balancer?.kill('SIGKILL')
  await Promise.all((nodes ?? []).map((node) => node.destroy()))
  await stores?.destroy()
})

describe('three nodes behind the balancer', () => {
  it('play a match to its end, although the node that serves both players is killed', async () => {
    const table = await seatTwo(url, { kind: 'agora' })
    const isServing = (node: Server): boolean => node.output().includes('"route":"/v1/players"')
    const serving = nodes.filter(isServing)
    expect(serving).toHaveLength(1)
    const played = table.play()
    await table.seats[0].match.until(({ version }) => version > 10)
    await serving[0]!.end('SIGKILL')
    await played
    await expectExactViews(table.seats)
    const { game } = await finishedGame(url, table.match)
    expect(game.scores).toEqual(table.seats[0].match.value.snapshot.scores)
    // Long polling needs all requests of a connection on one node.
    const socket = io(url, { transports: ['polling'], auth: { token: table.guests[0].token } })
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
    for (let question = 0; question < 5; question += 1) {
      expect(await socket.emitWithAck('player:matches', {})).toMatchObject({ ok: true, matches: [] })
    }
    socket.close()
    table.close()
  })

  it('show nobody their metrics', async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
  })
})
