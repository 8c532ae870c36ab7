import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { curiaIn } from './contenders.ts'
import type { Started } from './contenders.ts'
import type { LoadOptions, LoadResult } from './load/load.ts'
import { post } from './load/post.ts'
import { usageOf } from './load/processes.ts'
import { median } from './load/quantile.ts'
import { SocketIoClient } from './load/socket-io.ts'

// What a move costs a node that has no part in its match. All matches are played on one node, and another one follows
// some, in every shard, that nobody plays. What this node uses without any moves, it uses in any case: that is measured
// before, and subtracted. The checkouts are measured in turn.
// npm run bench:bystander -- [--rounds 3] [--matches 200] [--seconds 8] [--before DIR], where DIR is another built
// checkout

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DRIVER = fileURLToPath(new URL('load/main.ts', import.meta.url))
/** Enough that there is one in every shard. */
const OWN_MATCHES = 400

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    matches: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '8' },
    before: { type: 'string' },
  },
})

/** CPU in µs for a move. */
interface Figures {
  player: number
  bystander: number
  redis: number
}

interface Measured {
  name: string
  servers: Started
  results: Figures[]
}

async function prepare(name: string, checkout: string): Promise<Measured> {
  const servers = await curiaIn({ name, checkout, store: 'everysec', nodes: 2 }).start()
  const bystander = new URL(servers.urls[1]!)
  for (let n = 0; n < OWN_MATCHES / 8; n += 1) {
    const { token } = await post<{ token: string }>(bystander, '/v1/players', { name: `Host ${n}` })
    const client = new SocketIoClient({ url: bystander, auth: { token } })
    await client.connected
    for (let match = 0; match < 8; match += 1) await client.ask('match:create', {})
  }
  return { name, servers, results: [] }
}

/** The CPU that the bystander uses while nobody moves, in µs per second. */
async function idleOf(pid: number): Promise<number> {
  const [before, from] = [usageOf(pid).cpuMs, performance.now()]
  await delay(Number(values.seconds) * 1000)
  return ((usageOf(pid).cpuMs - before) * 1e6) / (performance.now() - from)
}

async function measure({ urls, processes }: Started): Promise<Figures> {
  const idle = await idleOf(processes['server 2']!)
  const options: LoadOptions = {
    target: 'curia',
    urls: urls.slice(0, 1),
    matches: Number(values.matches),
    warmUpSeconds: 4,
    seconds: Number(values.seconds),
    rate: null,
    kind: 'base',
    clock: 'none',
    cross: false,
    spectators: 0,
    processes,
  }
  const args = ['--import', 'tsx', DRIVER, JSON.stringify(options)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 1e8 })
  const { cpuPer1000, movesPerSecond } = JSON.parse(stdout) as LoadResult
  const of = (server: string): number => cpuPer1000[server]! * 1000
  return { player: of('server 1'), bystander: of('server 2') - idle / movesPerSecond, redis: of('redis') }
}

const measured: Measured[] = []
try {
  if (values.before !== undefined) measured.push(await prepare('before', resolve(values.before)))
  measured.push(await prepare('now', ROOT))
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const { servers, results } of measured) results.push(await measure(servers))
  }
} finally {
  await Promise.all(measured.map(({ servers }) => servers.end()))
}
for (const { name, results } of measured) {
  const of = (server: keyof Figures): string => {
    const all = results.map((each) => each[server])
    const [middle, low, high] = [median(all)!, Math.min(...all), Math.max(...all)].map((figure) => figure.toFixed(0))
    return `${middle} (${low} to ${high})`
  }
  const figures = `its node ${of('player')}, the bystander ${of('bystander')}, Redis ${of('redis')}`
  process.stdout.write(`${name}, µs of CPU for a move: ${figures}\n`)
}
process.exit(0)
