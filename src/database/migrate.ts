import { DriverAdapterError } from '@prisma/driver-adapter-utils'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { NO_FILTERS, openSchemaEngine, readMigrations } from './schema-engine.ts'

/** One connection to the database that is to be migrated. Everything goes through it, so that it can be one transaction. */
export interface MigrationTarget {
  factory: SqlMigrationAwareDriverAdapterFactory
  /** Runs statements separated by semicolons. */
  run(script: string): Promise<unknown>
}

/** Any number that means this to every node. */
const LOCK = 7_307_051_993

/**
 * Applies the migrations that the database has not seen, all or none: they and Prisma's account of them are one transaction,
 * so that a process that dies half way leaves nothing behind. Nodes that start at once wait for each other.
 * @returns the names of those that were applied.
 * @throws what the driver throws; Error naming the migration that failed.
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
    // Where the connection is gone, so is the transaction.
    await target.run('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function apply(target: MigrationTarget, migrationsList: Awaited<ReturnType<typeof readMigrations>>): Promise<string[]> {
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
    // A failed statement ends the transaction, and what the engine says is that it could not go on in it.
    throw failure ? new Error(`A migration of the database failed: ${failure.cause.originalMessage}`) : error
  } finally {
    engine.free()
  }
}

/**
 * The drivers' own way with a script does not fit: Postgres' splits it at every semicolon, PGlite's does not wait for it to end.
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

function asAdapterError(error: unknown): DriverAdapterError {
  const { code = 'N/A', severity = 'ERROR', message } = error as Error & { code?: string; severity?: string }
  const said = { code, severity, message, originalCode: code, originalMessage: message }
  return new DriverAdapterError({ kind: 'postgres', ...said, detail: undefined, column: undefined, hint: undefined })
}
