import { createHash, randomUUID } from 'node:crypto'
import { asAdapterError } from './adapter-error.ts'
import type { PrismaClient } from './client/client.ts'
import { isOutage } from './faults.ts'
import type { Migration } from './migrations.ts'
import { migrationNames, readMigrations } from './migrations.ts'

/**
 * Runs statements separated by semicolons, all on the same connection. Resolves with the rows of the last one.
 * @throws what the driver throws
 */
export type RunScript = (script: string) => Promise<readonly object[]>

/** The key of the advisory lock of migrations. Any number would do. */
const LOCK = 7_307_051_993

/** Prisma's account of the migrations, as its own tools make it: they find what they expect. */
const ACCOUNT = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`
const READ_ACCOUNT = `SELECT migration_name AS name, finished_at IS NOT NULL AS finished
  FROM _prisma_migrations WHERE rolled_back_at IS NULL`
interface Entry {
  name: string
  finished: boolean
}

/**
 * Whether the database has every migration. Most starts find nothing to apply, and need no connection of their own.
 * @throws what the driver throws
 */
export async function isMigrated(db: PrismaClient): Promise<boolean> {
  const [table] = await db.$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`
  if (!table?.exists) return false
  const entries = await db.$queryRawUnsafe<Entry[]>(READ_ACCOUNT)
  const applied = new Set(entries.flatMap(({ name, finished }) => (finished ? [name] : [])))
  return (await migrationNames()).every((name) => applied.has(name))
}

/**
 * Applies the migrations that the database does not have, all or none: they and the account of them change in one
 * transaction, so that a process that dies leaves nothing half done. Nodes that start at the same time wait for
 * each other.
 * @returns the names of the applied migrations.
 * @throws what the driver throws; Error that says why a migration failed
 */
export async function migrate(run: RunScript): Promise<string[]> {
  const migrations = await readMigrations()
  await run('BEGIN')
  try {
    await run(`SET LOCAL lock_timeout = '60s'; SELECT pg_advisory_xact_lock(${LOCK})`)
    await run(ACCOUNT)
    const entries = (await run(READ_ACCOUNT)) as readonly Entry[]
    const failed = entries.find(({ finished }) => !finished)
    if (failed) throw new Error(`The migration ${failed.name} was begun by another program, and is not finished.`)
    const known = new Set(entries.map(({ name }) => name))
    const missing = migrations.filter(({ name }) => !known.has(name))
    for (const migration of missing) await apply(run, migration)
    await run('COMMIT')
    return missing.map(({ name }) => name)
  } catch (error) {
    // If the connection is lost, the transaction is rolled back anyway.
    await run('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function apply(run: RunScript, { name, script }: Migration): Promise<void> {
  try {
    await run(script)
  } catch (error) {
    if (isOutage(error)) throw error
    throw new Error(`A migration of the database failed: ${asAdapterError(error).cause.originalMessage}`)
  }
  const checksum = createHash('sha256').update(script).digest('hex')
  await run(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES ('${randomUUID()}', '${checksum}', '${name}', clock_timestamp(), 1)`)
}
