import { readFile, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'

/** The part of the global that is used here; TypeScript declares it only among the types of browsers. */
declare const WebAssembly: {
  instantiate(binary: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>
}

// It is two folders up, both from src/database/ and from dist/database/.
const PRISMA_DIR = new URL('../../prisma/', import.meta.url)
const MIGRATIONS_DIR = new URL('migrations/', PRISMA_DIR)

/** Prisma manages everything in the database. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] }

let loaded: Promise<void> | undefined

/** Loads the module once. Node 20 cannot import `.wasm`, so it is instantiated here. */
async function load(): Promise<void> {
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const binary = await readFile(glue.replace(/\.js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start as () => void
  start()
}

/** Prisma's schema engine, as WebAssembly, on a database. It uses one connection at a time. The caller must free it. */
export async function openSchemaEngine(factory: SqlMigrationAwareDriverAdapterFactory): Promise<SchemaEngine> {
  await (loaded ??= load())
  const silent = (): void => {}
  const adapter = bindMigrationAwareSqlAdapterFactory(factory)
  return bindings.SchemaEngine.new({ datamodels: [await readSchema()] }, silent, adapter)
}

/** The path and the text of the Prisma schema. */
export async function readSchema(): Promise<[path: string, content: string]> {
  return ['schema.prisma', await readFile(new URL('schema.prisma', PRISMA_DIR), 'utf8')]
}

/** The names of the migrations on disk, oldest first. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_DIR, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

/** The migrations on disk, oldest first. */
export async function readMigrations(): Promise<MigrationList> {
  return {
    baseDir: MIGRATIONS_DIR.pathname,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(new URL('migration_lock.toml', MIGRATIONS_DIR), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      (await migrationNames()).map(async (name) => {
        const value = await readFile(new URL(`${name}/migration.sql`, MIGRATIONS_DIR), 'utf8')
        return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
      }),
    ),
  }
}
