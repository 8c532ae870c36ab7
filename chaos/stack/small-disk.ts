import { spawnSync } from 'node:child_process'
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own that can be filled. */
export interface SmallDisk {
  path: string
  /** Leaves no space on it. */
  fill(): Promise<void>
  /** Gives the space back. */
  empty(): Promise<void>
  remove(): Promise<void>
}

const BLOCK = Buffer.alloc(64 << 10)

/** @throws Error where file systems may not be mounted: only root may, outside of most containers. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), 'curia-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`]
  const mount = spawnSync('mount', [...options, 'tmpfs', path], { encoding: 'utf8' })
  if (mount.status !== 0) {
    await rmdir(path)
    throw new Error(`a small file system cannot be mounted: ${mount.error?.message ?? mount.stderr.trim()}`)
  }
  const filler = join(path, 'filler')
  return {
    path,
    fill: async () => {
      const file = await open(filler, 'w')
      try {
        for (let length = BLOCK.length; length > 0;) {
          await file.write(BLOCK, 0, length).catch((error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOSPC') throw error
            // What is left may be less than a block.
            length >>= 1
          })
        }
      } finally {
        await file.close()
      }
    },
    empty: () => rm(filler),
    remove: async () => {
      spawnSync('umount', ['--lazy', path])
      await rmdir(path)
    },
  }
}
