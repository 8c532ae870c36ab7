import { chmod, mkdir, readdir } from 'node:fs/promises'
import { lockFolder } from '../../files/index.ts'

/** The seeds of matches in play are secret. */
const OWNER_ONLY = 0o700

/** What earlier versions of the server made: a cluster of Postgres, and a file with the format. */
const OLD_FORMAT = ['cluster', 'format']

/**
 * Creates a folder unless it exists, and locks it for this process, until the returned function is called.
 * @throws Error if another process uses the folder, or an earlier version of the server made it, with Postgres.
 */
export async function openFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY })
  await chmod(folder, OWNER_ONLY)
  const unlock = await lockFolder(folder)
  const names = await readdir(folder)
  if (!OLD_FORMAT.some((name) => names.includes(name))) return unlock
  await unlock()
  throw new Error(
    'an earlier version of the server made them, in a Postgres cluster, and this version cannot read them. ' +
      'Run the earlier version until its matches have ended and are in the history, or give them up; ' +
      'then move the folder away',
  )
}
