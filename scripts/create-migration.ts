import { mkdir, writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { migrationList, NO_FILTERS, openSchemaEngine, readSchema } from './schema-engine.ts'

// Writes the migration that leads from those in prisma/migrations/ to prisma/schema.prisma:
//   npm run prisma:migration -- add-ratings

const name = process.argv[2] ?? ''
if (!/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(name)) {
  console.error('Usage: npm run prisma:migration -- NAME (lower case, words joined by - or _)')
  process.exit(2)
}

const database = await PGlite.create('memory://')
const engine = await openSchemaEngine(new PrismaPGlite(database))
const [path, content] = await readSchema()
const { stdout } = await engine.diff({
  from: { tag: 'migrations', ...(await migrationList()) },
  to: { tag: 'schemaDatamodel', files: [{ path, content }] },
  script: true,
  exitCode: null,
  filters: NO_FILTERS,
})
engine.free()
await database.close()

if (!stdout || /^-- This is an empty migration/.test(stdout)) {
  console.log('Schema and migrations agree: nothing to write.')
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = new URL(`../prisma/migrations/${stamp}_${name.replaceAll('-', '_')}/`, import.meta.url)
  await mkdir(folder)
  await writeFile(new URL('migration.sql', folder), stdout)
  console.log(`Written: ${folder.pathname}migration.sql`)
}
