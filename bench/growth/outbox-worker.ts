import { pino } from 'pino'
import { openDatabase } from '../../src/database/index.ts'
import { openArchive, startOutbox } from '../../src/history/index.ts'
import { EndedMatches } from '../../test/support/ended-matches.ts'
import { endedRecords } from './records.ts'

/** What the process that runs an outbox is asked. */
export interface OutboxTask {
  databaseUrl: string
  /** Games that are stored, and those of them that are stored before the measurement begins. */
  games: number
  warmUp: number
  /** How many players share the games. */
  players: number
}

// An outbox, in a process of its own: the task as one JSON argument, and as one line of JSON the time of a game after the
// warm-up.

const task = JSON.parse(process.argv[2]!) as OutboxTask
const log = pino({ level: 'warn' }, process.stderr)
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
const began = performance.now()
await store(records.slice(task.warmUp))
const elapsedMs = (performance.now() - began) / (task.games - task.warmUp)
await outbox.stop()
await archive.close()
process.stdout.write(`${JSON.stringify({ elapsedMs })}\n`)
