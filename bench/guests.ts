import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { post } from './load/post.ts'
import { usageOf } from './load/processes.ts'
import { median } from './load/quantile.ts'
import { SocketIoClient } from './load/socket-io.ts'
import { startCuria } from './servers/curia.ts'

// What a guest with a socket costs the server: the request for a token, the WebSocket, the handshake of Socket.IO with
// the token. The connections stay open.
// npm run bench:guests -- [--rounds 5] [--guests 2000] [--before DIR], where DIR is another built checkout

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** So many guests come at a time. */
const AT_ONCE = 24

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    guests: { type: 'string', default: '2000' },
    before: { type: 'string' },
  },
})
const guests = Number(values.guests)
const checkouts = [...(values.before === undefined ? [] : [resolve(values.before)]), ROOT]
for (const checkout of checkouts) {
  if (!existsSync(join(checkout, 'dist/main.js'))) throw new Error(`${checkout} is not built: npm run build`)
}

interface Round {
  cpuMs: number
  elapsedMs: number
}

async function connect(url: URL, count: number, clients: SocketIoClient[]): Promise<void> {
  let left = count
  const next = async (): Promise<void> => {
    while (left-- > 0) {
      const { token } = await post<{ token: string }>(url, '/v1/players', { name: `Guest ${left}` })
      const client = new SocketIoClient({ url, auth: { token } })
      clients.push(client)
      await client.connected
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/** CPU and time for each guest, after as many as a quarter of them have warmed the server up. */
async function measure(checkout: string): Promise<Round> {
  const server = await startCuria({ checkout })
  const clients: SocketIoClient[] = []
  try {
    const url = new URL(server.url)
    await connect(url, Math.ceil(guests / 4), clients)
    const [cpu, began] = [usageOf(server.pid).cpuMs, performance.now()]
    await connect(url, guests, clients)
    return { cpuMs: (usageOf(server.pid).cpuMs - cpu) / guests, elapsedMs: (performance.now() - began) / guests }
  } finally {
    for (const client of clients) client.close()
    await server.end()
  }
}

const rounds = new Map<string, Round[]>(checkouts.map((checkout) => [checkout, []]))
for (let round = 1; round <= Number(values.rounds); round += 1) {
  for (const checkout of checkouts) rounds.get(checkout)!.push(await measure(checkout))
}
for (const [checkout, results] of rounds) {
  const cpu = median(results.map(({ cpuMs }) => cpuMs))!
  const elapsed = median(results.map(({ elapsedMs }) => elapsedMs))!
  const name = checkout === ROOT ? 'now' : 'before'
  process.stdout.write(`${name}: ${cpu.toFixed(2)} ms of CPU per guest, ${Math.round(1000 / elapsed)} guests/s\n`)
}
