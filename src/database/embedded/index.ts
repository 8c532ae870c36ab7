import { takeFolder } from '../../files/index.ts'
import { checkDatabase } from '../check.ts'
import { migrate } from '../migrate.ts'
import type { Server } from '../server.ts'
import { clientOn } from '../server.ts'
import { askPostgres, factoryOf, RemotePostgres, startPostgres } from './remote.ts'

/** The write-ahead log of this many games has some megabytes. */
const GAMES_PER_CHECKPOINT = 200

/**
 * Postgres in a thread of this process, in a folder, which is created if it does not exist.
 * @param start by default, starts a thread of Postgres
 * @throws Error if the folder is in use, or if its content cannot be opened
 */
export async function openEmbedded(dir: string, start = startPostgres): Promise<Server> {
  const unlock = await takeFolder(dir)
  const server = new RemotePostgres(() => start(dir))
  try {
    await askPostgres(server.thread, 'open', undefined)
    return databaseOn(server, unlock)
  } catch (error) {
    await server.close().catch(() => undefined)
    await unlock()
    throw new Error(`The database in ${dir} cannot be opened: ${(error as Error).message}`, { cause: error })
  }
}

function databaseOn(server: RemotePostgres, unlock: () => Promise<void>): Server {
  const db = clientOn(factoryOf(server))
  const run = (script: string): Promise<object[]> => askPostgres(server.thread, 'run', { script })
  let sinceCheckpoint = 0
  return {
    db,
    check: () => checkDatabase(db),
    migrate: () => migrate(run),
    // Postgres in one process makes no checkpoints by itself, and its log would grow without end.
    afterWrite: async () => {
      if (++sinceCheckpoint < GAMES_PER_CHECKPOINT) return
      sinceCheckpoint = 0
      await run('CHECKPOINT')
    },
    close: async () => {
      await db.$disconnect()
      try {
        await server.close()
      } finally {
        await unlock()
      }
    },
  }
}
