import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import type * as DatabaseModule from '../../src/database/index.ts'
import type * as HistoryModule from '../../src/history/index.ts'
import { EndedMatches } from '../../test/support/ended-matches.ts'
import { endedRecords } from './records.ts'

/** What the process that runs an outbox is asked. `checkout` has been built. */
export interface OutboxTask {
  checkout: string
  databaseUrl: string
  /** Games that are stored, and those of them that are stored before the measurement begins. */
  games: number
  warmUp: number
  /** How many players share the games. */
  players: number
}

/** Of the games after the warm-up: CPU of this process, all threads, and time, in ms per game. */
export interface OutboxResult {
  cpuMs: number
  elapsedMs: number
}

// An outbox of a checkout, in a process of its own: the task as one JSON argument, the result as one line of JSON.

const task = JSON.parse(process.argv[2]!) as OutboxTask
const log = pino({ level: 'warn' }, process.stderr)
const load = async <Module>(folder: string): Promise<Module> =>
  (await import(pathToFileURL(join(task.checkout, 'dist', folder, 'index.js')).href)) as Module
const { openDatabase } = await load<typeof DatabaseModule>('database')
const { openArchive, startOutbox } = await load<typeof HistoryModule>('history')

const archive = openArchive(await openDatabase({ databaseUrl: task.databaseUrl }, log))
const live = new EndedMatches()
const outbox = startOutbox({ live, archive, log })

/** Ends some matches at once, and resolves when all of them are stored. */
async function store(records: ReturnType<typeof endedRecords>): Promise<void> {
  const wanted = live.archived.length + records.length
  for (const record of records) live.end(record)
  outbox.notify()
  while (live.archived.length < wanted) await new Promise((resolve) => setTimeout(resolve, 5))
}

const records = endedRecords(task.games, task.players)
await store(records.slice(0, task.warmUp))
const [cpu, began] = [process.cpuUsage(), performance.now()]
await store(records.slice(task.warmUp))
const { user, system } = process.cpuUsage(cpu)
const measured = task.games - task.warmUp
const result: OutboxResult = {
  cpuMs: (user + system) / 1000 / measured,
  elapsedMs: (performance.now() - began) / measured,
}
await outbox.stop()
await archive.close()
process.stdout.write(`${JSON.stringify(result)}\n`)
