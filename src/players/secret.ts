import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const SHORTEST = 32

/**
 * The secret kept in a file, readable by its owner alone. Made when there is none yet; two processes that start at once get the
 * same one.
 * @throws Error if the file is there but does not hold a secret, or cannot be read or written.
 */
export async function keptSecret(path: string): Promise<string> {
  const kept = await readSecret(path)
  if (kept !== null) return kept

  await mkdir(dirname(path), { recursive: true })
  // Written whole under another name first: a crash leaves no half a secret, and `link` lets only one process win.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  return (await readSecret(path))!
}

async function readSecret(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const secret = text.trim()
  if (secret.length < SHORTEST) throw new Error(`${path} holds no secret of at least ${SHORTEST} characters; delete it to have a new one made`)
  return secret
}
