import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'

/** By default, Postgres takes much more memory than this database needs. The driver takes all times for UTC. */
const SETTINGS = {
  shared_buffers: '16MB',
  wal_buffers: '1MB',
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  TimeZone: 'UTC',
}
const startParams = [
  ...PGlite.defaultStartParams,
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/**
 * Opens a cluster in a folder, and makes it if there is none. It recovers after a process that was killed.
 * @throws Error if the content of the folder cannot be opened
 */
export async function openCluster(dir: string): Promise<PGlite> {
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
