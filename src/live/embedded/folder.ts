import { chmod, mkdir, readdir } from 'node:fs/promises'
import { lockFolder } from '../../files/index.ts'

/** Live matches hold the seeds of games in play. */
const OWNER_ONLY = 0o700

/** What versions before this one made: a cluster of Postgres, and its format. */
const OLD_FORMAT = ['cluster', 'format']

/**
 * Makes a folder if need be, and retains it for this process alone, until what is returned is called.
 * @throws Error if another process uses the folder, or a version of the server that used Postgres made it.
 */
export async function openFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY })
  await chmod(folder, OWNER_ONLY)
  const unlock = await lockFolder(folder)
  const names = await readdir(folder)
  if (!OLD_FORMAT.some((name) => names.includes(name))) return unlock
  await unlock()
  throw new Error(
    'an earlier version of the server made them, in Postgres, and this version does not read them. ' +
      'Run the earlier version until its matches have ended, or give them up; then move the folder away',
  )
}
