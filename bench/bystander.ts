import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { Redis } from 'ioredis'
import type { LoadOptions, LoadResult } from './load/load.ts'
import { post } from './load/post.ts'
import { median } from './load/quantile.ts'
import { SocketIoClient } from './load/socket-io.ts'
import { startCuria } from './servers/curia.ts'
import { startRedis } from './servers/redis.ts'

// What a move costs a node that has no part in its match. All matches are played on one node, and another one follows
// some, in every shard, that nobody plays.
// npm run bench:bystander -- [--rounds 3] [--matches 200] [--seconds 8] [--before DIR], where DIR is another built checkout

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
const checkouts = [...(values.before === undefined ? [] : [resolve(values.before)]), ROOT]
const results = new Map<string, Figures[]>(checkouts.map((checkout) => [checkout, []]))

/** By what was measured, in µs for each move; `script` is the time that Redis takes for the script of a commit. */
type Figures = Record<'player' | 'bystander' | 'redis' | 'script', number>

async function measure(checkout: string): Promise<Figures> {
  const redis = await startRedis('everysec')
  const nodes = [
    await startCuria({ checkout, redisUrl: redis.url }),
    await startCuria({ checkout, redisUrl: redis.url }),
  ] as const
  const client = new Redis(redis.url)
  try {
    await followSome(new URL(nodes[1].url))
    await client.config('RESETSTAT')
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
    const { cpuPer1000 } = JSON.parse(stdout) as LoadResult
    const of = (name: string): number => cpuPer1000[name]! * 1000
    const script = /cmdstat_evalsha:.*usec_per_call=([\d.]+)/.exec(await client.info('commandstats'))![1]
    return { player: of('player'), bystander: of('bystander'), redis: of('redis'), script: Number(script) }
  } finally {
    client.disconnect()
    await Promise.all(nodes.map((node) => node.end()))
    await redis.end()
  }
}

async function followSome(url: URL): Promise<void> {
  for (let n = 0; n < OWN_MATCHES / 8; n += 1) {
    const { token } = await post<{ token: string }>(url, '/v1/players', { name: `Host ${n}` })
    const client = new SocketIoClient({ url, auth: { token } })
    await client.connected
    for (let match = 0; match < 8; match += 1) await client.ask('match:create', {})
  }
}

for (let round = 1; round <= Number(values.rounds); round += 1) {
  for (const checkout of checkouts) results.get(checkout)!.push(await measure(checkout))
}
for (const [checkout, rounds] of results) {
  const names = Object.keys(rounds[0]!) as (keyof Figures)[]
  const figures = names.map((name) => `${name} ${median(rounds.map((round) => round[name]))!.toFixed(1)}`)
  process.stdout.write(`${checkout === ROOT ? 'now' : 'before'}, µs of CPU for a move: ${figures.join(', ')}\n`)
}
process.exit(0)
