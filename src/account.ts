import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/index.ts'
import { openArchive } from './history/index.ts'
import { forgetStored, ownDocument } from './http/index.ts'
import { localLimiters } from './limits/index.ts'
import {
  beginDeletion,
  forgetReported,
  makeResetOf,
  reportsMadeBy,
  resetPath,
  setModerator,
} from './moderation/index.ts'
import { openForOperator } from './operator.ts'
import { nameKey, openPlayers, openTokens, playerName } from './players/index.ts'
import { CodedError, reasonSchema } from './protocol/index.ts'
import { Puzzles } from './puzzles/index.ts'
import { forgetInTournaments, tournamentsOf } from './tournaments/index.ts'

// What an operator does to an account, in the database that the server of this folder uses:
//   npm run account -- NAME --reset

const USAGE = `Usage: npm run account -- NAME --reset | --delete | --export | --moderator [--dismiss] [--why REASON]
--reset      prints a link with which the player sets another password: for one use, within 24 hours
--delete     deletes the account with its bots and all that the player could delete, and asks for nothing
--export     prints all that is stored of the player, as JSON
--moderator  makes the account a moderator; with --dismiss it takes the role away
All but --export are entries of the audit log, with the REASON: 1 to 500 characters, at least one of them visible.
The database is the one of the server's configuration: DATABASE_URL, or the folder history in DATA_DIR. A server that
uses that folder must be stopped meanwhile.
Exit code: 0 if it was done, or had been done before, 1 if it could not be, 2 for wrong arguments.`

const ACTIONS = ['reset', 'delete', 'export', 'moderator'] as const
type Action = (typeof ACTIONS)[number]

interface Wanted {
  name: string
  action: Action
  dismiss: boolean
  why: string
}

/** What an action works with. */
interface Place {
  config: Config
  database: Database
  /** For the operator. */
  where: string
}

/** What was asked for on the command line; null if it makes no sense. */
function asked(): Wanted | null {
  try {
    const flag = { type: 'boolean', default: false } as const
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        reset: flag,
        delete: flag,
        export: flag,
        moderator: flag,
        dismiss: flag,
        why: { type: 'string', default: 'by the operator' },
      },
    })
    const [name, ...others] = positionals
    const [action, ...more] = ACTIONS.filter((each) => values[each])
    if (name === undefined || action === undefined || others.length + more.length > 0) return null
    if (values.dismiss && action !== 'moderator') return null
    return { name, action, dismiss: values.dismiss, why: reasonSchema.parse(values.why) }
  } catch {
    return null
  }
}

/** Each returns what to print. */
const DO: Record<Action, (place: Place, wanted: Wanted) => Promise<string>> = {
  async moderator({ database, where }, { name, dismiss, why }) {
    const measure = await setModerator(database, nameKey(name), !dismiss, why)
    const is = dismiss ? 'no moderator' : 'a moderator'
    return `In ${where}: ${name} is ${is}${measure ? ' now' : ' already'}.`
  },

  async reset({ database, config }, { name, why }) {
    const { token } = await makeResetOf(database, { nameKey: nameKey(playerName(name)) }, { moderator: null, why })
    return `${config.publicUrl ?? `http://localhost:${config.port}`}${resetPath(token)}`
  },

  export: (place, { name }) =>
    withPlayer(place, name, async ({ accounts, archive, puzzles, tournaments, player }) => {
      const moderation = { reportsBy: (id: string) => reportsMadeBy(place.database, id) }
      return (await text(await ownDocument({ accounts, archive, puzzles, tournaments, moderation }, player))).trimEnd()
    }),

  delete: (place, { name, why }) =>
    withPlayer(place, name, async ({ accounts, sessions, bots, archive, puzzles, tournaments, player }) => {
      const { database, where } = place
      const ids = [player.id, ...(await bots.ids(player))] as const
      const moderation = { forget: (id: string) => forgetReported(database, id) }
      await beginDeletion({ database, sessions }, ids, why)
      for (const id of ids) await forgetStored({ archive, moderation, puzzles, tournaments }, id)
      await accounts.delete(player.id)
      return `In ${where}: the account ${name} is deleted.`
    }),
}

/** Does something with all that is stored of the player of an account. @throws CodedError `unknown-player` */
async function withPlayer(
  { config, database }: Place,
  name: string,
  work: (parts: Awaited<ReturnType<typeof openStored>> & { player: { id: string; name: string } }) => Promise<string>,
): Promise<string> {
  const stored = await openStored(config, database)
  try {
    const player = await stored.accounts.find({ name })
    if (!player) throw new CodedError('unknown-player')
    return await work({ ...stored, player })
  } finally {
    await stored.close()
  }
}

async function openStored(config: Config, database: Database) {
  const log = pino({ level: 'silent' })
  const tokens = await openTokens(config)
  const players = await openPlayers({ database, tokens, limiters: localLimiters, log })
  const archive = openArchive(database)
  const puzzles = new Puzzles({ database, archive, weigher: null, now: Date.now, log })
  const close = async (): Promise<void> => {
    await puzzles.close()
    await players.close()
  }
  const tournaments = {
    ofPlayer: (player: string, limit: number) => tournamentsOf(database, player, limit),
    forget: (player: string) => forgetInTournaments(database, player, Date.now()),
  }
  return { ...players, archive, puzzles, tournaments, close }
}

/** Does what was asked for, and returns what to tell the operator. @throws Error in words for the operator. */
async function carryOut(wanted: Wanted): Promise<string> {
  const { config, where, database } = await openForOperator()
  try {
    return await DO[wanted.action]({ config, database, where }, wanted)
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    throw new Error(`In ${where}: ${reasonOf(error, wanted.name)}.`, { cause: error })
  } finally {
    await database.close()
  }
}

function reasonOf({ code, message }: CodedError, name: string): string {
  if (code === 'unknown-player' || code === 'name-invalid') return `no account has the name ${name}`
  return code === 'unavailable' ? 'it does not answer' : message.replace(/\.$/, '')
}

const wanted = asked()
if (!wanted) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  try {
    process.stdout.write(`${await carryOut(wanted)}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
