import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepEarlier, MOST_EARLIER } from '../../web/releases.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'curia-releases-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0

/** A build with some hashed files, whose contents are their names, and a file that every build has. */
async function build(...assets: string[]): Promise<string> {
  const path = join(folder, `build-${(count += 1)}`)
  await mkdir(join(path, 'assets'), { recursive: true })
  await writeFile(join(path, 'index.html'), assets.join())
  for (const file of assets) await writeFile(join(path, 'assets', file), file)
  return path
}

const assetsOf = async (path: string): Promise<string[]> => (await readdir(join(path, 'assets'))).sort()

describe('a build of the page', () => {
  it('keeps the hashed files of the builds before it, with their compressed copies, and no others', async () => {
    const first = await build('common.js', 'one.js', 'one.js.br', 'one.js.gz')
    expect(await keepEarlier(join(folder, 'nothing'), first)).toBe(0)
    const second = await build('common.js', 'two.js')
    expect(await keepEarlier(first, second)).toBe(1)
    expect(await assetsOf(second)).toEqual(['common.js', 'one.js', 'one.js.br', 'one.js.gz', 'two.js'])
    expect(await readFile(join(second, 'assets/one.js'), 'utf8')).toBe('one.js')
    expect(await readFile(join(second, 'index.html'), 'utf8')).toBe('common.js,two.js')
  })

  it('does not keep the files of more builds than the last ones', async () => {
    let before = await build('0.js')
    await keepEarlier(join(folder, 'nothing'), before)
    for (let number = 1; number <= MOST_EARLIER + 3; number += 1) {
      const next = await build(`${number}.js`)
      await keepEarlier(before, next)
      const oldest = Math.max(0, number - MOST_EARLIER)
      const expected = Array.from({ length: number - oldest + 1 }, (_, index) => `${oldest + index}.js`)
      expect(await assetsOf(next)).toEqual(expected)
      before = next
    }
  })

  it('of the same sources is the same release, and displaces none', async () => {
    let before = await build('old.js')
    await keepEarlier(join(folder, 'nothing'), before)
    for (let times = 0; times < MOST_EARLIER + 2; times += 1) {
      const next = await build('new.js')
      await keepEarlier(before, next)
      expect(await assetsOf(next)).toEqual(['new.js', 'old.js'])
      before = next
    }
  })

  it('comes after one that did not list its files', async () => {
    const fresh = await build('new.js')
    await keepEarlier(await build('old.js', 'old.js.br'), fresh)
    expect(await assetsOf(fresh)).toEqual(['new.js', 'old.js', 'old.js.br'])
  })
})
