import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storedSecret } from '../../src/players/index.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'curia-secret-'))
})
afterEach(() => rm(dir, { recursive: true }))

it('a secret is created once, readable only by its owner, and so is its folder', async () => {
  const folder = join(dir, 'not', 'yet')
  const path = join(folder, 'token-secret')
  const secret = await storedSecret(path)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await storedSecret(path)).toBe(secret)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['token-secret'])
})

it('a secret that an operator put there is used unchanged', async () => {
  const path = join(dir, 'mounted')
  await writeFile(path, `${'x'.repeat(32)}\n`)
  expect(await storedSecret(path)).toBe('x'.repeat(32))
})

it('processes that start at once get the same one', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => storedSecret(join(dir, 'token-secret'))))
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(dir)).toEqual(['token-secret'])
})

it('a file without a secret in it is an error that names it, and is not changed', async () => {
  const path = join(dir, 'token-secret')
  await writeFile(path, 'short\n')
  await chmod(path, 0o600)
  await expect(storedSecret(path)).rejects.toThrow(path)
  expect(await readFile(path, 'utf8')).toBe('short\n')
})
