import type { Logger } from 'pino'
import type { PrismaClient } from './client/client.ts'
import { openEmbedded } from './embedded/index.ts'
import { answered, isUnavailable } from './faults.ts'
import { isMigrated } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { refusalIn } from './refusal.ts'
import type { Server } from './server.ts'

/** A PostgreSQL server, or a folder for Postgres in a thread of this process. */
export type DatabasePlace = { databaseUrl: string } | { dir: string }

/** Finished games, ratings and accounts. */
export interface Database {
  /**
   * Does some work with the database, once its schema is up to date.
   * @throws CodedError `unavailable`, within seconds, while the database does not answer; else what the work throws
   */
  use<T>(work: (db: PrismaClient) => Promise<T>): Promise<T>
  /** Like `use`, for work that writes much; then does the maintenance that the database does not do by itself. */
  write<T>(work: (db: PrismaClient) => Promise<T>): Promise<T>
  /** Resolves when the database answers and its schema is up to date. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the database and migrates it. It also opens a server that does not answer: the server is migrated as soon as it
 * answers, and until then all work is refused as `unavailable`.
 * @throws DatabaseRefusal if it cannot be used as it is; Error if the server refuses (wrong password, no such database),
 * or a migration fails
 */
export async function openDatabase(place: DatabasePlace, log: Logger): Promise<Database> {
  const server = 'dir' in place ? await openEmbedded(place.dir) : openPostgres(place.databaseUrl, log)
  let migrated: Promise<void> | undefined
  let refused: string | undefined

  /** Migrates once, and again only after a failure. */
  const migrateOnce = (): Promise<void> =>
    (migrated ??= migrate(server, log).catch((error: unknown) => {
      migrated = undefined
      // A server that did not answer at the start may turn out later to be of no use: this is said once.
      const message = refusalIn(error)?.message
      if (message !== undefined && message !== refused) log.error({ reason: message }, 'the database cannot be used')
      refused = message
      throw error
    }))
  const use: Database['use'] = (work) =>
    answered(async () => {
      await migrateOnce()
      return work(server.db)
    })
  const database: Database = {
    use,
    write: (work) =>
      use(async (db) => {
        const result = await work(db)
        await server.afterWrite()
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
    log.warn({ err: error }, 'the database does not answer; matches go on without it')
  }
  return database
}

async function migrate(server: Server, log: Logger): Promise<void> {
  await server.check()
  if (await isMigrated(server.db)) return
  const names = await server.migrate()
  if (names.length > 0) log.info({ migrations: names }, 'the database was migrated')
}
