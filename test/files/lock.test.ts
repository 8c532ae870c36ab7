import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeFolder } from '../../src/files/index.ts'
import { lockFolder } from '../../src/files/lock.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'curia-lock-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

it('A folder that is taken is closed to other users of the machine, also if it was open before', async () => {
  await chmod(dir, 0o755)
  const unlock = await takeFolder(dir)
  expect((await stat(dir)).mode & 0o777).toBe(0o700)
  await unlock()
})

describe('The lock of a folder', () => {
  it('is held by at most one of many callers at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => takeFolder(dir)))
      const held = attempts.filter((attempt) => attempt.status === 'fulfilled')
      expect(held.length).toBeLessThanOrEqual(1)
      await Promise.all(held.map(({ value }) => value()))
    }
    await (
      await takeFolder(dir)
    )()
    expect(await readdir(dir)).toEqual([])
  })

  it('is free once its process was killed, and what that process left behind is removed', async () => {
    const script = `require('net').createServer().listen(process.argv[1], () => console.log('listening'))`
    for (const name of ['lock-00000001', 'lock-00000002']) {
      const child = spawn(process.execPath, ['-e', script, join(dir, name)], { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(child.stdout, 'data')
      await expect(takeFolder(dir)).rejects.toThrow('in use')
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const unlock = await takeFolder(dir)
    expect(await readdir(dir)).toHaveLength(1)
    await expect(takeFolder(dir)).rejects.toThrow('in use')
    await unlock()
  })

  it.each([60, 90, 100, 108, 300, 1500])(
    'is the same for a path of %d more characters, and for another path to it',
    async (length) => {
      const names = Array.from({ length: Math.ceil(length / 200) }, (_, index) =>
        'é'.repeat(Math.min(100, length / 2 - index * 100)),
      )
      const folder = join(dir, ...names)
      await mkdir(folder, { recursive: true })
      await symlink(folder, join(dir, 'link'))
      const unlock = await takeFolder(folder)
      expect(await readdir(folder)).toHaveLength(1)
      for (const path of [folder, `${folder}/`, join(dir, 'link'), relative(process.cwd(), folder)]) {
        await expect(takeFolder(path)).rejects.toThrow('in use')
      }
      await unlock()
      expect(await readdir(folder)).toEqual([])
      await (
        await takeFolder(join(dir, 'link'))
      )()
    },
  )

  it('cannot be had in a folder in which no socket can be made: the words say so, and not that it is in use', async () => {
    await expect(lockFolder(join(dir, 'missing'))).rejects.toThrow(/cannot be locked.*Choose another DATA_DIR/)
  })

  it('leaves other files alone', async () => {
    await writeFile(join(dir, 'lock-keeper.txt'), 'mine')
    await (
      await takeFolder(dir)
    )()
    expect(await readdir(dir)).toEqual(['lock-keeper.txt'])
  })
})
