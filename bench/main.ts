import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Redis } from 'ioredis'
import type { Contender } from './contenders.ts'
import { FLOOR } from './contenders.ts'
import { measureDay, PARTS } from './day/index.ts'
import { drive } from './load/drive.ts'
import type { LoadOptions, LoadResult } from './load/load.ts'
import type { Scenario } from './scenarios.ts'
import { scenariosOf } from './scenarios.ts'
import { havePeers } from './servers/peers.ts'
import { tableOf } from './table.ts'

const USAGE = `npm run bench -- [scenario ...] [--rounds 5] [--seconds 12] [--warm-up 4] [--moves N] [--matches N] [--before DIR]

Starts each server again for each round, in turn, puts a load on it and prints medians, spreads and ratios.
Scenarios: peers (the default), matches, paced, kinds, stores, nodes, spectators, bots, all.
npm run bench -- day [part ...] [--before DIR] measures a usual day next to its aims, and writes the table of docs/performance.md.
Parts: ${Object.keys(PARTS).join(', ')}; all of them take about 25 minutes. --rounds is of the first two.
--moves N: measure N moves, after N / 3 that are not measured, instead of some seconds. All matches begin at once, and so end at
about the same time: short windows have different shares of the games that end.
--before DIR: another built checkout of this project, which takes part in the same rounds.`

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '12' },
    'warm-up': { type: 'string', default: '4' },
    moves: { type: 'string' },
    matches: { type: 'string' },
    before: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const before = values.before === undefined ? undefined : resolve(values.before)
const measured = values.moves === undefined ? undefined : Number(values.moves)
const scenarios = scenariosOf({ checkout: ROOT, before })
if (positionals[0] === 'day') {
  await measureDay({ checkout: ROOT, before, parts: positionals.slice(1), rounds: Number(values.rounds) })
  process.exit(0)
}
const wanted = positionals.length === 0 ? ['peers'] : positionals.includes('all') ? Object.keys(scenarios) : positionals
const unknown = wanted.find((name) => !(name in scenarios))

if (values.help || unknown !== undefined) {
  process.stdout.write(`${unknown === undefined ? '' : `There is no scenario ${unknown}.\n\n`}${USAGE}\n`)
  process.exit(unknown === undefined ? 0 : 2)
}
for (const checkout of [ROOT, ...(before === undefined ? [] : [before])]) {
  if (!existsSync(join(checkout, 'dist/main.js'))) fail(`${checkout} is not built: npm run build`)
}
if (wanted.includes('peers') && !havePeers())
  fail('The peers need packages of their own: npm install --prefix bench/peers')
for (const name of wanted) for (const scenario of scenarios[name]!()) await measure(scenario)

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

async function measure({ title: subject, contenders, load }: Scenario): Promise<void> {
  const title = `${subject}: ${values.matches ?? load.matches} matches`
  const rounds = new Map<string, LoadResult[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const contender of contenders) {
      const result = await measureOnce(contender, { ...load, ...contender.load })
      rounds.get(contender.name)!.push(result)
      const { movesPerSecond, cpuPer1000 } = result
      const figures = `${Math.round(movesPerSecond)} moves/s ${JSON.stringify(cpuPer1000)}`
      process.stderr.write(`${title}, round ${round}: ${contender.name}: ${figures}\n`)
    }
  }
  const reference = contenders.includes(FLOOR)
    ? FLOOR.name
    : (contenders.find(({ name }) => name.endsWith('before')) ?? contenders[0]!).name
  process.stdout.write(`\n## ${title}\n\n${tableOf(rounds, reference)}\n`)
}

async function measureOnce(contender: Contender, load: Partial<LoadOptions>): Promise<LoadResult> {
  const started = await contender.start()
  try {
    const result = await drive(contender, started, {
      warmUpSeconds: Number(values['warm-up']),
      seconds: Number(values.seconds),
      ...(measured !== undefined && { moves: { warmUp: Math.ceil(measured / 3), measured } }),
      ...load,
      ...(values.matches !== undefined && { matches: Number(values.matches) }),
    })
    if (started.redisUrl === undefined || contender.target !== 'curia') return result
    return { ...result, redisKbPerMatch: await redisKb(started.redisUrl, result) }
  } finally {
    await started.end()
  }
}

/** The memory of Redis beyond an empty one's, for each match that was played. */
async function redisKb(url: string, { matchesPlayed }: LoadResult): Promise<number> {
  const redis = new Redis(url)
  try {
    const memory = await redis.info('memory')
    const value = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(memory)![1])
    return (value('used_memory_dataset') - value('used_memory_startup')) / 1024 / matchesPlayed
  } finally {
    redis.disconnect()
  }
}
