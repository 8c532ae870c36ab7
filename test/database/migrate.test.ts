import { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrationList, NO_FILTERS, openSchemaEngine } from '../../scripts/schema-engine.ts'
import type { RunScript } from '../../src/database/migrate.ts'
import { migrate } from '../../src/database/migrate.ts'
import { migrationNames } from '../../src/database/migrations.ts'

let database: PGlite
beforeEach(async () => {
  database = await PGlite.create('memory://')
})
afterEach(() => database.close())

const on =
  (one: PGlite): RunScript =>
  async (script) =>
    (await one.exec(script)).at(-1)?.rows as object[]

/** The account of the migrations: its columns, and what does not differ from time to time. */
const accountOf = async (one: PGlite): Promise<unknown[]> =>
  Promise.all([
    on(one)(`SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
      FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`),
    on(
      one,
    )(`SELECT migration_name, checksum, applied_steps_count, finished_at IS NOT NULL AS finished, logs, rolled_back_at
      FROM _prisma_migrations ORDER BY started_at, migration_name`),
  ])

it("makes the same account of migrations as Prisma's own engine, which finds nothing left to do", async () => {
  const other = await PGlite.create('memory://')
  const byPrisma = await openSchemaEngine(new PrismaPGlite(other))
  const input = { migrationsList: await migrationList(), filters: NO_FILTERS }
  const { appliedMigrationNames } = await byPrisma.applyMigrations(input)
  expect(await migrate(on(database))).toEqual(appliedMigrationNames)
  expect(await accountOf(database)).toEqual(await accountOf(other))

  const afterwards = await openSchemaEngine(new PrismaPGlite(database))
  expect(await afterwards.applyMigrations(input)).toEqual({ appliedMigrationNames: [] })
  for (const engine of [byPrisma, afterwards]) engine.free()
  await other.close()
})

it('applies what is missing', async () => {
  const names = await migrationNames()
  expect(await migrate(on(database))).toEqual(names)
  expect(await migrate(on(database))).toEqual([])
})

it('applies nothing after a migration that another program has not finished', async () => {
  await migrate(on(database))
  await database.exec(`INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', '', 'half_done')`)
  await expect(migrate(on(database))).rejects.toThrow('The migration half_done was begun by another program')
  await database.exec(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = 'half_done'`)
  expect(await migrate(on(database))).toEqual([])
})
