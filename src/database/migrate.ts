import type { DriverAdapterError, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { asAdapterError } from './adapter-error.ts'
import type { PrismaClient } from './client/client.ts'
import { migrationNames, NO_FILTERS, openSchemaEngine, readMigrations } from './schema-engine.ts'

/** One connection to a database. The whole migration goes through it, so that it can be one transaction. */
export interface MigrationTarget {
  factory: SqlMigrationAwareDriverAdapterFactory
  /** Runs statements separated by semicolons. */
  run(script: string): Promise<unknown>
}

/** The key of the advisory lock of migrations. Any number would do. */
const LOCK = 7_307_051_993

/**
 * Whether the database has every migration. The schema engine would know it, too, but takes some 30 MB and a tenth of a
 * second to load, and most starts find nothing to apply.
 * @throws what the driver throws
 */
export async function isMigrated(db: PrismaClient): Promise<boolean> {
  const [table] = await db.$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`
  if (!table?.exists) return false
  const rows = await db.$queryRaw<{ name: string; applied: boolean }[]>`
    SELECT migration_name AS name, finished_at IS NOT NULL AND rolled_back_at IS NULL AS applied
    FROM _prisma_migrations`
  const applied = new Set(rows.flatMap((row) => (row.applied ? [row.name] : [])))
  return (await migrationNames()).every((name) => applied.has(name))
}

/**
 * Applies the migrations that the database does not have, all or none: they and Prisma's table of migrations change in
 * one transaction, so that a process that dies leaves nothing half done. Nodes that start at the same time wait for
 * each other.
 * @returns the names of the applied migrations.
 * @throws what the driver throws; Error that says why a migration failed
 */
export async function migrate(target: MigrationTarget): Promise<string[]> {
  const migrationsList = await readMigrations()
  await target.run('BEGIN')
  try {
    await target.run(`SET LOCAL lock_timeout = '60s'; SELECT pg_advisory_xact_lock(${LOCK})`)
    const applied = await apply(target, migrationsList)
    await target.run('COMMIT')
    return applied
  } catch (error) {
    // If the connection is lost, the transaction is rolled back anyway.
    await target.run('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function apply(
  target: MigrationTarget,
  migrationsList: Awaited<ReturnType<typeof readMigrations>>,
): Promise<string[]> {
  let failure: DriverAdapterError | undefined
  const engine = await openSchemaEngine(
    withScripts(target.factory, async (script) => {
      await target.run(script).catch((error: unknown) => {
        failure = asAdapterError(error)
        throw failure
      })
    }),
  )
  try {
    return (await engine.applyMigrations({ migrationsList, filters: NO_FILTERS })).appliedMigrationNames
  } catch (error) {
    // A failed statement aborts the transaction; the engine only reports that it could not go on in it.
    throw failure ? new Error(`A migration of the database failed: ${failure.cause.originalMessage}`) : error
  } finally {
    engine.free()
  }
}

/**
 * A factory whose connections run scripts with this function. The driver of Postgres splits a script at every
 * semicolon, also within a string.
 */
function withScripts(
  factory: SqlMigrationAwareDriverAdapterFactory,
  executeScript: (script: string) => Promise<void>,
): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => Object.assign(await factory.connect(), { executeScript }),
    connectToShadowDb: () => factory.connectToShadowDb(),
  }
}
