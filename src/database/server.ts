import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { PrismaClient } from './client/client.ts'

/** An open database: its client, and what is done to it besides queries. */
export interface Server {
  db: PrismaClient
  /** Requires what no query can do without. @throws DatabaseRefusal; what the driver throws */
  check(): Promise<void>
  /** Applies the migrations that it does not have. @returns their names */
  migrate(): Promise<string[]>
  /** Is called after a write: does the maintenance that the database does not do by itself. */
  afterWrite(): Promise<void>
  close(): Promise<void>
}

/** In ms. What takes longer fails, so that nobody waits for a database that does not answer. */
export const CONNECT_TIMEOUT = 5000
const TRANSACTION_TIMEOUT = 15_000

export const clientOn = (adapter: SqlDriverAdapterFactory): PrismaClient =>
  new PrismaClient({
    adapter,
    // Messages do not contain the arguments of the failed call, which hold whole games.
    errorFormat: 'minimal',
    transactionOptions: { maxWait: CONNECT_TIMEOUT, timeout: TRANSACTION_TIMEOUT },
  })
