import { join } from 'node:path'
import { DEFAULT_RETENTION, openEmbeddedStore } from '../../src/live/index.ts'
import { copyEmptyHistory } from '../../test/support/empty-history.ts'
import type { Server } from '../../test/support/server.ts'
import { openEntrance } from './entrance.ts'
import { startNodes } from './nodes.ts'
import { mountSmallDisk } from './small-disk.ts'
import type { SmallDisk } from './small-disk.ts'
import { Started } from './stack.ts'
import type { Stack } from './stack.ts'

/** One process with everything in a folder, on a disk of its own. */
export interface Embedded extends Stack {
  nodes: readonly [Server]
  disk: SmallDisk
}

/** An empty history has 40 MB. */
const DISK_MEGABYTES = 160

export async function openEmbedded(): Promise<Embedded> {
  const started = new Started()
  const disk = await started.add(mountSmallDisk(DISK_MEGABYTES), (mounted) => mounted.remove())
  const folder = join(disk.path, 'data')
  await started.add(copyEmptyHistory(join(folder, 'history')), () => undefined)
  const nodes = (await startNodes(started, [{ DATA_DIR: folder }])) as [Server]
  const entrance = await started.add(openEntrance(() => nodes.map(({ url }) => url)), ({ line }) => line.close())
  return {
    nodes, disk, entrance,
    readStore: async () => {
      await nodes[0].end('SIGTERM')
      return openEmbeddedStore({ dir: join(folder, 'live'), retention: DEFAULT_RETENTION })
    },
    destroy: () => started.end(),
  }
}
