import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { readMigrations } from '../src/database/migrations.ts'

// Prisma's schema engine, for the tools that compare the schema with the migrations. The server has no use for it.

/** The part of the global that is used here; TypeScript declares it only among the types of browsers. */
declare const WebAssembly: {
  instantiate(binary: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>
}

const PRISMA_DIR = new URL('../prisma/', import.meta.url)
const LOCK_FILE = 'migration_lock.toml'

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

/** The engine, as WebAssembly, on a database. It uses one connection at a time. The caller must free it. */
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

/** The migrations on disk, as the engine wants them. */
export async function migrationList(): Promise<MigrationList> {
  const folder = new URL('migrations/', PRISMA_DIR)
  return {
    baseDir: folder.pathname,
    lockfile: { path: LOCK_FILE, content: await readFile(new URL(LOCK_FILE, folder), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: (await readMigrations()).map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: script } },
    })),
  }
}
