import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DEFAULT_RETENTION, openEmbeddedStore } from '../../../src/live/index.ts'
import type { Child } from '../child/run.ts'
import { runChildAfter } from '../child/run.ts'

let dir: string
let child: Child | undefined
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'curia-limit-'))
})
afterEach(async () => {
  await child?.kill9()
  await rm(dir, { recursive: true, force: true })
})

it('a real file that cannot grow refuses what does not fit, and loses nothing that was acknowledged', async () => {
  // In units of 512 bytes.
  child = await runChildAfter('ulimit -f 60', 'fill.ts', dir)
  const said = (await child.says((line) => /^(refused|failed) /.test(line))).split(' ')
  await child.kill9()
  const committed = child.lines.filter((line) => line.startsWith('committed ')).length
  expect(committed).toBeGreaterThan(10)
  expect(said).toEqual(['refused', 'unavailable', 'unavailable', String(committed + 1)])
  expect((await stat(join(dir, 'journal'))).size).toBeLessThanOrEqual(60 * 512)

  const store = await openEmbeddedStore({ dir, retention: DEFAULT_RETENTION })
  const match = child.lines[0]!.split(' ')[1]!
  const { entries } = (await store.load(match))!
  expect(entries).toHaveLength(committed + 1)
  await store.ping()
  await store.close()
})
