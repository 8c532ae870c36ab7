import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_RETENTION, openEmbeddedStore } from '../../src/live/index.ts'
import type { LiveStore } from '../../src/live/index.ts'
import { runChild } from './child/run.ts'
import type { Child } from './child/run.ts'
import { aBegunMatch, acting, aMatch, anEndedMatch, newActionId, newHeader, PATIENTLY } from './contract/harness.ts'

let dir: string
let children: Child[]
let stores: LiveStore[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'curia-embedded-'))
  children = []
  stores = []
})
afterEach(async () => {
  await Promise.all(children.map((child) => child.kill9()))
  await Promise.all(stores.map((store) => store.close()))
  await rm(dir, { recursive: true, force: true })
})

const inFolder = (): string => join(dir, 'live')

async function open(): Promise<LiveStore> {
  const store = await openEmbeddedStore({ dir: inFolder(), retention: DEFAULT_RETENTION })
  stores.push(store)
  return store
}

function run(script: string, ...parameters: string[]): Child {
  const child = runChild(script, inFolder(), ...parameters)
  children.push(child)
  return child
}

describe('a folder of the embedded store', () => {
  it('keeps everything from one opening to the next', async () => {
    const first = await open()
    const header = newHeader()
    await first.create(header)
    const [begun, ended] = [await aBegunMatch(first), await anEndedMatch(first)]
    const command = acting(begun, 1, { actionId: newActionId() })
    const answer = await first.commit(command)
    const records = await Promise.all([header.id, begun, ended].map((match) => first.load(match)))
    await first.close()

    const second = await open()
    expect(await Promise.all([header.id, begun, ended].map((match) => second.load(match)))).toEqual(records)
    expect(await second.findByCode(header.code)).toBe(header.id)
    expect(await second.commit(command)).toEqual({ status: 'stale', version: 'version' in answer && answer.version })
    expect(await second.claimEnded(10, 1000)).toEqual([ended])
  })

  it('loses no acknowledged commit to kill -9, time after time', async () => {
    const store = await open()
    const match = await aMatch(store)
    await store.close()
    let acknowledged = 0
    for (const commitsLater of [1, 40, 7]) {
      const child = run('commit-forever.ts', match)
      const until = acknowledged + commitsLater
      await child.says((line) => line.startsWith(`committed ${until} `))
      await child.kill9()
      const said = child.lines.filter((line) => line.startsWith('committed ')).map((line) => line.split(' ').map(Number).slice(1))
      const reopened = await open()
      const { entries } = (await reopened.load(match))!
      await reopened.close()
      const kept = entries.map(({ version, at }) => [version, at])
      const own = kept.slice(acknowledged)
      expect(own.slice(0, said.length)).toEqual(said)
      // The last may have been committed without the time to say so.
      expect(own.length - said.length).toBeLessThanOrEqual(1)
      acknowledged = entries.length
    }
  })

  it('can be opened after its making was cut short', async () => {
    for (const file of ['cluster', 'cluster/PG_VERSION', 'cluster/pg_wal']) {
      const child = run('open.ts')
      await expect.poll(() => existsSync(join(inFolder(), file)), PATIENTLY).toBe(true)
      await child.kill9()
    }
    const store = await open()
    expect(await aBegunMatch(store)).toEqual(expect.any(String))
  })

  it('is refused to another process, and to this one, until the one that has it is gone', async () => {
    const owner = run('open.ts')
    await owner.says((line) => line === 'open')
    await expect(open()).rejects.toThrow(`${inFolder()} is in use by another server`)
    const rival = run('open.ts')
    expect(await rival.says(() => true)).toMatch(/^failed .* is in use by another server/)
    await owner.kill9()

    const store = await open()
    await expect(open()).rejects.toThrow('is in use')
    expect(await aBegunMatch(store)).toEqual(expect.any(String))
    await store.close()
    expect(await aBegunMatch(await open())).toEqual(expect.any(String))
  })

  it('is not opened if it holds another format', async () => {
    await (await open()).close()
    await writeFile(join(inFolder(), 'format'), '99')
    await expect(open()).rejects.toThrow(/format 99/)
    await writeFile(join(inFolder(), 'format'), '1')
    await open()
  })

  it('says which folder it is that can\'t be opened', async () => {
    await (await open()).close()
    await rm(join(inFolder(), 'cluster', 'global'), { recursive: true })
    await expect(open()).rejects.toThrow(inFolder())
  })

  it('does not grow with what has expired', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    try {
      let now = Date.now()
      const store = await openEmbeddedStore({ dir: inFolder(), retention: DEFAULT_RETENTION, clock: () => now })
      stores.push(store)
      const match = await aBegunMatch(store)
      now += DEFAULT_RETENTION.playingMs
      vi.advanceTimersByTime(60_000)
      now -= 1
      // It is not only passed over: it is gone.
      await expect.poll(() => store.load(match), PATIENTLY).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})
