import { chmod, mkdir } from 'node:fs/promises'
import { lockFolder } from './lock.ts'

/** Other users of the machine can neither list nor read what is in it: seeds of matches in play, chats, passwords. */
export const OWNER_ONLY = 0o700

/**
 * Creates a folder unless it exists, closes it to other users of the machine, and locks it for this process.
 * @returns what unlocks it
 * @throws Error if another process, or this one, holds the lock.
 */
export async function takeFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY })
  await chmod(folder, OWNER_ONLY)
  return lockFolder(folder)
}
