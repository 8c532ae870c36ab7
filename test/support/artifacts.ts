import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache/curia-tests')
/** An artifact that no run has used for so long (ms) is removed. */
const UNUSED_MS = 24 * 60 * 60 * 1000

/**
 * A folder that takes seconds to make and depends on files of the project alone, made when it is first needed. Returns its path.
 *
 * The folder is named by the hash of its inputs and never changes once it is there. So no run can meet a stale one, and runs
 * at the same time, even of different sources, do not disturb each other.
 * @param inputs files and folders, relative to the project
 * @param make fills an empty folder
 */
export async function artifact(name: string, inputs: readonly string[], make: (folder: string) => Promise<void>): Promise<string> {
  for (;;) {
    const hash = await hashOf(inputs)
    const folder = join(CACHE, `${name}-${hash}`)
    if (await use(folder)) return folder
    const unfinished = join(CACHE, `${name}-unfinished-${randomUUID()}`)
    try {
      await mkdir(unfinished, { recursive: true })
      await make(unfinished)
      // An edit meanwhile may or may not be in what was made, which then gets no name.
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
    for (const path of await filesOf(input)) hash.update(`${path}\0`).update(await readFile(join(ROOT, path))).update('\0')
  }
  return hash.digest('hex').slice(0, 32)
}

/** A file, or all files of a folder, in a fixed order. */
async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(join(ROOT, path))).isDirectory()) return [path]
  const names = (await readdir(join(ROOT, path))).sort()
  return (await Promise.all(names.map((name) => filesOf(`${path}/${name}`)))).flat()
}

/** Whether a folder is there. If it is, it counts as used. */
async function use(folder: string): Promise<boolean> {
  const now = new Date()
  return utimes(folder, now, now).then(() => true, () => false)
}

async function publish(unfinished: string, folder: string): Promise<void> {
  await rename(unfinished, folder).catch(async (error: unknown) => {
    // Another process was faster, with the same result.
    if (!(await use(folder))) throw error
  })
}

async function removeUnused(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const path = join(CACHE, name)
    // Another process may remove it, too.
    const usedAt = await stat(path).then(({ mtimeMs }) => mtimeMs, () => Infinity)
    if (Date.now() - usedAt > UNUSED_MS) await rm(path, { recursive: true, force: true })
  }
}
