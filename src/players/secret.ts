import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OWNER_ONLY } from '../files/index.ts'

const SHORTEST = 32

/**
 * The secret in a file that only its owner can read. It is created if there is none; two processes that start at the
 * same time get the same one.
 * @throws Error if the file does not hold a secret, or cannot be read or written
 */
export async function storedSecret(path: string): Promise<string> {
  const stored = await readSecret(path)
  if (stored !== null) return stored

  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY })
  // It is written whole under another name: a crash leaves no partial secret, and only one process succeeds with
  // `link`.
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
  if (secret.length >= SHORTEST) return secret
  throw new Error(`${path} holds no secret of at least ${SHORTEST} characters; delete the file to get a new secret`)
}
