import type { Logger } from 'pino'
import type { FrameFile } from './draft.ts'
import { Draft, writeFrame } from './draft.ts'
import type { Files, OpenFile } from './files.ts'
import { LEAST_PART_BYTES } from './frames.ts'
import type { Found } from './reading.ts'
import { readJournal } from './reading.ts'

const NAME = 'journal'
const DRAFT = 'journal.new'

/** After a failed write the disk must have room for so many bytes before the journal is used again. */
const ROOM_BYTES = 1 << 18

/** How far a journal has come: the salt of its file, and how many frames it has. */
export interface FrameCount {
  salt: number
  count: number
}

export interface JournalOptions {
  files: Files
  /** The path of the files, for messages. */
  folder: string
  /** A journal is compacted when it is longer than this (bytes), and twice as long as after the last compaction. */
  compactionBytes: number
  log: Logger | undefined
  /** Is called before a journal replaces another one with the same changes, or is the first one. Must not reject. */
  replacing?: (before: FrameCount | null, next: FrameCount) => Promise<void>
}

const UNCHECKED =
  'the journal ends with an incomplete batch, which is removed. This is normal after a crash; whether the file was cut, ' +
  'and acknowledged changes are missing, could not be checked: there is no list of versions'

/** Checks what was found. @throws Error if it must not be used */
export type Accept = (found: Found | null) => Promise<boolean>

/** Returns payloads that give the state of the moment of the call, whenever they are read. */
export type Checkpoint = () => Iterable<string>

/**
 * A file of changes. Each batch is durable before the next one is written. A compaction writes a new file from a
 * checkpoint, a part at a time, and renames it over the present one.
 */
export class Journal {
  readonly #options: JournalOptions
  #current: FrameFile
  /** How many frames of it are durable. */
  #durable: number
  #draft: Draft | null = null
  #compactAt: number
  /**
   * What is unknown after a failure. `tail`: what the file has after its durable length. `file`: what a power cut would
   * leave of the file, or which file has the name.
   */
  #doubt: 'tail' | 'file' | null = null

  /** @param compacted the length of the journal after its last compaction (bytes). */
  private constructor(options: JournalOptions, current: FrameFile, compacted: number) {
    this.#options = options
    this.#current = current
    this.#durable = current.next
    this.#compactAt = Math.max(options.compactionBytes, 2 * compacted)
  }

  /**
   * Opens the journal of a folder, or creates an empty one.
   * @param take gets the payloads in order, without that of a last batch that was not written whole.
   * @param accept is called when all is taken, before anything is changed, with what was found (null: no journal).
   * Returns whether it could be checked that nothing is missing at its end.
   * @throws Error if it is damaged, in another format, or can't be read, and what `accept` throws.
   */
  static async open(
    options: JournalOptions,
    take: (payload: string) => void,
    accept: Accept = () => Promise.resolve(false),
  ): Promise<Journal> {
    const { files, folder, log } = options
    const file = await files.open(NAME)
    if (!file) {
      await accept(null)
      return Journal.#make(options)
    }
    try {
      const found = await readJournal(file, `${folder}/${NAME}`, take)
      const { salt, length, compacted, last, size, next } = found
      const isChecked = await accept(found)
      if (length < size) {
        const cut = { folder, offset: length, bytes: size - length }
        if (isChecked) log?.info(cut, 'the journal ends with an incomplete batch, as after a crash: it is removed')
        else log?.warn(cut, UNCHECKED)
      }
      await files.remove(DRAFT)
      await truncateForCertain(file, length)
      // The last batch can be read, but may not be durable: the process may have been killed before it was synced, or
      // after that failed.
      await file.write(await file.read(last, length - last), last)
      await file.sync()
      await files.sync()
      return new Journal(options, { file, salt, length, next }, compacted)
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
      await options.replacing?.(null, { salt: made.salt, count: made.next })
      await files.rename(DRAFT, NAME)
      await files.sync()
      return new Journal(options, made, made.length)
    } catch (error) {
      await draft.discard()
      throw error
    }
  }

  /** The durable frames of the file: their salt, and how many there are. */
  get frames(): FrameCount {
    return { salt: this.#current.salt, count: this.#durable }
  }

  /**
   * Appends the payload of a batch, and resolves when it is durable. After a failure nothing can be appended until
   * `repair` succeeds, and the batch may be there or not when the journal is opened next.
   * @param checkpoint is called at once, if at all: it has this batch and no later one.
   */
  async append(payload: string, checkpoint: Checkpoint): Promise<void> {
    if (this.#doubt) throw new Error('the journal has to be repaired first')
    const begins = !this.#draft && this.#current.length > this.#compactAt
    if (begins) this.#draft = new Draft(this.#options.files, DRAFT, checkpoint())
    else if (this.#draft && this.#draft.state !== 'writing') await this.#compact(this.#draft)
    try {
      await this.#write(payload)
    } catch (error) {
      // The checkpoint may have this batch, which is undone.
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
    this.#durable = this.#current.next
    this.#doubt = null
  }

  /** After a failed sync only a new file is safe: another sync does not write again what the first one lost. */
  async #sync(): Promise<void> {
    this.#doubt = 'file'
    await this.#current.file.sync()
  }

  /** Replaces the journal by a draft. If the draft has failed, the journal stays as it is. */
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
    const { files, compactionBytes, replacing } = this.#options
    this.#doubt = 'file'
    await replacing?.(this.frames, { salt: next.salt, count: next.next })
    try {
      await files.rename(DRAFT, NAME)
      await files.sync()
    } catch (error) {
      await next.file.close().catch(() => undefined)
      throw error
    }
    await this.#current.file.close().catch(() => undefined)
    this.#current = next
    this.#durable = next.next
    this.#compactAt = Math.max(compactionBytes, 2 * next.length)
    this.#doubt = null
  }

  /**
   * After a failure: makes the journal writable again.
   * @param checkpoint has the state without the batch that could not be appended.
   * @throws what still fails.
   */
  async repair(checkpoint: Checkpoint): Promise<void> {
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
      const draft = new Draft(this.#options.files, DRAFT, checkpoint())
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

/**
 * Truncates a file, with the next sync, also where it seems to be so short already. If a sync of an earlier process failed,
 * its truncation can be read and yet never reach the disk: only a change of the length does. What the file grows by in
 * between reads as bytes that were not written, should a power cut leave it.
 */
async function truncateForCertain(file: OpenFile, length: number): Promise<void> {
  await file.truncate(length + LEAST_PART_BYTES)
  await file.truncate(length)
}
