import { Socket } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { clientOn, CONNECT_TIMEOUT } from './server.ts'
import type { Server } from './server.ts'
import { migrate } from './migrate.ts'

/** A connection that is silent for longer is given up (ms). */
const SILENCE_TIMEOUT = 5000
/** A migration may wait for another node's, and then rewrite a table. */
const MIGRATION_TIMEOUT = 300_000
/** A connection that nobody needs is closed before its silence could be taken for the server's. */
const IDLE_TIMEOUT = 3000

/** A PostgreSQL server. Nothing is asked of it before the first query. */
export function openPostgres(url: string, log: Logger): Server {
  const config: PoolConfig = { connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT }
  const lost = (error: Error): void => log.warn({ reason: error.message }, 'a connection to the database was lost')
  const factory = new PrismaPg(
    { ...config, idleTimeoutMillis: IDLE_TIMEOUT, stream: () => impatientSocket(SILENCE_TIMEOUT) },
    { onPoolError: lost, onConnectionError: lost },
  )
  const db = clientOn(factory)
  return {
    db,
    migrate: async () => {
      // A single connection that is never given up, so that everything is in one transaction.
      const pool = new Pool({ ...config, max: 1, idleTimeoutMillis: 0, stream: () => impatientSocket(MIGRATION_TIMEOUT) })
      pool.on('error', lost)
      try {
        return await migrate({ factory: new PrismaPg(pool), run: (script) => pool.query(script) })
      } finally {
        await pool.end()
      }
    },
    tend: async () => undefined,
    close: () => db.$disconnect(),
  }
}

/**
 * A connection on which nothing comes or goes is cut. The driver's own `query_timeout` gives up the query but keeps the
 * connection, and with it a transaction that is still open for the next one who uses it.
 */
function impatientSocket(patience: number): Socket {
  const socket = new Socket()
  socket.setTimeout(patience, () => {
    // The driver expects this code from a connection that it is closing itself.
    socket.destroy(Object.assign(new Error('the database does not answer'), { code: 'ECONNRESET' }))
  })
  return socket
}
