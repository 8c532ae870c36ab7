import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fastify } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import type * as DatabaseModule from '../../src/database/index.ts'
import type * as HistoryModule from '../../src/history/index.ts'
import { finishedGame } from '../../src/history/index.ts'
import { gamesPageSchema, gamesQuerySchema } from '../../src/protocol/index.ts'
import { endedRecords } from './records.ts'

/** What the process that reads lists is asked. `checkout` has been built. */
export interface ListTask {
  checkout: string
  databaseUrl: string
  /** Games that are stored before the measurement, if the database has none. */
  games: number
  requests: number
}

/** Of one request: CPU of this process, and time, in ms; and the answer to the first one. */
export interface ListResult {
  cpuMs: number
  elapsedMs: number
  answer: string
}

// The list of games of a checkout, as its route answers it but for the network, in a process of its own: the task as one
// JSON argument, the result as one line of JSON.

const task = JSON.parse(process.argv[2]!) as ListTask
const log = pino({ level: 'warn' }, process.stderr)
const load = async <Module>(folder: string): Promise<Module> =>
  (await import(pathToFileURL(join(task.checkout, 'dist', folder, 'index.js')).href)) as Module
const { openDatabase } = await load<typeof DatabaseModule>('database')
const { openArchive } = await load<typeof HistoryModule>('history')
const archive = openArchive(await openDatabase({ databaseUrl: task.databaseUrl }, log))

const { games } = await archive.list(gamesQuerySchema.parse({}))
if (games.length === 0) {
  for (const record of endedRecords(task.games, 20)) await archive.store(finishedGame(record))
}

const app = fastify()
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
const schema = { querystring: gamesQuerySchema, response: { 200: gamesPageSchema } }
app.get('/v1/games', { schema }, async (request) => archive.list(gamesQuerySchema.parse(request.query)))
const ask = async (): Promise<string> => (await app.inject({ url: '/v1/games?limit=20' })).body

const answer = await ask()
for (let n = 0; n < task.requests / 4; n += 1) await ask()
const [cpu, began] = [process.cpuUsage(), performance.now()]
for (let n = 0; n < task.requests; n += 1) await ask()
const { user, system } = process.cpuUsage(cpu)
const result: ListResult = {
  cpuMs: (user + system) / 1000 / task.requests,
  elapsedMs: (performance.now() - began) / task.requests,
  answer,
}
await app.close()
await archive.close()
process.stdout.write(`${JSON.stringify(result)}\n`)
