import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { PublicRecord } from '../src/protocol/index.ts'
import { outcomeSchema, publicRecordSchema, scoresSchema } from '../src/protocol/index.ts'
import type { Check, Claims } from '../src/record/index.ts'
import { verifyRecord } from '../src/record/index.ts'

// Checks a finished game: that it was dealt from the seed whose hash was shown before the first action, that every move
// was legal, that no entry of the log was changed afterwards, and that it ended as the answer says. Everything is
// computed again from the seed and the log.
//   curl -s http://localhost:3000/v1/games/ID/replay | npm run --silent verify -- - [HASH...]

const USAGE = `Usage: npm run verify -- GAME.json [HASH...]
GAME.json is the answer of GET /v1/games/ID/replay once the game has ended, or its "record" alone.
- reads it from the standard input.
Each HASH is a "logHash" that a snapshot showed during the match: the log must have led to it.
Exit code: 0 if everything is as it should be, 1 if something is not, 2 if there is nothing to check.`

/** Why there is nothing to check, in words for the caller. */
class Unusable extends Error {}

/** The answer of the server; what else it holds is not looked at. */
const replaySchema = z.object({
  complete: z.literal(true),
  record: publicRecordSchema,
  outcome: outcomeSchema,
  scores: scoresSchema,
})

async function read(path: string): Promise<unknown> {
  const content = await (path === '-' ? text(process.stdin) : readFile(path, 'utf8')).catch((error: Error) => {
    throw new Unusable(`${path} cannot be read: ${error.message}`)
  })
  try {
    return JSON.parse(content)
  } catch {
    throw new Unusable(`${path === '-' ? 'The standard input' : path} is not JSON.`)
  }
}

function gameIn(input: unknown): { record: PublicRecord; claims: Claims } {
  const fields = z
    .looseObject({ complete: z.unknown().optional(), error: z.unknown().optional() })
    .safeParse(input).data
  if (fields?.complete === false) {
    throw new Unusable('This match is still being played: its seed is secret until it has ended.')
  }
  if (fields?.error !== undefined) {
    throw new Unusable(`This is an answer of the server, but not a game: ${JSON.stringify(fields.error)}`)
  }
  const { record, ...claims } =
    fields?.complete === true ? parsed(replaySchema, input) : { record: parsed(publicRecordSchema, input) }
  return { record, claims }
}

function parsed<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const { data, error } = schema.safeParse(input)
  if (error) throw new Unusable(`This is not a finished game:\n${z.prettifyError(error)}`)
  return data
}

const line = ({ what, ok, found }: Check): string =>
  `${ok ? 'ok    ' : 'not ok'}  ${what}${found === undefined ? '' : `: ${found}`}`

const [path, ...hashes] = process.argv.slice(2)
if (path === undefined || path === '--help' || path === '-h') {
  console.log(USAGE)
  process.exitCode = path === '--help' || path === '-h' ? 0 : 2
} else {
  try {
    const { record, claims } = gameIn(await read(path))
    const checks = verifyRecord(record, claims, hashes)
    console.log(`Game ${record.header.id}, ${record.entries.length} entries`)
    for (const check of checks) console.log(line(check))
    const failed = checks.filter(({ ok }) => !ok).length
    console.log(failed === 0 ? 'Everything is as it should be.' : `${failed} of ${checks.length} checks failed.`)
    process.exitCode = failed === 0 ? 0 : 1
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}
