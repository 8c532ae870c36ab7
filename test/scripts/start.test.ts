import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ROOT } from '../support/artifacts.ts'
import { builtPage, builtSdk } from '../support/build.ts'
import { endWithUs } from '../support/child.ts'

/** What an install without scripts does not have, and what is not of the project. */
const LEFT_OUT =
  /^(node_modules|\.git|dist|web\/dist|client\/dist|served|src\/database\/client|\.data|test|test-results)(\/|$)/

let folder: string | undefined
afterEach(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

it('npm start, without any scripts of npm before it, makes what the server misses and starts it', async () => {
  folder = await mkdtemp(join(tmpdir(), 'curia-start-'))
  const clone = join(folder, 'clone')
  await cp(ROOT, clone, { recursive: true, filter: (path) => !LEFT_OUT.test(relative(ROOT, path)) })
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
  // The page and the SDK are built as in every other test: that takes long.
  await cp(await builtPage(), join(clone, 'web/dist'), { recursive: true })
  await cp(await builtSdk(), join(clone, 'served/sdk'), { recursive: true })
  const child = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: clone,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') },
  })
  endWithUs(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'exit')
  try {
    await expect.poll(() => said.includes('Curia listens on') || child.exitCode !== null).toBe(true)
    expect(said).toContain('Curia listens on')
  } finally {
    // npm and what it has started are one group.
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM')
    await ended
  }
})
