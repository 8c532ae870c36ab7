import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openOnFiles } from '../../../src/live/embedded/store.ts'
import type { LiveStore } from '../../../src/live/index.ts'
import { DEFAULT_RETENTION, OUTAGE_MS } from '../../../src/live/index.ts'
import { seededRandom } from '../../support/random.ts'
import { aBegunMatch, acting, Heard, newHeader, PATIENTLY } from '../contract/harness.ts'
import { askEverything } from '../every-method.ts'
import type { Operation } from './disk.ts'
import { Disk } from './disk.ts'

const NOW = 1_700_000_000_000
const LONG = 3_600_000
const ADA = { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }
/** The methods that are refused while the store cannot write. */
const WRITES = [
  'claimBotTurns',
  'claimEnded',
  'commit',
  'create',
  'heartbeat',
  'markArchived',
  'mute',
  'offerRematch',
  'ping',
  'rematchBegan',
  'renewBotTurns',
  'say',
]
const UNAVAILABLE = expect.objectContaining({ code: 'unavailable' }) as Error

let disk: Disk
let store: LiveStore
let heard: Heard
let now: number
/** The operations that fail, and their error codes. */
let fails: Map<Operation['kind'], string>
let logged: { level: number; msg: string }[]

async function open(): Promise<void> {
  const files = disk.mount(({ kind }) => (fails.has(kind) ? { fails: fails.get(kind)!, share: 0.5 } : 'done'))
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]) })
  const options = { dir: '/disk', retention: DEFAULT_RETENTION, clock: () => now, log, tuning: { maintainMs: 1 } }
  store = await openOnFiles(files, () => Promise.resolve(), options)
  heard = new Heard()
  store.subscribe(heard)
}

beforeEach(async () => {
  disk = new Disk(seededRandom(3))
  now = NOW
  fails = new Map()
  logged = []
  await open()
})
afterEach(() => store.close())

const messages = (): string[] => logged.map(({ msg }) => msg)
const BROKEN = 'live matches cannot be written to the disk: changes are refused until they can'
const REPAIRED = 'live matches can be written to the disk again'

describe.each<[string, Partial<Record<Operation['kind'], string>>]>([
  ['is full', { write: 'ENOSPC' }],
  ['is full, and nothing can be cut', { write: 'ENOSPC', truncate: 'EIO' }],
  ['does not sync', { sync: 'EIO' }],
  ['only reads', { write: 'EIO', truncate: 'EIO', sync: 'EIO', rename: 'EIO', create: 'EIO', 'sync-folder': 'EIO' }],
])('while the disk %s', (_what, faults) => {
  const fail = (): void => {
    fails = new Map(Object.entries(faults) as [Operation['kind'], string][])
  }

  it('changes are refused and invisible, the rest can be read, and the store recovers by itself', async () => {
    const match = await aBegunMatch(store, { deadline: { after: LONG } })
    await store.follow(match)
    const before = await store.load(match)
    await store.ping()
    fail()
    const header = newHeader()
    const attempts = [
      store.commit(acting(match, 1, { actionId: 'one' })),
      store.commit(acting(match, 1, { actionId: 'other' })),
      // A read at the same time: it must not see what is never committed.
      store.entriesAfter(match, 0),
      store.say(match, 'players', { from: ADA, text: 'Salve' }),
      store.create(header),
    ]
    const answers = await Promise.allSettled(attempts)
    expect(answers).toEqual(attempts.map(() => ({ status: 'rejected', reason: UNAVAILABLE })))
    await expect(store.ping()).rejects.toEqual(UNAVAILABLE)

    expect(await store.load(match)).toEqual(before)
    expect(await store.chat(match, 'players')).toEqual([])
    expect(await store.findByCode(header.code)).toBeNull()
    await store.connect(match, 0, 'a', LONG)
    expect((await store.attendance(match)).seats).toEqual([0])
    expect(heard.told(match).map(({ type }) => type)).toEqual(['attendance'])
    const refused = Object.entries(await askEverything(store, match)).filter(([, answer]) => answer === 'unavailable')
    expect(refused.map(([name]) => name).sort()).toEqual(WRITES)
    expect(messages()).toEqual([BROKEN])

    fails = new Map()
    await expect
      .poll(
        () =>
          store.ping().then(
            () => 'sound',
            () => 'broken',
          ),
        PATIENTLY,
      )
      .toBe('sound')
    expect(messages()).toEqual([BROKEN, REPAIRED])
    expect(await store.create(header)).toEqual({ createdAt: now })
    const again = acting(match, 1, { actionId: 'again' })
    expect(await store.commit(again)).toEqual({ status: 'committed', version: 2, at: now })
    const after = await store.load(match)
    expect(heard.entries(match)).toEqual(after!.entries.slice(1))

    void store.close()
    disk.cutPower()
    await open()
    expect(await store.load(match)).toEqual(after)
    expect(await store.findByCode(header.code)).toBe(header.id)
    expect(await store.chat(match, 'players')).toEqual([])
  })

  it('the clocks of the players stand still', async () => {
    const match = await aBegunMatch(store, { deadline: { after: 10_000 } })
    await store.heartbeat(0)
    fail()
    await expect(store.heartbeat(0)).rejects.toEqual(UNAVAILABLE)
    for (let seconds = 0; seconds < 60; seconds += 1) {
      now += 1000
      await expect(store.heartbeat(0)).rejects.toEqual(UNAVAILABLE)
      await expect(store.commit(acting(match, 1))).rejects.toEqual(UNAVAILABLE)
    }
    fails = new Map()
    await expect
      .poll(
        () =>
          store.ping().then(
            () => 'sound',
            () => 'broken',
          ),
        PATIENTLY,
      )
      .toBe('sound')
    expect(60_000).toBeGreaterThan(OUTAGE_MS)
    expect(await store.heartbeat(10)).toEqual([])
    const { entries } = (await store.load(match))!
    expect(entries.at(-1)).toEqual({ version: 2, at: now, body: { type: 'downtime', ms: 60_000 } })
  })
})

it('a journal that cannot be compacted stays in use', async () => {
  await store.close()
  disk = new Disk(seededRandom(4))
  const files = disk.mount(({ kind }) => (fails.has(kind) ? { fails: 'ENOSPC' } : 'done'))
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]) })
  const tuning = { compactionBytes: 2_000, maintainMs: 1 }
  const options = { dir: '/disk', retention: DEFAULT_RETENTION, clock: () => now, log, tuning }
  store = await openOnFiles(files, () => Promise.resolve(), options)
  const match = await aBegunMatch(store)
  // From now on the file of a new journal cannot be created.
  fails = new Map([['create', 'ENOSPC']])
  for (let version = 1; version < 100; version += 1) {
    expect(await store.commit(acting(match, version))).toMatchObject({ status: 'committed' })
  }
  expect(new Set(messages())).toEqual(new Set(['the journal could not be compacted']))
  expect(messages().length).toBeLessThan(10)
  await store.ping()
  fails = new Map()
  let version = 100
  while (!/ 00000000 s /.test(disk.read('journal').toString('latin1'))) {
    expect(await store.commit(acting(match, (version += 1) - 1))).toMatchObject({ status: 'committed' })
  }
  expect((await store.load(match))!.entries).toHaveLength(version)
})
