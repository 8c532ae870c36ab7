import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EmbeddedOptions, LiveStore } from '../../src/live/index.ts'
import { DEFAULT_RETENTION, openEmbeddedStore } from '../../src/live/index.ts'
import type { Child } from './child/run.ts'
import { runChild } from './child/run.ts'
import { aBegunMatch, acting, anEndedMatch, newActionId, newHeader, PATIENTLY } from './contract/harness.ts'

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
const journal = (): string => join(inFolder(), 'journal')
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

async function open(options: Partial<EmbeddedOptions> = {}): Promise<LiveStore> {
  const store = await openEmbeddedStore({ dir: inFolder(), retention: DEFAULT_RETENTION, ...options })
  stores.push(store)
  return store
}

async function run(script: string, ...parameters: string[]): Promise<Child> {
  const child = await runChild(script, inFolder(), ...parameters)
  children.push(child)
  return child
}

describe('a folder of the embedded store', () => {
  it('has everything when it is opened again', async () => {
    const first = await open()
    const [header, actionId] = [newHeader(), newActionId()]
    await first.create(header, actionId)
    const [begun, ended] = [await aBegunMatch(first), await anEndedMatch(first)]
    const command = acting(begun, 1, { actionId: newActionId() })
    const answer = await first.commit(command)
    const records = await Promise.all([header.id, begun, ended].map((match) => first.load(match)))
    await first.close()

    const second = await open()
    expect(await Promise.all([header.id, begun, ended].map((match) => second.load(match)))).toEqual(records)
    expect(await second.findByCode(header.code)).toBe(header.id)
    expect(await second.createdBy(header.host.player.id, actionId)).toBe(header.id)
    expect(await second.commit(command)).toEqual({ status: 'stale', version: 'version' in answer && answer.version })
    expect(await second.claimEnded(10, 1000)).toEqual([ended])
  })

  it('is refused to another process, and to this one, until its process has ended', async () => {
    const owner = await run('open.ts')
    await owner.says((line) => line === 'open')
    await expect(open()).rejects.toThrow(`${inFolder()} is in use by another server`)
    const rival = await run('open.ts')
    expect(await rival.says(() => true)).toMatch(/^failed .* is in use by another server/)
    await owner.kill9()

    const store = await open()
    await expect(open()).rejects.toThrow('is in use')
    expect(await aBegunMatch(store)).toEqual(expect.any(String))
    await store.close()
    expect(await aBegunMatch(await open())).toEqual(expect.any(String))
  })

  it('is readable for its owner only, also if it existed before', async () => {
    await mkdir(inFolder(), { mode: 0o755 })
    await anEndedMatch(await open())
    expect(await modeOf(inFolder())).toBe(0o700)
    expect(await modeOf(journal())).toBe(0o600)
  })

  it('is not opened if it contains another format', async () => {
    await (await open()).close()
    const whole = await readFile(journal())
    await writeFile(journal(), whole.toString('latin1').replace('curia-journal 3 ', 'curia-journal 99 '))
    await expect(open()).rejects.toThrow(`${journal()} is in format 99, and this version reads 2 and 3`)
    await writeFile(journal(), whole)
    await open()
  })

  it('is opened in the format before, and written in the present one', async () => {
    await cp(new URL('journal/format-2', import.meta.url), inFolder(), { recursive: true })
    const options: Partial<EmbeddedOptions> = { clock: () => 1_790_000_001_000, tuning: { compactionBytes: 400 } }
    const match = 'a-match-of-format-2'
    const before = await open(options)
    const found = await before.load(match)
    expect(found!.entries.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(found!.entries.map(({ actionId }) => actionId)).toEqual(
      found!.entries.map(({ version }) => `action-${version}`),
    )
    expect(await readFile(journal(), 'latin1')).toMatch(/^curia-journal 2 /)
    while ((await readFile(journal(), 'latin1')).startsWith('curia-journal 2 ')) await aBegunMatch(before)
    await before.close()
    expect(await (await open(options)).load(match)).toEqual(found)
  })

  it.each(['format', 'cluster'])('is not opened if an earlier version made it, by its %s', async (name) => {
    await mkdir(inFolder())
    await writeFile(join(inFolder(), name), '1')
    await expect(open()).rejects.toThrow(
      `The live matches in ${inFolder()} can't be opened: an earlier version of the server made them`,
    )
    expect(await readdir(inFolder())).toEqual([name])
    await rm(join(inFolder(), name))
    await open()
  })

  it('is not opened if it is damaged, and the error names the file and the place', async () => {
    await (await open()).close()
    const bytes = await readFile(journal())
    bytes[45]! ^= 1
    await writeFile(journal(), bytes)
    await expect(open()).rejects.toThrow(`${inFolder()} can't be opened: ${journal()} is damaged at byte 40`)
    expect(await readFile(journal())).toEqual(bytes)
  })

  it('gives back the time between two openings, which is no absence', async () => {
    let now = 1_700_000_000_000
    const first = await open({ clock: () => now })
    const match = await aBegunMatch(first, { deadline: { after: 20_000 } })
    const over = await anEndedMatch(first)
    await first.connect(match, 0, 'a', 1000)
    const line = await first.say(match, 'players', { from: { id: 'a', name: 'Ada' }, text: 'Salve' })
    await first.mute(match, 1, true)
    await first.offerRematch(over, 1, newHeader())
    now += 500
    await first.disconnect(match, 0, 'a')
    now += 100
    await first.heartbeat(0)
    await first.close()
    now += 60_000

    const second = await open({ clock: () => now })
    expect(await second.commit(acting(match, 1))).toEqual({ status: 'stale', version: 2 })
    const given = { version: 2, at: now, body: { type: 'downtime', ms: 60_000 } }
    expect((await second.load(match))!.entries.at(-1)).toEqual(given)
    expect((await second.attendance(match)).away).toEqual({ 0: now, 1: now })
    expect(await second.chat(match, 'players')).toEqual([line])
    expect(await second.muted(match)).toEqual([1])
    expect(await second.rematch(over)).toEqual({ offered: [1], next: null })
    now += 2000
    await second.heartbeat(0)
    const goOn = acting(match, 2, { deadline: null })
    expect(await second.commit(goOn)).toMatchObject({ status: 'committed', version: 3 })
  })

  it('does not retain what has expired', async () => {
    let now = Date.now()
    const store = await open({ clock: () => now, tuning: { compactionBytes: 10_000, maintainMs: 5 } })
    const expired = await aBegunMatch(store)
    const grown = async (): Promise<boolean> => (await readFile(journal(), 'utf8')).includes(expired)
    expect(await grown()).toBe(true)
    now += DEFAULT_RETENTION.playingMs
    const busy = await aBegunMatch(store)
    let version = 1
    await expect
      .poll(async () => {
        for (let times = 0; times < 20; times += 1) await store.commit(acting(busy, (version += 1) - 1))
        return grown()
      }, PATIENTLY)
      .toBe(false)
    expect((await stat(journal())).size).toBeLessThan(version * 1000)
    expect(await store.load(expired)).toBeNull()
    expect((await store.load(busy))!.entries).toHaveLength(version)
  })
})
