import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import type { LoadOptions, LoadResult } from './load/load.ts'
import { post } from './load/post.ts'
import { SocketIoClient } from './load/socket-io.ts'
import { startCuria } from './servers/curia.ts'
import { startRedis } from './servers/redis.ts'

// What a move costs a node that has no part in its match: the node follows the shards of its own matches, and receives
// all that is published in them. All matches are played on one node, and another one has some that nobody plays.
// npm run bench:bystander -- [--matches 200] [--seconds 8]

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DRIVER = fileURLToPath(new URL('load/main.ts', import.meta.url))
/** Enough that there is one in every shard. */
const OWN_MATCHES = 400

const { values } = parseArgs({
  options: { matches: { type: 'string', default: '200' }, seconds: { type: 'string', default: '8' } },
})
const redis = await startRedis('everysec')
const nodes = [
  await startCuria({ checkout: ROOT, redisUrl: redis.url }),
  await startCuria({ checkout: ROOT, redisUrl: redis.url }),
] as const
try {
  const url = new URL(nodes[1].url)
  for (let n = 0; n < OWN_MATCHES / 8; n += 1) {
    const { token } = await post<{ token: string }>(url, '/v1/players', { name: `Host ${n}` })
    const client = new SocketIoClient({ url, auth: { token } })
    await client.connected
    for (let match = 0; match < 8; match += 1) await client.ask('match:create', {})
  }
  const options: LoadOptions = {
    target: 'curia',
    urls: [nodes[0].url],
    matches: Number(values.matches),
    warmUpSeconds: 4,
    seconds: Number(values.seconds),
    rate: null,
    kind: 'base',
    clock: 'none',
    cross: false,
    spectators: 0,
    processes: { player: nodes[0].pid, bystander: nodes[1].pid, redis: redis.pid },
  }
  const args = ['--import', 'tsx', DRIVER, JSON.stringify(options)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 1e8 })
  const { cpuPer1000, movesPerSecond } = JSON.parse(stdout) as LoadResult
  const figures = Object.entries(cpuPer1000).map(([name, seconds]) => `${name} ${(seconds * 1000).toFixed(0)} µs`)
  process.stdout.write(`${Math.round(movesPerSecond)} moves/s; CPU of a move: ${figures.join(', ')}\n`)
} finally {
  await Promise.all(nodes.map((node) => node.end()))
  await redis.end()
}
process.exit(0)
