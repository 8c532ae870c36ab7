import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// A page that is open when a release is deployed may still need files of its own version: a build keeps those of the
// builds before it.

/** How many builds before the last one keep their files. */
export const MOST_EARLIER = 2
/** Where a build lists the hashed files of each build that it has, the last one first. It is not served. */
const LIST = '.vite/releases.json'
/** Files whose names have the hash of their content: those of two builds do not disturb each other. */
const HASHED = 'assets'
const COPIES = ['', '.br', '.gz']

/**
 * Copies the hashed files of the last builds into a new build, from the folder of the build before it. A build with the
 * same files as the one before it is the same release.
 * @returns how many files the new build has kept.
 */
export async function keepEarlier(before: string, fresh: string): Promise<number> {
  const now = await hashedFiles(fresh)
  const same = now.join()
  const earlier = (await releasesOf(before)).filter((files) => files.join() !== same).slice(0, MOST_EARLIER)
  await mkdir(join(fresh, '.vite'), { recursive: true })
  await writeFile(join(fresh, LIST), JSON.stringify([now, ...earlier]))
  const kept = [...new Set(earlier.flat())].filter((file) => !now.includes(file))
  for (const file of kept) {
    await Promise.all(COPIES.map((copy) => copyIfThere(before, fresh, join(HASHED, `${file}${copy}`))))
  }
  return kept.length
}

async function hashedFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, HASHED)).catch(ifMissing([]))
  return names.filter((name) => !/\.(br|gz)$/.test(name)).sort()
}

/** The files of each build; a folder without a list is one build. */
async function releasesOf(folder: string): Promise<string[][]> {
  const list = await readFile(join(folder, LIST), 'utf8').catch(ifMissing(null))
  if (list !== null) return JSON.parse(list) as string[][]
  const files = await hashedFiles(folder)
  return files.length === 0 ? [] : [files]
}

async function copyIfThere(from: string, to: string, path: string): Promise<void> {
  await copyFile(join(from, path), join(to, path)).catch(ifMissing(undefined))
}

const ifMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code !== 'ENOENT') throw error
    return value
  }
