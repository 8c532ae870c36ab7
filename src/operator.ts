import { join } from 'node:path'
import { pino } from 'pino'
import type { Config } from './config.ts'
import { loadConfig, readEnvironment } from './config.ts'
import type { Database } from './database/index.ts'
import { openDatabase } from './database/index.ts'

/** Opens the database that the server of this folder uses, for a command of the operator, and names it in words. */
export async function openForOperator(): Promise<{ config: Config; where: string; database: Database }> {
  const config = loadConfig(readEnvironment())
  const { databaseUrl, dataDir } = config
  const dir = join(dataDir, 'history')
  return {
    config,
    where: databaseUrl === undefined ? `the embedded database in ${dir}` : 'Postgres (DATABASE_URL)',
    database: await openDatabase(databaseUrl === undefined ? { dir } : { databaseUrl }, pino({ level: 'silent' })),
  }
}
