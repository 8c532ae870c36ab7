import { Socket } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import type { PoolConfig } from 'pg'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import { parseDatabaseAddress } from './address.ts'
import { checkDatabase } from './check.ts'
import { migrate } from './migrate.ts'
import type { Server } from './server.ts'
import { clientOn, CONNECT_TIMEOUT } from './server.ts'
import { clientWith, sessionOf } from './session.ts'

/** A connection without any traffic for this long is closed (ms). */
const SILENCE_TIMEOUT = 5000
/** A migration may wait for another node, and then rewrite a table (ms). */
const MIGRATION_TIMEOUT = 300_000
/** An unused connection is closed earlier (ms), so that its silence is not taken for an outage. */
const IDLE_TIMEOUT = 3000

/** A PostgreSQL server. It connects with the first query. */
export function openPostgres(url: string, log: Logger): Server {
  const { connectionString, schema, connections, ignored } = parseDatabaseAddress(url)
  if (ignored.length > 0) log.warn({ parameters: ignored }, 'DATABASE_URL has parameters that have no effect')
  const config: PoolConfig = {
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    Client: clientWith(sessionOf(schema)),
    ...(connections !== undefined && { max: connections }),
  }
  const lost = (error: Error): void => log.warn({ reason: error.message }, 'a connection to the database was lost')
  const factory = new PrismaPg(
    { ...config, idleTimeoutMillis: IDLE_TIMEOUT, stream: () => impatientSocket(SILENCE_TIMEOUT) },
    { onPoolError: lost, onConnectionError: lost, schema },
  )
  const db = clientOn(factory)
  return {
    db,
    check: () => checkDatabase(db, schema),
    migrate: async () => {
      // A single connection that stays open, so that everything is in one transaction.
      const stream = (): Socket => impatientSocket(MIGRATION_TIMEOUT)
      const pool = new Pool({ ...config, max: 1, idleTimeoutMillis: 0, stream })
      pool.on('error', lost)
      try {
        // Of several statements there are several results, whatever the type says.
        return await migrate(async (script) => [await pool.query<object>(script)].flat().at(-1)?.rows ?? [])
      } finally {
        await pool.end()
      }
    },
    afterWrite: async () => undefined,
    close: () => db.$disconnect(),
  }
}

/**
 * A socket that closes after some time without traffic (ms). The driver's own `query_timeout` gives up a query but
 * keeps the connection, with a transaction that would be still open for the next user of the connection.
 */
function impatientSocket(timeoutMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(timeoutMs, () => {
    // The driver expects this code of a connection that it closes itself.
    socket.destroy(Object.assign(new Error('the database does not answer'), { code: 'ECONNRESET' }))
  })
  return socket
}
