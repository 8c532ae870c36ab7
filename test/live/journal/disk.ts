import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Files, OpenFile } from '../../../src/live/embedded/journal/files.ts'

/** An operation of a process on the disk. */
export interface Operation {
  kind: 'read' | 'create' | 'write' | 'truncate' | 'sync' | 'rename' | 'remove' | 'sync-folder'
  file: string
}

/**
 * The outcome of an operation: it is done; it fails, of a write after a share (0 to 1) is done; or the process ends
 * during it, likewise.
 */
export type Outcome = 'done' | { fails: string; share?: number } | { ends: true; share?: number }

interface Write {
  offset: number
  bytes: Buffer
}

type Unsynced = Write | { length: number }

interface Inode {
  name: string
  /** What processes read. */
  content: Buffer
  /** What was synced, and the changes since: a power cut leaves any of them. */
  synced: Buffer
  unsynced: Unsynced[]
}

/** A disk writes so many bytes whole or not at all. */
const SECTOR = 512

const nothing: (share: number) => void = () => undefined

const FOREVER = new Promise<never>(() => undefined)

/**
 * The simulated disk of a folder, for one process at a time. A power cut leaves what was synced and any part of the
 * changes since: of each file any of the writes, torn or without some sectors; of the names the first so many changes.
 */
export class Disk {
  readonly #random: () => number
  #names = new Map<string, Inode>()
  #syncedNames = new Map<string, Inode>()
  #unsyncedNames: ((names: Map<string, Inode>) => void)[] = []
  /** Ends the present process. */
  #end: () => void = () => undefined
  /** The number of operations. */
  operations = 0

  constructor(random: () => number) {
    this.#random = random
  }

  /** The content of a file. */
  read(name: string): Buffer {
    return Buffer.from(this.#names.get(name)!.content)
  }

  /** Puts a file on the disk, durably. */
  put(name: string, content: Buffer): void {
    const inode = { name, content, synced: content, unsynced: [] }
    this.#names.set(name, inode)
    this.#syncedNames.set(name, inode)
  }

  get files(): string[] {
    return [...this.#names.keys()]
  }

  /**
   * The files for a new process. An older one gets no answers any more.
   * @param outcomeOf returns the outcome of each operation.
   * @param ended is called when the process ends in an operation.
   */
  mount(outcomeOf: (operation: Operation) => Outcome = () => 'done', ended: () => void = () => undefined): Files {
    this.#end()
    let alive = true
    this.#end = () => {
      alive = false
    }
    const operate = async <T>(
      operation: Operation,
      work: () => T,
      part = { fails: nothing, ends: nothing },
    ): Promise<T> => {
      for (let turns = Math.floor(this.#random() * 3); turns > 0; turns -= 1) await nextTurn()
      if (!alive) return FOREVER
      this.operations += 1
      const outcome = outcomeOf(operation)
      if (outcome === 'done') return work()
      const { share = 0 } = outcome
      if ('fails' in outcome) {
        part.fails(share)
        throw Object.assign(new Error(outcome.fails), { code: outcome.fails })
      }
      part.ends(share)
      alive = false
      ended()
      return FOREVER
    }
    const change = (inode: Inode, how: Unsynced): void => {
      inode.content = done(inode.content, how)
      inode.unsynced.push(how)
    }
    const changeNames = (how: (names: Map<string, Inode>) => void): void => {
      how(this.#names)
      this.#unsyncedNames.push(how)
    }
    const fileOf = (inode: Inode): OpenFile => ({
      size: () => operate({ kind: 'read', file: inode.name }, () => inode.content.length),
      read: (offset, length) =>
        operate({ kind: 'read', file: inode.name }, () => Buffer.from(inode.content.subarray(offset, offset + length))),
      write: (bytes, offset) => {
        const write = (share = 1): void => {
          const written = Buffer.from(bytes.subarray(0, Math.floor(bytes.length * share)))
          change(inode, { offset, bytes: written })
        }
        return operate({ kind: 'write', file: inode.name }, () => write(), { fails: write, ends: write })
      },
      truncate: (length) => operate({ kind: 'truncate', file: inode.name }, () => change(inode, { length })),
      sync: () =>
        operate(
          { kind: 'sync', file: inode.name },
          () => {
            for (const how of inode.unsynced) inode.synced = done(inode.synced, how)
            inode.unsynced = []
          },
          {
            // As in Linux: what a failed sync lost can still be read, but no later sync writes it.
            fails: () => {
              inode.synced = this.#survivingOf(inode)
              inode.unsynced = []
            },
            ends: nothing,
          },
        ),
      close: () => Promise.resolve(),
    })
    return {
      open: (file) =>
        operate({ kind: 'read', file }, () => {
          const inode = this.#names.get(file)
          return inode ? fileOf(inode) : null
        }),
      create: (file) =>
        operate({ kind: 'create', file }, () => {
          const inode: Inode = { name: file, content: Buffer.alloc(0), synced: Buffer.alloc(0), unsynced: [] }
          changeNames((names) => names.set(file, inode))
          return fileOf(inode)
        }),
      rename: (from, to) =>
        operate({ kind: 'rename', file: from }, () => {
          const inode = this.#names.get(from)!
          inode.name = to
          changeNames((names) => {
            names.delete(from)
            names.set(to, inode)
          })
        }),
      remove: (file) => operate({ kind: 'remove', file }, () => changeNames((names) => names.delete(file))),
      sync: () =>
        operate({ kind: 'sync-folder', file: '' }, () => {
          this.#syncedNames = new Map(this.#names)
          this.#unsyncedNames = []
        }),
    }
  }

  /** Kills the process: the disk has all its changes. */
  kill(): void {
    this.#end()
  }

  cutPower(): void {
    this.#end()
    const surviving = Math.floor(this.#random() * (this.#unsyncedNames.length + 1))
    for (const change of this.#unsyncedNames.slice(0, surviving)) change(this.#syncedNames)
    this.#unsyncedNames = []
    this.#names = new Map(this.#syncedNames)
    for (const inode of new Set(this.#names.values())) {
      inode.content = inode.synced = this.#survivingOf(inode)
      inode.unsynced = []
    }
  }

  #survivingOf({ synced, unsynced }: Inode): Buffer {
    let content = synced
    for (const change of unsynced) {
      const kind = Math.floor(this.#random() * 4)
      if (kind === 0) continue
      if (kind === 1 || 'length' in change) {
        content = done(content, change)
      } else {
        content = kind === 2 ? this.#torn(content, change) : this.#withoutSectors(content, change)
      }
    }
    return content
  }

  /** A file can grow by any number of bytes. Existing bytes are replaced by whole sectors. */
  #torn(content: Buffer, { bytes, offset }: Write): Buffer {
    const end = offset + Math.floor(this.#random() * bytes.length)
    const torn = end > content.length ? end : Math.max(offset, end - (end % SECTOR))
    return overwritten(content, bytes.subarray(0, torn - offset), offset)
  }

  /** The file has grown, but some sectors were not written. */
  #withoutSectors(content: Buffer, { bytes, offset }: Write): Buffer {
    let result = resized(content, Math.max(content.length, offset + bytes.length))
    for (let start = 0, end; start < bytes.length; start = end) {
      end = Math.min(bytes.length, start + SECTOR - ((offset + start) % SECTOR))
      if (this.#random() < 0.5) result = overwritten(result, bytes.subarray(start, end), offset + start)
    }
    return result
  }
}

const done = (content: Buffer, change: Unsynced): Buffer =>
  'length' in change ? resized(content, change.length) : overwritten(content, change.bytes, change.offset)

function resized(content: Buffer, length: number): Buffer {
  const result = Buffer.alloc(length)
  content.copy(result)
  return result
}

function overwritten(content: Buffer, bytes: Buffer, offset: number): Buffer {
  if (bytes.length === 0) return content
  const result = resized(content, Math.max(content.length, offset + bytes.length))
  bytes.copy(result, offset)
  return result
}
