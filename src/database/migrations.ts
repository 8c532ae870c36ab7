import { readdir, readFile } from 'node:fs/promises'

// It is two folders up, both from src/database/ and from dist/database/.
const MIGRATIONS_DIR = new URL('../../prisma/migrations/', import.meta.url)

/** A step from one schema of the database to the next. */
export interface Migration {
  name: string
  /** Statements separated by semicolons. */
  script: string
}

/** The names of the migrations on disk, oldest first. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_DIR, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

/** The migrations on disk, oldest first. */
export const readMigrations = async (): Promise<Migration[]> =>
  Promise.all(
    (await migrationNames()).map(async (name) => ({
      name,
      script: await readFile(new URL(`${name}/migration.sql`, MIGRATIONS_DIR), 'utf8'),
    })),
  )
