import { fastify } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import { openDatabase } from '../../src/database/index.ts'
import { openArchive } from '../../src/history/index.ts'
import { gamesPageSchema, gamesQuerySchema } from '../../src/protocol/index.ts'

/** What the process that reads lists is asked. */
export interface ListTask {
  databaseUrl: string
  requests: number
}

// The list of games, as its route answers it but for the network, in a process of its own: the task as one JSON argument,
// and as one line of JSON the time of a request.

const task = JSON.parse(process.argv[2]!) as ListTask
const log = pino({ level: 'warn' }, process.stderr)
const archive = openArchive(await openDatabase({ databaseUrl: task.databaseUrl }, log))

const app = fastify()
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
const schema = { querystring: gamesQuerySchema, response: { 200: gamesPageSchema } }
app.get('/v1/games', { schema }, async (request) => archive.list(gamesQuerySchema.parse(request.query)))
const ask = async (): Promise<unknown> => app.inject({ url: '/v1/games?limit=20' })

for (let n = 0; n < task.requests / 4; n += 1) await ask()
const began = performance.now()
for (let n = 0; n < task.requests; n += 1) await ask()
const elapsedMs = (performance.now() - began) / task.requests
await app.close()
await archive.close()
process.stdout.write(`${JSON.stringify({ elapsedMs })}\n`)
