import { readFile, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'

/** What is used of the global; TypeScript knows it among the types of browsers only. */
declare const WebAssembly: {
  instantiate(binary: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>
}

// The same two steps up from src/database/ and from dist/database/.
const PRISMA_DIR = new URL('../../prisma/', import.meta.url)

/** Nothing in the database is managed by anybody else. */
export const NO_FILTERS = { externalTables: [], externalEnums: [] }

let loaded: Promise<void> | undefined

/** Node 20 does not import `.wasm` by itself, so the module is put together by hand, once. */
async function load(): Promise<void> {
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const binary = await readFile(glue.replace(/\.js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start as () => void
  start()
}

/**
 * Prisma's schema engine, as WebAssembly, on a database. It speaks through one connection at a time, in sequence.
 * The caller frees it.
 */
export async function openSchemaEngine(factory: SqlMigrationAwareDriverAdapterFactory): Promise<SchemaEngine> {
  await (loaded ??= load())
  const silent = (): void => {}
  return bindings.SchemaEngine.new({ datamodels: [await readSchema()] }, silent, bindMigrationAwareSqlAdapterFactory(factory))
}

/** Path and text of the Prisma schema. */
export async function readSchema(): Promise<[path: string, content: string]> {
  return ['schema.prisma', await readFile(new URL('schema.prisma', PRISMA_DIR), 'utf8')]
}

/** The migrations on disk, oldest first. */
export async function readMigrations(): Promise<MigrationList> {
  const directory = new URL('migrations/', PRISMA_DIR)
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return {
    baseDir: directory.pathname,
    lockfile: { path: 'migration_lock.toml', content: await readFile(new URL('migration_lock.toml', directory), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => {
        const value = await readFile(new URL(`${name}/migration.sql`, directory), 'utf8')
        return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
      }),
    ),
  }
}
