/** The database, in Postgres: it is opened, migrated and queried through Prisma. */
export { parseDatabaseAddress } from './address.ts'
export { Prisma } from './client/client.ts'
export type { PrismaClient } from './client/client.ts'
export { isForeignKeyViolation, isUnavailable, isUniqueViolation } from './faults.ts'
export { openDatabase } from './open.ts'
export type { Database, DatabasePlace } from './open.ts'
export { DatabaseRefusal } from './refusal.ts'
export { nextTurn } from './turns.ts'
