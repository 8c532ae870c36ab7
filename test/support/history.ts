import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { pino } from 'pino'
import type { DatabasePlace } from '../../src/database/index.ts'
import { isUnavailable, openDatabase } from '../../src/database/index.ts'
import type { Archive } from '../../src/history/index.ts'
import { openArchive } from '../../src/history/index.ts'
import { copyEmptyHistory } from './empty-history.ts'

export const quiet = pino({ level: 'silent' })

/** The finished games of one database. Closing it closes the database. */
export const openHistory = async (place: DatabasePlace, log: Logger): Promise<Archive> =>
  openArchive(await openDatabase(place, log))

/** Makes new and empty databases for histories. */
export interface Places {
  fresh(): Promise<DatabasePlace>
  end(): Promise<void>
}

/** Folders for PGlite, each a copy of a folder with the migrated schema. */
export async function inFolders(): Promise<Places> {
  const parent = await mkdtemp(join(tmpdir(), 'curia-history-'))
  let count = 0
  return {
    fresh: async () => {
      const dir = join(parent, String(++count))
      await copyEmptyHistory(dir)
      return { dir }
    },
    end: () => rm(parent, { recursive: true, force: true }),
  }
}

/** Opens archives in new databases, and closes them all. */
export class Archives {
  readonly #open: Archive[] = []
  readonly #places: Places

  constructor(places: Places) {
    this.#places = places
  }

  async fresh(): Promise<Archive> {
    const archive = await openHistory(await this.#places.fresh(), quiet)
    this.#open.push(archive)
    return archive
  }

  async end(): Promise<void> {
    for (const archive of this.#open) await archive.close()
    await this.#places.end()
  }
}

/** Stores something, and tries again, as an outbox does, while a busy database does not begin the transaction in time. */
export async function patiently<Result>(store: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await store()
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
  }
}
