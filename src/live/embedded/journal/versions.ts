import type { Logger } from 'pino'
import type { FrameFile } from './draft.ts'
import { writeFrame } from './draft.ts'
import type { Files } from './files.ts'
import { FILE_HEAD_BYTES, fileHead } from './frames.ts'
import type { FrameCount } from './journal.ts'
import { readFrames } from './reading.ts'

const NAME = 'journal.versions'
const DRAFT = 'journal.versions.new'
/** How many matches one frame of the list names at most. Between two frames the event loop is free. */
const SLICE = 2_000
/** How many matches an error names. */
const NAMED = 20

/** The version of each match, the number of its entries. Null: the match was removed. */
export type Versions = ReadonlyMap<string, number | null>

export interface VersionListOptions {
  files: Files
  /** The path of the files, for messages. */
  folder: string
  log: Logger | undefined
}

/** A line of a list. The first one has `before`, if the journal of the list replaces another one. */
type Line = { before?: FrameCount; versions: [string, number | null][] }

/**
 * A list of the versions that were acknowledged, next to the journal: nothing in the journal says where it should end.
 *
 * The file has the head and the frames of a journal, and its salt. The number of a frame says how many frames the
 * journal had. The list is written once the journal is durable, and not synced: so it never has more than the journal,
 * but after a power cut it may have less. A journal that has less than its list was cut, or is an older copy.
 */
export class VersionList {
  readonly #options: VersionListOptions
  #versions = new Map<string, number>()
  #to: FrameFile | null = null
  #isFailing = false

  constructor(options: VersionListOptions) {
    this.#options = options
  }

  /**
   * Compares a folder with the list.
   * @param frames those of its journal. Null: there is no journal.
   * @param versionOf the version of a match in the folder. Undefined: it has no such match.
   * @returns false if there is no list: nothing could be compared.
   * @throws Error that says what is missing, if the list proves that there was more.
   */
  async check(frames: FrameCount | null, versionOf: (match: string) => number | undefined): Promise<boolean> {
    const { files, folder } = this.#options
    const list = await readList(files)
    if (!list) return false
    const written = [list.frames, list.before].find((each) => each && each.salt === frames?.salt)
    const lost = written && frames ? Math.max(0, written.count - frames.count) : 0
    if (written === list.frames && lost === 0) return true
    // A match that is in the list and not in a whole journal has expired since, if that is the later one of the two.
    const mayLackMatches = frames !== null && lost === 0
    const missing = [...list.versions]
      .map(([match, had]) => ({ match, had, has: versionOf(match) }))
      .filter(({ had, has }) => (has === undefined ? !mayLackMatches : has < had))
    if (lost === 0 && missing.length === 0) return true
    const what = lost === 0 ? 'acknowledged changes' : `at least ${lost} of its batches of acknowledged changes`
    const named = missing.slice(0, NAMED).map(({ match, had, has }) => `${match} ${described(had, has)}`)
    const more = missing.length > NAMED ? [`and ${missing.length - NAMED} more`] : []
    const matches = named.length === 0 ? 'No entry of a match is among them' : [...named, ...more].join(', ')
    throw new Error(
      `${folder}/journal ${frames ? 'was cut, or is an older copy' : 'is gone'}: it lacks ${what}. Matches: ${matches}. ` +
        'Put back a copy of the whole folder that was made while the server was stopped, or, to give up what is missing, ' +
        `remove ${folder}/${NAME}`,
    )
  }

  /** Begins a list for the journal that was opened. */
  async begin(frames: FrameCount, versions: Iterable<[match: string, version: number]>): Promise<void> {
    this.#versions = new Map(versions)
    await this.#attempt(() => this.#begin(frames))
  }

  /** A journal will be replaced by one with the same changes: the list is true of both. Null: it is the first one. */
  async replace(before: FrameCount | null, frames: FrameCount): Promise<void> {
    await this.#attempt(() => this.#begin(frames, before))
  }

  /** These versions are durable, and the journal has so many frames. If they cannot be written now, they are later. */
  async add(frames: FrameCount, versions: Versions): Promise<void> {
    for (const [match, version] of versions) {
      if (version === null) this.#versions.delete(match)
      else this.#versions.set(match, version)
    }
    await this.#attempt(async () => {
      if (this.#to?.salt === frames.salt) await write(this.#to, frames.count, { versions: [...versions] })
      else await this.#begin(frames)
    })
  }

  async #begin({ salt, count }: FrameCount, before: FrameCount | null = null): Promise<void> {
    const { files } = this.#options
    await this.#leave()
    const to = { file: await files.create(DRAFT), salt, length: FILE_HEAD_BYTES, next: 0 }
    this.#to = to
    await to.file.write(fileHead(salt), 0)
    await write(to, count, { ...(before && { before }), versions: [] })
    const all = [...this.#versions]
    for (let start = 0; start < all.length; start += SLICE) {
      await write(to, count, { versions: all.slice(start, start + SLICE) })
    }
    await to.file.sync()
    await files.rename(DRAFT, NAME)
    await files.sync()
  }

  /** The list is no part of any promise: a failure is logged, and the next versions begin a new one. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.#isFailing = false
    } catch (error) {
      await this.#leave()
      const { log, folder } = this.#options
      if (!this.#isFailing) log?.warn({ err: error, folder }, 'the list of versions could not be written')
      this.#isFailing = true
    }
  }

  async #leave(): Promise<void> {
    await this.#to?.file.close().catch(() => undefined)
    this.#to = null
  }

  async close(): Promise<void> {
    await this.#to?.file.sync().catch(() => undefined)
    await this.#leave()
  }
}

/** @param count the frames of the journal. */
async function write(to: FrameFile, count: number, line: Line): Promise<void> {
  to.next = count
  await writeFrame(to, 'batch', JSON.stringify(line))
}

const described = (had: number, has: number | undefined): string =>
  has === undefined ? `is missing, and had version ${had}` : `has version ${has} of ${had}`

interface List {
  frames: FrameCount
  before: FrameCount | undefined
  versions: Map<string, number>
}

/** Null: there is none. */
async function readList(files: Files): Promise<List | null> {
  const file = await files.open(NAME)
  if (!file) return null
  try {
    const found = await readFrames(file)
    const last = found?.frames.at(-1)
    if (!found || !last) return null
    const lines = found.frames.map(({ payload }) => JSON.parse(payload) as Line)
    const versions = new Map<string, number>()
    for (const [match, version] of lines.flatMap((line) => line.versions)) {
      if (version === null) versions.delete(match)
      else versions.set(match, version)
    }
    return { frames: { salt: found.salt, count: last.number }, before: lines[0]!.before, versions }
  } finally {
    await file.close()
  }
}
