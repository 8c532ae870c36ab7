import { fillStatistics } from './history/index.ts'
import { openForOperator } from './operator.ts'
import { CodedError } from './protocol/index.ts'

// Counts the games that were stored before there were statistics, in the database that the server of this folder uses:
//   npm run statistics

const USAGE = `Usage: npm run statistics
Counts stored games that the statistics do not have yet, oldest first. It can be interrupted and begun again at any time:
each game is counted once. It takes no arguments.
The database is the one of the server's configuration: DATABASE_URL, or the folder history in DATA_DIR. A server that
uses that folder must be stopped meanwhile.
Exit code: 0 if all games are counted now, 1 if not, 2 for wrong arguments.`

/** Counts what is not counted, and says how far it is. @throws Error in words for the operator. */
async function fill(): Promise<void> {
  const { where, database } = await openForOperator()
  try {
    let [counted, skipped] = [0, 0]
    for await (const soFar of fillStatistics(database)) {
      ;({ counted, skipped } = soFar)
      process.stdout.write(`${counted} games are counted so far.\n`)
    }
    process.stdout.write(`In ${where}: all games are counted, ${counted} of them now.\n`)
    if (skipped > 0) process.stdout.write(`Left out: ${skipped} games by rules that this version does not know.\n`)
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    throw new Error(`In ${where}: the database does not answer.`, { cause: error })
  } finally {
    await database.close()
  }
}

if (process.argv.length > 2) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  try {
    await fill()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
