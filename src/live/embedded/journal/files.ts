import { constants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that is open. What is written is there for every reader at once, and survives a power cut once it is synced. */
export interface OpenFile {
  /** In bytes. */
  size(): Promise<number>
  /** So many bytes from an offset on, fewer at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>
  /** Writes all of it, or rejects: then any part of it may be written. */
  write(bytes: Uint8Array, offset: number): Promise<void>
  truncate(length: number): Promise<void>
  /** Rejects if it is not known what a power cut would leave. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** The files of one folder: all that a journal asks of a file system. */
export interface Files {
  /** Null: there is no such file. */
  open(name: string): Promise<OpenFile | null>
  /** A new, empty file in the place of one that has this name. */
  create(name: string): Promise<OpenFile>
  /** In the place of a file that has the new name. */
  rename(from: string, to: string): Promise<void>
  remove(name: string): Promise<void>
  /** From now on the names of the files survive a power cut. */
  sync(): Promise<void>
}

/** Those who may read a file know the seeds of matches in play. */
const OWNER_ONLY = 0o600

/** The files of a folder of the file system. */
export function filesOf(folder: string): Files {
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true })
  return {
    open: async (name) => {
      const handle = await open(join(folder, name), 'r+').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return handle && fileOf(handle)
    },
    create: async (name) => {
      await remove(name)
      return fileOf(await open(join(folder, name), 'wx+', OWNER_ONLY))
    },
    rename: (from, to) => rename(join(folder, from), join(folder, to)),
    remove,
    sync: async () => {
      const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
  }
}

function fileOf(handle: FileHandle): OpenFile {
  return {
    size: async () => (await handle.stat()).size,
    read: async (offset, length) => {
      const bytes = Buffer.allocUnsafe(length)
      let filled = 0
      while (filled < length) {
        const { bytesRead } = await handle.read(bytes, filled, length - filled, offset + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return bytes.subarray(0, filled)
    },
    write: async (bytes, offset) => {
      for (let done = 0; done < bytes.length; ) {
        done += (await handle.write(bytes, done, bytes.length - done, offset + done)).bytesWritten
      }
    },
    truncate: (length) => handle.truncate(length),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  }
}
