import { readdir } from 'node:fs/promises'
import { takeFolder } from '../../files/index.ts'

/** What earlier versions of the server made: a cluster of Postgres, and a file with the format. */
const OLD_FORMAT = ['cluster', 'format']

/**
 * Creates a folder unless it exists, and takes it for this process, until the returned function is called.
 * @throws Error if another process uses the folder, or an earlier version of the server made it, with Postgres.
 */
export async function openFolder(folder: string): Promise<() => Promise<void>> {
  const unlock = await takeFolder(folder)
  const names = await readdir(folder)
  if (!OLD_FORMAT.some((name) => names.includes(name))) return unlock
  await unlock()
  throw new Error(
    'an earlier version of the server made them, in a Postgres cluster, and this version cannot read them. ' +
      'Run the earlier version until its matches have ended and are in the history, or give them up; ' +
      'then move the folder away',
  )
}
