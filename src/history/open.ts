import type { Logger } from 'pino'
import type { Archive } from './archive.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { answered, isUnavailable } from './faults.ts'
import { findGame, findRecord, listGames } from './games.ts'
import { findPlayer } from './players.ts'
import { openPostgres } from './postgres.ts'
import { storeGame } from './store.ts'

/** A PostgreSQL server, or a folder (of its own) for Postgres within this process. */
export type HistoryPlace = { databaseUrl: string } | { dir: string }

/**
 * Opens the history and brings its schema up to date. A server that does not answer is no reason not to start: the schema is
 * then seen to when it does, and until then every method of the archive rejects with `CodedError('unavailable')`.
 * @throws Error if the server refuses (wrong password, no such database), or a migration fails.
 */
export async function openHistory(place: HistoryPlace, log: Logger): Promise<Archive> {
  const database = 'dir' in place ? await openEmbedded(place.dir) : openPostgres(place.databaseUrl, log)
  const archive = archiveOn(database, log)
  try {
    await archive.ping()
  } catch (error) {
    if (!isUnavailable(error)) {
      await archive.close()
      throw error
    }
    log.warn({ err: error }, 'the history database does not answer; games go on without it')
  }
  return archive
}

function archiveOn(database: Database, log: Logger): Archive {
  const { db } = database
  let migrated: Promise<void> | undefined

  /** Once; again only after a failure. */
  const inPlace = (): Promise<void> =>
    (migrated ??= database.migrate().then(
      (names) => {
        if (names.length > 0) log.info({ migrations: names }, 'the history database was brought up to date')
      },
      (error: unknown) => {
        migrated = undefined
        throw error
      },
    ))
  const withDatabase = <T>(work: () => Promise<T>): Promise<T> =>
    answered(async () => {
      await inPlace()
      return work()
    })

  return {
    store: (game) =>
      withDatabase(async () => {
        const result = await storeGame(db, game)
        if (result === 'stored') await database.tend()
        return result
      }),
    list: (query) => withDatabase(() => listGames(db, query)),
    get: (id) => withDatabase(() => findGame(db, id)),
    record: (id) => withDatabase(() => findRecord(db, id)),
    player: (id) => withDatabase(() => findPlayer(db, id)),
    ping: () =>
      withDatabase(async () => {
        await db.$queryRaw`SELECT 1`
      }),
    close: () => database.close(),
  }
}
