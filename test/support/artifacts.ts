import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache/curia-tests')
/** An artifact that no run has used for so long (ms) is removed. */
const UNUSED_MS = 24 * 60 * 60 * 1000

/**
 * A folder that takes seconds to make and depends on files of the project alone. It is made when it is first needed.
 *
 * The folder is named by the hash of its inputs and never changes once it is there. So no run can use a stale one, and
 * runs at the same time, even of different sources, do not disturb each other.
 * @param inputs files and folders, relative to the project
 * @param make fills an empty folder
 * @returns the path of the folder
 */
export async function artifact(
  name: string,
  inputs: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  for (;;) {
    const hash = await hashOf(inputs)
    const folder = join(CACHE, `${name}-${hash}`)
    if (await use(folder)) return folder
    const unfinished = join(CACHE, `${name}-unfinished-${randomUUID()}`)
    try {
      await mkdir(unfinished, { recursive: true })
      await make(unfinished)
      // After an edit meanwhile nobody knows which sources were used: such a folder is not published.
      if ((await hashOf(inputs)) === hash) await publish(unfinished, folder)
    } finally {
      await rm(unfinished, { recursive: true, force: true })
    }
    await removeUnused()
  }
}

async function hashOf(inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const input of inputs) {
    for (const path of await filesOf(input)) {
      hash
        .update(`${path}\0`)
        .update(await readFile(join(ROOT, path)))
        .update('\0')
    }
  }
  return hash.digest('hex').slice(0, 32)
}

/** A file, or all files of a folder, in a fixed order. */
async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(join(ROOT, path))).isDirectory()) return [path]
  const names = (await readdir(join(ROOT, path))).sort()
  return (await Promise.all(names.map((name) => filesOf(`${path}/${name}`)))).flat()
}

/** Marks a folder as used now. Returns whether it is there. */
async function use(folder: string): Promise<boolean> {
  const now = new Date()
  return utimes(folder, now, now).then(
    () => true,
    () => false,
  )
}

async function publish(unfinished: string, folder: string): Promise<void> {
  await rename(unfinished, folder).catch(async (error: unknown) => {
    // Another process has published the same folder meanwhile.
    if (!(await use(folder))) throw error
  })
}

async function removeUnused(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const path = join(CACHE, name)
    // Another process may remove it at the same time.
    const usedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    )
    if (Date.now() - usedAt > UNUSED_MS) await rm(path, { recursive: true, force: true })
  }
}
