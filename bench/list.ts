import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { startPostgres } from '../test/support/postgres.ts'
import type { ListResult, ListTask } from './history/list-worker.ts'
import { median } from './load/quantile.ts'

// What a list of 20 games costs, from the request to the text of the answer, without the network. All rounds read the
// same database, and all answers must be the same bytes.
// npm run bench:list -- [--rounds 5] [--requests 400] [--before DIR], where DIR is another built checkout

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WORKER = fileURLToPath(new URL('history/list-worker.ts', import.meta.url))
const run = promisify(execFile)

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '400' },
    before: { type: 'string' },
  },
})
const checkouts = [...(values.before === undefined ? [] : [resolve(values.before)]), ROOT]
const results = new Map<string, ListResult[]>(checkouts.map((checkout) => [checkout, []]))

const postgres = await startPostgres({ syncs: true })
try {
  const task = { databaseUrl: postgres.url, games: 200, requests: Number(values.requests) }
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const checkout of checkouts) {
      const argument = JSON.stringify({ ...task, checkout } satisfies ListTask)
      const { stdout } = await run(process.execPath, ['--import', 'tsx', WORKER, argument], { cwd: ROOT })
      results.get(checkout)!.push(JSON.parse(stdout) as ListResult)
    }
  }
} finally {
  await postgres.destroy()
}

for (const [checkout, rounds] of results) {
  const cpu = median(rounds.map(({ cpuMs }) => cpuMs))!
  process.stdout.write(`${checkout === ROOT ? 'now' : 'before'}: ${cpu.toFixed(2)} ms of CPU per list of 20 games\n`)
}
const answers = new Set([...results.values()].flat().map(({ answer }) => answer))
process.stdout.write(answers.size === 1 ? 'All answers are the same bytes.\n' : 'The answers differ.\n')
process.exitCode = answers.size === 1 ? 0 : 1
