import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { takeFolder } from '../files/index.ts'
import { clientOn } from './server.ts'
import type { Server } from './server.ts'
import { migrate } from './migrate.ts'

/** By default, Postgres takes much more memory than this database needs. */
const SETTINGS = { shared_buffers: '16MB', wal_buffers: '1MB', max_wal_size: '64MB', min_wal_size: '32MB' }
const startParams = [
  ...PGlite.defaultStartParams,
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** The write-ahead log of this many games has some megabytes. */
const GAMES_PER_CHECKPOINT = 200

/**
 * Postgres in this process, in a folder, which is created if it does not exist. It recovers after a process that was
 * killed.
 * @throws Error if the folder is in use, or if its content cannot be opened
 */
export async function openEmbedded(dir: string): Promise<Server> {
  const unlock = await takeFolder(dir)
  try {
    return databaseOn(await openCluster(dir), unlock)
  } catch (error) {
    await unlock()
    throw new Error(`The database in ${dir} cannot be opened: ${(error as Error).message}`, { cause: error })
  }
}

async function openCluster(dir: string): Promise<PGlite> {
  const cluster = join(dir, 'cluster')
  // The mark is written when the cluster is complete. A cluster without it is incomplete and holds nothing yet.
  const mark = join(dir, 'complete')
  if (existsSync(mark)) return PGlite.create(cluster, { startParams })
  await rm(cluster, { recursive: true, force: true })
  // It is opened once more, because the instance that has made a cluster retains some 90 MB of what it was made from.
  const maker = await PGlite.create(cluster, { startParams, loadDataDir: await dataDir() })
  await maker.close()
  await writeFile(mark, '')
  return PGlite.create(cluster, { startParams })
}

function databaseOn(server: PGlite, unlock: () => Promise<void>): Server {
  const factory = new PrismaPGlite(server)
  const db = clientOn(factory)
  let sinceCheckpoint = 0
  return {
    db,
    migrate: () => migrate({ factory, run: (script) => server.exec(script) }),
    // Postgres in one process makes no checkpoints by itself, and its log would grow without end.
    afterWrite: async () => {
      if (++sinceCheckpoint < GAMES_PER_CHECKPOINT) return
      sinceCheckpoint = 0
      await server.exec('CHECKPOINT')
    },
    close: async () => {
      await db.$disconnect()
      await server.close().finally(unlock)
    },
  }
}
