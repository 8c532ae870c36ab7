import type { Logger } from 'pino'
import type { PrismaClient } from './client/client.ts'
import { openEmbedded } from './embedded.ts'
import { answered, isUnavailable } from './faults.ts'
import { openPostgres } from './postgres.ts'

/** A PostgreSQL server, or a folder (of its own) for Postgres within this process. */
export type DatabasePlace = { databaseUrl: string } | { dir: string }

/** What is kept for good: finished games, accounts, ratings. */
export interface Database {
  /**
   * Does some work with it, once its schema is in place.
   * @throws CodedError `unavailable`, within seconds, while it does not answer; else what the work throws.
   */
  use<T>(work: (db: PrismaClient) => Promise<T>): Promise<T>
  /** As `use`, for work that writes much: afterwards is the time for what the database does not do by itself. */
  write<T>(work: (db: PrismaClient) => Promise<T>): Promise<T>
  /** Resolves when the database answers and its schema is in place. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the database and brings its schema up to date. A server that does not answer is no reason not to start: the schema is
 * then seen to when it does, and until then all work with it is refused as `unavailable`.
 * @throws Error if the server refuses (wrong password, no such database), or a migration fails.
 */
export async function openDatabase(place: DatabasePlace, log: Logger): Promise<Database> {
  const server = 'dir' in place ? await openEmbedded(place.dir) : openPostgres(place.databaseUrl, log)
  let migrated: Promise<void> | undefined

  /** Once; again only after a failure. */
  const inPlace = (): Promise<void> =>
    (migrated ??= server.migrate().then(
      (names) => {
        if (names.length > 0) log.info({ migrations: names }, 'the database was brought up to date')
      },
      (error: unknown) => {
        migrated = undefined
        throw error
      },
    ))
  const use: Database['use'] = (work) =>
    answered(async () => {
      await inPlace()
      return work(server.db)
    })
  const database: Database = {
    use,
    write: (work) =>
      use(async (db) => {
        const result = await work(db)
        await server.tend()
        return result
      }),
    ping: () =>
      use(async (db) => {
        await db.$queryRaw`SELECT 1`
      }),
    close: () => server.close(),
  }

  try {
    await database.ping()
  } catch (error) {
    if (!isUnavailable(error)) {
      await database.close()
      throw error
    }
    log.warn({ err: error }, 'the database does not answer; games go on without it')
  }
  return database
}
