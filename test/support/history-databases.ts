import type { Places } from './history.ts'
import { startPostgres } from './postgres.ts'

/** Databases of a PostgreSQL server. */
export async function inDatabases(): Promise<Places> {
  const server = await startPostgres()
  return {
    fresh: async () => ({ databaseUrl: await server.createDatabase() }),
    end: () => server.destroy(),
  }
}
