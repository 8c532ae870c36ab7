import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { lockFolder } from '../files/index.ts'
import { clientOn } from './server.ts'
import type { Server } from './server.ts'
import { migrate } from './migrate.ts'

/** Most of the memory that Postgres takes by default would be spent on nothing here. */
const SETTINGS = { shared_buffers: '16MB', wal_buffers: '1MB', max_wal_size: '64MB', min_wal_size: '32MB' }
const startParams = [
  ...PGlite.defaultStartParams,
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** So many games make some megabytes of the log that Postgres writes ahead. */
const GAMES_PER_CHECKPOINT = 200

/**
 * Postgres in this process, kept in a folder, which is made if need be. What a killed process left is recovered.
 * @throws Error if the folder is in use, or holds what can't be opened.
 */
export async function openEmbedded(dir: string): Promise<Server> {
  await mkdir(dir, { recursive: true })
  const unlock = await lockFolder(dir)
  try {
    return databaseOn(await openCluster(dir), unlock)
  } catch (error) {
    await unlock()
    throw new Error(`The database in ${dir} can't be opened: ${(error as Error).message}`, { cause: error })
  }
}

async function openCluster(dir: string): Promise<PGlite> {
  const cluster = join(dir, 'cluster')
  // Written when the cluster is complete: one whose making was cut short can't be opened and holds nothing yet.
  const mark = join(dir, 'complete')
  if (existsSync(mark)) return PGlite.create(cluster, { startParams })
  await rm(cluster, { recursive: true, force: true })
  const server = await PGlite.create(cluster, { startParams, loadDataDir: await dataDir() })
  await writeFile(mark, '')
  return server
}

function databaseOn(server: PGlite, unlock: () => Promise<void>): Server {
  const factory = new PrismaPGlite(server)
  const db = clientOn(factory)
  let untended = 0
  return {
    db,
    migrate: () => migrate({ factory, run: (script) => server.exec(script) }),
    // Alone in its process, Postgres makes no checkpoints by itself, and its log would grow for ever.
    tend: async () => {
      if (++untended < GAMES_PER_CHECKPOINT) return
      untended = 0
      await server.exec('CHECKPOINT')
    },
    close: async () => {
      await db.$disconnect()
      await server.close().finally(unlock)
    },
  }
}
