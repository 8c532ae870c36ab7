import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { extract } from 'tar'

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
  await unpackCluster(cluster)
  await writeFile(mark, '')
  return PGlite.create(cluster, { startParams })
}

/** Its names begin with a slash, which is left out: the package says so of each. */
const SLASH_LEFT_OUT = 'TAR_ENTRY_INFO'

/**
 * Makes a cluster from the one that comes with PGlite. PGlite itself would copy all files through its own memory, retain
 * some 90 MB, and have to be opened again.
 * @throws Error if not all of it could be written
 */
async function unpackCluster(cluster: string): Promise<void> {
  await mkdir(cluster)
  const faults: string[] = []
  const onwarn = (code: string, message: string | Error): void => {
    if (code !== SLASH_LEFT_OUT) faults.push(String(message))
  }
  const packed = Buffer.from(await (await dataDir()).arrayBuffer())
  // A thousand small files take half of the CPU that they would take one promise after the other.
  extract({ sync: true, cwd: cluster, dmode: 0o700, fmode: 0o600, onwarn }).end(packed)
  if (faults.length > 0) throw new Error(faults[0])
}
