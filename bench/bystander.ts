import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BystanderTask, Done, Order } from './live/bystander-worker.ts'
import { usageOf } from './load/processes.ts'
import { median } from './load/quantile.ts'
import { startRedis } from './servers/redis.ts'

// What a commit costs nodes that have no part in its match: their live stores follow other matches, in every shard, to
// which nobody commits. The checkouts are measured in turn.
// npm run bench:bystander -- [--rounds 5] [--commits 8000] [--bystanders 4] [--before DIR], where DIR is another built
// checkout

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WORKER = fileURLToPath(new URL('live/bystander-worker.ts', import.meta.url))
/** Matches of each process: enough that there is one in every shard. */
const MATCHES = 400
/** What is published arrives within this time (ms). */
const SETTLES_MS = 300

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    commits: { type: 'string', default: '8000' },
    bystanders: { type: 'string', default: '4' },
    before: { type: 'string' },
  },
})
const bystanders = Number(values.bystanders)
const commits = Math.ceil(Number(values.commits) / MATCHES)
const checkouts = [...(values.before === undefined ? [] : [resolve(values.before)]), ROOT]

/** CPU in µs for a commit. */
type Figures = Record<'committer' | 'bystander' | 'redis', number>

async function ask(worker: ChildProcess, order: Order): Promise<number> {
  worker.send(order)
  const [done] = (await once(worker, 'message')) as [Done]
  return done.cpuUs
}

async function measure(checkout: string): Promise<Figures> {
  const redis = await startRedis('everysec')
  const task: BystanderTask = { checkout, redisUrl: redis.url, matches: MATCHES }
  const execArgv = ['--import', 'tsx']
  const workers = Array.from({ length: 1 + bystanders }, () => fork(WORKER, [JSON.stringify(task)], { execArgv }))
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')))
    const [committer, ...others] = workers
    const cpuOfOthers = async (): Promise<number> => {
      const all = await Promise.all(others.map((worker) => ask(worker, { commits: 0 })))
      return all.reduce((sum, cpuUs) => sum + cpuUs, 0)
    }
    // The first commits are no measure: the code is not compiled yet.
    const [warm, othersBefore] = [await ask(committer!, { commits }), await cpuOfOthers()]
    const redisBefore = usageOf(redis.pid).cpuMs
    const committed = await ask(committer!, { commits })
    const redisAfter = usageOf(redis.pid).cpuMs
    await delay(SETTLES_MS)
    const count = commits * MATCHES
    return {
      committer: (committed - warm) / count,
      bystander: bystanders === 0 ? 0 : ((await cpuOfOthers()) - othersBefore) / bystanders / count,
      redis: ((redisAfter - redisBefore) * 1000) / count,
    }
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
    await redis.end()
  }
}

const results = new Map<string, Figures[]>(checkouts.map((checkout) => [checkout, []]))
for (let round = 1; round <= Number(values.rounds); round += 1) {
  for (const checkout of checkouts) results.get(checkout)!.push(await measure(checkout))
}
for (const [checkout, rounds] of results) {
  const of = (name: keyof Figures): string => {
    const all = rounds.map((figures) => figures[name])
    const [middle, low, high] = [median(all)!, Math.min(...all), Math.max(...all)].map((figure) => figure.toFixed(1))
    return `${middle} (${low} to ${high})`
  }
  const figures = `the node that commits ${of('committer')}, each bystander ${of('bystander')}, Redis ${of('redis')}`
  process.stdout.write(`${checkout === ROOT ? 'now' : 'before'}, µs of CPU for a commit: ${figures}\n`)
}
