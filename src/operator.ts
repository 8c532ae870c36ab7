import { join } from 'node:path'
import { pino } from 'pino'
import { loadConfig, readEnvironment } from './config.ts'
import type { Database } from './database/index.ts'
import { openDatabase } from './database/index.ts'

/** Opens the database that the server of this folder uses, for a command of the operator, and names it in words. */
export async function openForOperator(): Promise<{ where: string; database: Database }> {
  const { databaseUrl, dataDir } = loadConfig(readEnvironment())
  const dir = join(dataDir, 'history')
  return {
    where: databaseUrl === undefined ? `the embedded database in ${dir}` : 'Postgres (DATABASE_URL)',
    database: await openDatabase(databaseUrl === undefined ? { dir } : { databaseUrl }, pino({ level: 'silent' })),
  }
}
