import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { lockFolder } from '../../files/index.ts'
import { unavailable } from '../unavailable.ts'
import { FORMAT, FUNCTIONS, TABLES } from './schema/index.ts'

/** Little is kept here: most of the memory that Postgres takes by default would be spent on nothing. */
const SETTINGS = { shared_buffers: '16MB', wal_buffers: '1MB', max_wal_size: '64MB', min_wal_size: '32MB' }
const startParams = [...PGlite.defaultStartParams, ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])]

/** Out of disk or memory, or files that can't be read or written. */
const OUTAGES = /^(53...|58...)$/

/** Postgres within this process. */
export class Database {
  readonly #postgres: PGlite
  readonly #unlock: (() => Promise<void>) | undefined
  #closing: Promise<void> | null = null

  constructor(postgres: PGlite, unlock?: () => Promise<void>) {
    this.#postgres = postgres
    this.#unlock = unlock
  }

  /** One statement, which is one transaction. @throws CodedError `unavailable` once closed, or when Postgres can't go on. */
  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    this.requireOpen()
    try {
      const { rows } = await this.#postgres.query<Row>(sql, parameters)
      return rows
    } catch (error) {
      throw isOutage(error) ? unavailable(error) : error
    }
  }

  /** @throws CodedError `unavailable` once closed. */
  requireOpen(): void {
    if (this.#closing) throw unavailable(new Error('the store is closed'))
  }

  /** Frees the room of rows that are no more, and of the log that Postgres writes ahead. Alone, it does neither by itself. */
  async compact(): Promise<void> {
    await this.query('VACUUM')
    await this.query('CHECKPOINT')
  }

  close(): Promise<void> {
    this.#closing ??= this.#postgres.close().finally(this.#unlock)
    return this.#closing
  }
}

/** What Postgres finds wrong with a statement has a code; its own end has none. */
function isOutage(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code !== 'string' || OUTAGES.test(code)
}

/** One that is gone with the process. */
export async function openInMemory(): Promise<Database> {
  const postgres = await PGlite.create({ startParams, loadDataDir: await dataDir() })
  await postgres.exec(TABLES + FUNCTIONS)
  return new Database(postgres)
}

/**
 * One in a folder, which is made if need be. What a killed process left is recovered.
 * @throws Error if the folder is in use, or holds what can't be opened.
 */
export async function openInFolder(folder: string): Promise<Database> {
  await mkdir(folder, { recursive: true })
  const unlock = await lockFolder(folder)
  try {
    return new Database(await openCluster(folder), unlock)
  } catch (error) {
    await unlock()
    throw new Error(`The live matches in ${folder} can't be opened: ${(error as Error).message}`, { cause: error })
  }
}

async function openCluster(folder: string): Promise<PGlite> {
  const cluster = join(folder, 'cluster')
  // Written when all is in place: a cluster whose making was cut short can't be opened, and holds nothing yet.
  const mark = join(folder, 'format')
  const format = await readFile(mark, 'utf8').catch(() => null)
  if (format !== null && format !== FORMAT) throw new Error(`they are in format ${format}, not ${FORMAT}`)
  if (format === null) await rm(cluster, { recursive: true, force: true })
  const postgres = await PGlite.create(cluster, { startParams, ...(format === null && { loadDataDir: await dataDir() }) })
  await postgres.exec(TABLES + FUNCTIONS)
  if (format === null) await writeFile(mark, FORMAT)
  return postgres
}
