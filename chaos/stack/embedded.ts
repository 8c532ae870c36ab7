import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_RETENTION, openEmbeddedStore } from '../../src/live/index.ts'
import { copyEmptyHistory } from '../../test/support/empty-history.ts'
import type { Server } from '../../test/support/server.ts'
import { openEntrance } from './entrance.ts'
import { startNodes } from './nodes.ts'
import type { SmallDisk } from './small-disk.ts'
import { mountSmallDisk } from './small-disk.ts'
import type { Stack } from './stack.ts'
import { Started } from './stack.ts'

/** One process with everything in a folder. */
export interface Embedded extends Stack {
  nodes: readonly [Server]
}

/** An empty history has 40 MB. */
const DISK_MEGABYTES = 160

/** `environment`: more variables of the environment of the node. */
export async function openEmbedded(environment: Record<string, string> = {}): Promise<Embedded> {
  const started = new Started()
  const making = mkdtemp(join(tmpdir(), 'curia-embedded-'))
  const folder = await started.add(making, (path) => rm(path, { recursive: true, force: true }))
  return openIn(folder, started, environment)
}

/** The same on a disk of its own. @throws Error where file systems may not be mounted */
export async function openOnSmallDisk(): Promise<Embedded & { disk: SmallDisk }> {
  const started = new Started()
  const disk = await started.add(mountSmallDisk(DISK_MEGABYTES), (mounted) => mounted.remove())
  return { ...(await openIn(disk.path, started)), disk }
}

async function openIn(path: string, started: Started, environment: Record<string, string> = {}): Promise<Embedded> {
  const folder = join(path, 'data')
  await started.add(copyEmptyHistory(join(folder, 'history')), () => undefined)
  const nodes = (await startNodes(started, [{ DATA_DIR: folder, ...environment }])) as [Server]
  const entrance = await started.add(
    openEntrance(() => nodes.map(({ url }) => url)),
    ({ line }) => line.close(),
  )
  return {
    nodes,
    entrance,
    readStore: async () => {
      await nodes[0].end('SIGTERM')
      return openEmbeddedStore({ dir: join(folder, 'live'), retention: DEFAULT_RETENTION })
    },
    destroy: () => started.end(),
  }
}
