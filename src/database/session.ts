import { Client } from 'pg'

declare module 'pg' {
  interface Client {
    /** What the driver says of a connection in its first message. */
    getStartupConf(): Record<string, string>
  }
}

/** Where tables are unless someone has changed it. */
const DEFAULT_SCHEMA = 'public'

/**
 * The settings of a connection. The driver of Prisma takes the times of the database for UTC, whatever zone a connection
 * has. A zone that sets its clocks back would have one hour twice.
 */
export function sessionOf(schema: string | undefined): Record<string, string> {
  const isElsewhere = schema !== undefined && schema !== DEFAULT_SCHEMA
  return { TimeZone: 'UTC', ...(isElsewhere && { search_path: `"${schema}"` }) }
}

/**
 * The client of the driver, for connections that begin with these settings. They are in the first message, where pools
 * expect them: a pool that gives each transaction another connection sets the zone there, while a `SET` would change the
 * connection of someone else, and PgBouncer refuses `options`.
 */
export const clientWith = (settings: Record<string, string>): typeof Client =>
  class extends Client {
    override getStartupConf(): Record<string, string> {
      return { ...super.getStartupConf(), ...settings }
    }
  }
