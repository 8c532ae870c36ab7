import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { PrismaClient } from './client/client.ts'

/** A database as its driver has it, and what is done to it besides queries. */
export interface Server {
  db: PrismaClient
  /** Brings its schema up to date. @returns the names of the migrations that were applied. */
  migrate(): Promise<string[]>
  /** Something was written: the time for what the database does not do by itself. */
  tend(): Promise<void>
  close(): Promise<void>
}

/** What takes longer is given up, so that nobody waits for a database that does not answer. In ms. */
export const CONNECT_TIMEOUT = 5000
const TRANSACTION_TIMEOUT = 15_000

export const clientOn = (adapter: SqlMigrationAwareDriverAdapterFactory): PrismaClient =>
  new PrismaClient({
    adapter,
    // Without the arguments of the failed call, which hold whole games.
    errorFormat: 'minimal',
    transactionOptions: { maxWait: CONNECT_TIMEOUT, timeout: TRANSACTION_TIMEOUT },
  })
