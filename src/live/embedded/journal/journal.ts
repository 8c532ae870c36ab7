import type { Logger } from 'pino'
import { Draft, writeFrame } from './draft.ts'
import type { FrameFile } from './draft.ts'
import type { Files } from './files.ts'
import { readJournal } from './reading.ts'

const NAME = 'journal'
const DRAFT = 'journal.new'

/** A disk that was full must have room for this much (bytes) before a journal is trusted to go on. */
const ROOM_BYTES = 1 << 18

export interface JournalOptions {
  files: Files
  /** Where the files are, for messages. */
  folder: string
  /** A journal is compacted once it has more bytes than this, and than twice what it had when it was compacted last. */
  compactionBytes: number
  log: Logger | undefined
}

/** The state as it is when this is called: payloads of changes that give it, made when they are asked for. */
export type Snapshot = () => Iterable<string>

/**
 * A file of changes, each batch of which is durable before the next one is written. Once it has grown it is written anew from a
 * snapshot, a part at a time, and takes the place of the old one by a rename.
 */
export class Journal {
  readonly #options: JournalOptions
  #current: FrameFile
  #draft: Draft | null = null
  #compactAt: number
  /**
   * After a failure: `tail`, there may be part of a batch after what is durable. `file`, it is not known what of the file a
   * power cut would leave, nor which file has the name.
   */
  #doubt: 'tail' | 'file' | null = null

  private constructor(options: JournalOptions, current: FrameFile) {
    this.#options = options
    this.#current = current
    this.#compactAt = options.compactionBytes
  }

  /**
   * Opens the journal of a folder, or makes an empty one. Gives the payloads in order: those of a batch that was not written
   * whole, of which nobody was told, are left out.
   * @throws Error if it is damaged, in another format, or can't be read.
   */
  static async open(options: JournalOptions, take: (payload: string) => void): Promise<Journal> {
    const { files, folder, log } = options
    await files.remove(DRAFT)
    const file = await files.open(NAME)
    if (!file) return Journal.#make(options)
    try {
      const { salt, length, last, size, next } = await readJournal(file, `${folder}/${NAME}`, take)
      if (length < size) {
        log?.warn({ folder, offset: length, bytes: size - length }, 'the end of the journal was not written whole, and is cut')
        await file.truncate(length)
      }
      // The last batch can be read, but may not be durable: the process was killed before it was synced, or in that failed.
      await file.write(await file.read(last, length - last), last)
      await file.sync()
      await files.sync()
      return new Journal(options, { file, salt, length, next })
    } catch (error) {
      await file.close()
      throw error
    }
  }

  static async #make(options: JournalOptions): Promise<Journal> {
    const { files } = options
    const draft = new Draft(files, DRAFT, [])
    try {
      const made = await draft.finish()
      await files.rename(DRAFT, NAME)
      await files.sync()
      return new Journal(options, made)
    } catch (error) {
      await draft.discard()
      throw error
    }
  }

  /**
   * Appends the payload of a batch, and resolves when it is durable. After a failure nothing can be appended until `mend`
   * succeeds, and the batch may be read when the journal is opened next.
   * @param snapshot of the state with this batch and without later ones, if called at once.
   */
  async append(payload: string, snapshot: Snapshot): Promise<void> {
    if (this.#doubt) throw new Error('the journal has not been mended')
    const begins = !this.#draft && this.#current.length > this.#compactAt
    if (begins) this.#draft = new Draft(this.#options.files, DRAFT, snapshot())
    else if (this.#draft && this.#draft.state !== 'writing') await this.#compact(this.#draft)
    try {
      await this.#write(payload)
    } catch (error) {
      // What the snapshot has of this batch never was.
      await this.#draft?.discard()
      this.#draft = null
      throw error
    }
    if (!begins) this.#draft?.tail.push(payload)
  }

  async #write(payload: string): Promise<void> {
    this.#doubt = 'tail'
    await writeFrame(this.#current, 'batch', payload)
    await this.#sync()
    this.#doubt = null
  }

  /** After a failure only a new file is known to be whole: a second sync says nothing about what the first one lost. */
  async #sync(): Promise<void> {
    this.#doubt = 'file'
    await this.#current.file.sync()
  }

  /** Puts a draft in the place of the journal, which goes on as it is if the draft has failed. */
  async #compact(draft: Draft): Promise<void> {
    this.#draft = null
    let next: FrameFile
    try {
      next = await draft.finish()
    } catch (error) {
      this.#options.log?.warn({ err: error, folder: this.#options.folder }, 'the journal could not be compacted')
      await draft.discard()
      this.#compactAt = this.#current.length * 1.5
      return
    }
    await this.#replaceBy(next)
  }

  async #replaceBy(next: FrameFile): Promise<void> {
    const { files, compactionBytes } = this.#options
    this.#doubt = 'file'
    try {
      await files.rename(DRAFT, NAME)
      await files.sync()
    } catch (error) {
      await next.file.close().catch(() => undefined)
      throw error
    }
    await this.#current.file.close().catch(() => undefined)
    this.#current = next
    this.#compactAt = Math.max(compactionBytes, 2 * next.length)
    this.#doubt = null
  }

  /**
   * Makes it possible to append again, after a failure. @throws what still fails.
   * @param snapshot of the state without what could not be appended.
   */
  async mend(snapshot: Snapshot): Promise<void> {
    if (this.#doubt === 'tail') {
      const { file, length } = this.#current
      await file.truncate(length)
      await this.#sync()
      this.#doubt = 'tail'
      await file.write(Buffer.alloc(ROOM_BYTES), length)
      await this.#sync()
      this.#doubt = 'tail'
      await file.truncate(length)
      await this.#sync()
      this.#doubt = null
    } else if (this.#doubt === 'file') {
      const draft = new Draft(this.#options.files, DRAFT, snapshot())
      try {
        await this.#replaceBy(await draft.finish())
      } catch (error) {
        await draft.discard()
        throw error
      }
    }
  }

  async close(): Promise<void> {
    await this.#draft?.discard()
    await this.#current.file.close()
  }
}
