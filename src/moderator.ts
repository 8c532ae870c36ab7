import { parseArgs } from 'node:util'
import { setModerator } from './moderation/index.ts'
import { openForOperator } from './operator.ts'
import { nameKey } from './players/index.ts'
import { CodedError, reasonSchema } from './protocol/index.ts'

// Makes an account a moderator, in the database that the server of this folder uses:
//   npm run moderator -- NAME

const USAGE = `Usage: npm run moderator -- NAME [--dismiss] [--why REASON]
Makes the account NAME a moderator, or takes the role away with --dismiss. It is an entry of the audit log, with the
REASON: 1 to 500 characters, at least one of them visible.
The database is the one of the server's configuration: DATABASE_URL, or the folder history in DATA_DIR. A server that
uses that folder must be stopped meanwhile.
Exit code: 0 if the account has the role now (with --dismiss: no longer has it), 1 if it could not be changed, 2 for wrong
arguments.`

/** What was asked for on the command line; null if it makes no sense. */
function asked(): { name: string; dismiss: boolean; why: string } | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { dismiss: { type: 'boolean', default: false }, why: { type: 'string', default: 'by the operator' } },
    })
    const [name, ...more] = positionals
    return name === undefined || more.length > 0 ? null : { name, ...values, why: reasonSchema.parse(values.why) }
  } catch {
    return null
  }
}

/** Changes the role, and returns what to tell the operator. @throws Error in words for the operator. */
async function change({ name, dismiss, why }: NonNullable<ReturnType<typeof asked>>): Promise<string> {
  const { where, database } = await openForOperator()
  try {
    const measure = await setModerator(database, nameKey(name), !dismiss, why)
    const is = dismiss ? 'no moderator' : 'a moderator'
    return `In ${where}: ${name} is ${is}${measure ? ' now' : ' already'}.`
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    const reason = error.code === 'unknown-player' ? `no account has the name ${name}` : 'it does not answer'
    throw new Error(`In ${where}: ${reason}.`, { cause: error })
  } finally {
    await database.close()
  }
}

const wanted = asked()
if (!wanted) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  try {
    process.stdout.write(`${await change(wanted)}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
