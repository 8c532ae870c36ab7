import { randomBytes } from 'node:crypto'
import type { Files, OpenFile } from './files.ts'
import type { FrameKind } from './frames.ts'
import { FILE_HEAD_BYTES, fileHead, frame } from './frames.ts'

/** A draft is synced each time that so many bytes are written, so that no sync takes long. */
const SYNC_BYTES = 4 << 20

/** A payload without changes. */
const NOTHING = '[]'

/** A file to which frames are appended. */
export interface FrameFile {
  readonly file: OpenFile
  readonly salt: number
  /** Where the next frame begins (bytes). */
  length: number
  /** The number of the next frame. */
  next: number
}

/** Appends a frame. If this rejects, any part of the frame may be in the file, after `length`. */
export async function writeFrame(to: FrameFile, kind: FrameKind, payload: string): Promise<void> {
  const bytes = frame(to.salt, to.next, kind, payload)
  await to.file.write(bytes, to.length)
  to.length += bytes.length
  to.next += 1
}

/**
 * A new journal that is to replace the present one: a checkpoint of the state, written a part at a time while the present
 * journal is in use, and the batches that are appended to that meanwhile.
 */
export class Draft {
  /** The payloads that were appended since the checkpoint was taken. */
  readonly tail: string[] = []
  state: 'writing' | 'written' | 'failed' = 'writing'
  /** Resolves when the checkpoint is written, or has failed to be. */
  readonly done: Promise<void>
  readonly #files: Files
  readonly #name: string
  #cause: unknown
  #to: FrameFile | null = null

  /** @param checkpoint payloads that give the state of this moment, whenever they are read. */
  constructor(files: Files, name: string, checkpoint: Iterable<string>) {
    this.#files = files
    this.#name = name
    this.done = this.#write(checkpoint)
  }

  async #write(checkpoint: Iterable<string>): Promise<void> {
    try {
      const salt = randomBytes(4).readUInt32BE()
      const to = { file: await this.#files.create(this.#name), salt, length: FILE_HEAD_BYTES, next: 0 }
      this.#to = to
      await to.file.write(fileHead(salt), 0)
      let synced = 0
      for (const payload of checkpoint) {
        if (this.state === 'failed') return
        await writeFrame(to, 'checkpoint', payload)
        if (to.length - synced < SYNC_BYTES) continue
        await to.file.sync()
        synced = to.length
      }
      if (this.state === 'writing') this.state = 'written'
    } catch (error) {
      this.state = 'failed'
      this.#cause = error
    }
  }

  /** Completes the draft: it then survives a power cut. @throws the cause of a failure: the draft must be discarded. */
  async finish(): Promise<FrameFile> {
    await this.done
    if (this.state === 'failed' || !this.#to) throw this.#cause
    for (const payload of this.tail.length > 0 ? this.tail : [NOTHING]) await writeFrame(this.#to, 'batch', payload)
    await this.#to.file.sync()
    return this.#to
  }

  /** Removes the draft. What cannot be removed now is removed when the journal is opened next. */
  async discard(): Promise<void> {
    this.state = 'failed'
    await this.done
    await this.#to?.file.close().catch(() => undefined)
    await this.#files.remove(this.#name).catch(() => undefined)
  }
}
