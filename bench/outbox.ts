import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { startPostgres } from '../test/support/postgres.ts'
import type { OutboxResult, OutboxTask } from './history/outbox-worker.ts'
import { median } from './load/quantile.ts'

// What a finished game costs, from the outbox of the live store into Postgres: it is loaded, folded, stored with its
// ratings and counters, and marked. Each round stores the same number of random games in a new database.
// npm run bench:outbox -- [--rounds 3] [--games 600] [--before DIR], where DIR is another built checkout

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WORKER = fileURLToPath(new URL('history/outbox-worker.ts', import.meta.url))
const run = promisify(execFile)

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    games: { type: 'string', default: '600' },
    before: { type: 'string' },
  },
})
const games = Number(values.games)
const checkouts = [...(values.before === undefined ? [] : [resolve(values.before)]), ROOT]
const results = new Map<string, OutboxResult[]>(checkouts.map((checkout) => [checkout, []]))

const postgres = await startPostgres({ syncs: true })
try {
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const checkout of checkouts) {
      const databaseUrl = await postgres.createDatabase()
      const task: OutboxTask = { checkout, databaseUrl, games, warmUp: Math.floor(games / 3), players: 100 }
      const { stdout } = await run(process.execPath, ['--import', 'tsx', WORKER, JSON.stringify(task)], { cwd: ROOT })
      results.get(checkout)!.push(JSON.parse(stdout) as OutboxResult)
    }
  }
} finally {
  await postgres.destroy()
}

for (const [checkout, rounds] of results) {
  const cpu = median(rounds.map(({ cpuMs }) => cpuMs))!
  const elapsed = median(rounds.map(({ elapsedMs }) => elapsedMs))!
  const figures = `${cpu.toFixed(2)} ms of CPU per game, ${Math.round(1000 / elapsed)} games/s`
  process.stdout.write(`${checkout === ROOT ? 'now' : 'before'}: ${figures}\n`)
}
