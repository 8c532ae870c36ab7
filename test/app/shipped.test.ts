import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playOn } from '../../scripts/demo/play.ts'
import { ROOT } from '../support/artifacts.ts'
import { builtServer } from '../support/build.ts'
import { clientOf, takeNames } from '../support/guest.ts'
import { startServer } from '../support/server.ts'

// What the image copies, with the packages that docs/operations.md says to install.

/** How large the packages may be, MB. */
const MOST_MB = 190

let folder: string
let main: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curia-shipped-'))
  main = join(folder, 'dist/main.js')
  await cp(dirname(dirname(await builtServer())), folder, { recursive: true })
  for (const file of ['package-lock.json', '.npmrc', 'client/package.json', 'rules/package.json', 'web/package.json'])
    await cp(join(ROOT, file), join(folder, file))
  const install = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', install, { cwd: folder })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('the packages that a server needs are few', async () => {
  const files = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toBeLessThan(MOST_MB)
})

it('and enough: an account is made, a game is played and stored, and a picture is painted', async () => {
  const server = await startServer({}, undefined, main)
  const [ada, ben] = await Promise.all([clientOf(server.url, 'Ada'), clientOf(server.url, 'Ben')])
  await takeNames(server.url, 'Livia')
  const match = await ada.create({ kind: 'base', clock: 'standard' })
  const code = match.value.snapshot.code!
  const picture = await fetch(`${server.url}/join/${code}/picture.png`, { redirect: 'manual' })
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  const other = await ben.join({ code })
  await Promise.all([playOn(match), playOn(other)])
  await expect.poll(async () => (await fetch(`${server.url}/v1/games/${match.id}`)).status).toBe(200)
  expect((await fetch(`${server.url}/games/${match.id}`)).status).toBe(200)
  for (const client of [ada, ben]) client.close()
  expect(await server.end('SIGTERM')).toBe(0)
  await server.destroy()
})
