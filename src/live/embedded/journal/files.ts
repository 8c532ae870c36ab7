import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** An open file. Readers see what is written at once; it survives a power cut once it is synced. */
export interface OpenFile {
  /** The length of the file (bytes). */
  size(): Promise<number>
  /** Reads so many bytes, fewer at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>
  /** Writes all bytes. If this rejects, any part of them may be written. */
  write(bytes: Uint8Array, offset: number): Promise<void>
  truncate(length: number): Promise<void>
  /** If this rejects, it is unknown what a power cut would leave. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** The files of one folder, as far as a journal needs them. */
export interface Files {
  /** Null: the file does not exist. */
  open(name: string): Promise<OpenFile | null>
  /** Creates an empty file, and removes an existing one of this name. */
  create(name: string): Promise<OpenFile>
  /** Replaces an existing file of the new name. */
  rename(from: string, to: string): Promise<void>
  remove(name: string): Promise<void>
  /** Makes the names of the files durable. */
  sync(): Promise<void>
}

/** The seeds of matches in play are secret. */
const OWNER_ONLY = 0o600

/** The files of a folder in the file system. */
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
      for (let done = 0; done < bytes.length;) {
        done += (await handle.write(bytes, done, bytes.length - done, offset + done)).bytesWritten
      }
    },
    truncate: (length) => handle.truncate(length),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  }
}
