import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { openOnFiles } from '../../../src/live/embedded/store.ts'
import type { LiveStore } from '../../../src/live/index.ts'
import { DEFAULT_RETENTION } from '../../../src/live/index.ts'
import { repeats } from '../../support/drawn.ts'
import { seededRandom } from '../../support/random.ts'
import { aBegunMatch, acting, joining, newHeader } from '../contract/harness.ts'
import { Checker } from './checker.ts'
import { Disk } from './disk.ts'
import { StoreProcess } from './store-process.ts'

const NOW = 1_700_000_000_000
const ADA = { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }
const LIST = 'journal.versions'

/** The files of a folder. */
type Folder = Record<string, Buffer>

const folderOf = (disk: Disk): Folder => Object.fromEntries(disk.files.map((name) => [name, disk.read(name)]))

function diskOf(folder: Folder): Disk {
  const disk = new Disk(seededRandom(1))
  for (const [name, content] of Object.entries(folder)) disk.put(name, content)
  return disk
}

/** Opens a folder, and uses its store. Or why it is refused, and what was logged. */
async function opened(
  folder: Folder,
  use: (store: LiveStore) => Promise<void> = () => Promise.resolve(),
): Promise<{ refused: string | null; logged: string[]; folder: Folder }> {
  const disk = diskOf(folder)
  const logged: string[] = []
  const log = pino(
    {},
    {
      write: (line: string) => {
        const { level, msg } = JSON.parse(line) as { level: number; msg: string }
        logged.push(`${level} ${msg}`)
      },
    },
  )
  const tuning = { compactionBytes: 100_000, maintainMs: 1_000_000 }
  const options = { dir: '/disk', retention: DEFAULT_RETENTION, clock: () => NOW, log, tuning }
  try {
    const store = await openOnFiles(disk.mount(), () => Promise.resolve(), options)
    try {
      await use(store)
    } finally {
      await store.close()
    }
    return { refused: null, logged, folder: folderOf(disk) }
  } catch (error) {
    return { refused: (error as Error).message, logged, folder: folderOf(disk) }
  }
}

/** A folder in which players played until its process was closed, or killed in some operation. */
async function played(
  seed: number,
  compactionBytes: number,
  ends: number | null,
  steps = 12,
): Promise<{ folder: Folder; checker: Checker }> {
  const random = seededRandom(seed)
  const disk = new Disk(random)
  const checker = new Checker()
  let now = NOW
  let operations = 0
  const process = new StoreProcess({
    disk,
    checker,
    random,
    compactionBytes,
    clock: () => (now += Math.floor(random() * 20)),
    outcomeOf: () => ((operations += 1) === ends ? { ends: true, share: random() } : 'done'),
  })
  if (await process.play(4, steps)) await process.do((store) => store.close())
  process.end()
  disk.kill()
  return { folder: folderOf(disk), checker }
}

/** A folder of which a file is cut has everything acknowledged, or is refused and stays as it is. */
async function expectNoticed({ folder, checker }: Awaited<ReturnType<typeof played>>, cut: Folder): Promise<boolean> {
  const { refused, folder: after } = await opened(cut, (store) => checker.copy().check(store))
  if (refused === null) return false
  expect(refused).toMatch(/^\/disk\/journal (was cut, or is an older copy: it lacks .+\.|is damaged at byte \d+:)/)
  expect(isDeepStrictEqual(after, cut)).toBe(true)
  expect(cut['journal']!.length).toBeLessThan(folder['journal']!.length)
  return true
}

const cutAt = (folder: Folder, name: string, length: number): Folder => ({
  ...folder,
  [name]: folder[name]!.subarray(0, length),
})

describe('a folder of which a file was cut', () => {
  it('at any byte has everything that was acknowledged, or is refused', async () => {
    const whole = await played(5, 1_500, null, 3)
    expect(Object.keys(whole.folder).sort()).toEqual(['journal', LIST])
    for (const [name, { length }] of Object.entries(whole.folder)) {
      let refused = 0
      for (let bytes = 0; bytes < length; bytes += 1) {
        if (await expectNoticed(whole, cutAt(whole.folder, name, bytes))) refused += 1
      }
      // The list alone proves nothing. Every byte of this journal belongs to something acknowledged.
      expect(refused).toBe(name === LIST ? 0 : length)
    }
  })

  it('has it or is refused, whatever was played, and wherever the process was killed before', async () => {
    const compaction = fc.constantFrom(1_500, 100_000)
    const ends = fc.option(fc.integer({ min: 30, max: 500 }))
    const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.integer(), compaction, ends, places, async (seed, compactionBytes, end, at) => {
        const whole = await played(seed, compactionBytes, end)
        for (const place of at) {
          for (const [name, { length }] of Object.entries(whole.folder)) {
            await expectNoticed(whole, cutAt(whole.folder, name, Math.floor(place * length)))
          }
        }
      }),
      { numRuns: repeats(60) },
    )
  })
})

/** A folder with a match of so many versions, made a change at a time. */
async function grown(folder: Folder, ...changes: ((store: LiveStore) => Promise<unknown>)[]): Promise<Folder[]> {
  const folders: Folder[] = []
  for (const change of changes) {
    const { refused, folder: after } = await opened(
      folders.at(-1) ?? folder,
      async (store) => void (await change(store)),
    )
    expect(refused).toBeNull()
    folders.push(after)
  }
  return folders
}

const HOW_TO_GO_ON =
  'Put back a copy of the whole folder that was made while the server was stopped, ' +
  'or, to give up what is missing, remove /disk/journal.versions'

describe('a folder whose journal lacks what its list of versions has', () => {
  let match: string
  const begin = async (store: LiveStore): Promise<void> => {
    match = await aBegunMatch(store)
    await store.commit(acting(match, 1))
  }
  const move = (version: number) => (store: LiveStore) => store.commit(acting(match, version))

  it('is refused: the error names each match, the version that is there, and the version that was', async () => {
    const other = newHeader()
    const [begun, ended] = await grown({}, begin, async (store) => {
      for (const version of [2, 3, 4]) await move(version)(store)
      await store.create(other)
    })
    const cut = { journal: begun!['journal']!, [LIST]: ended![LIST]! }
    expect((await opened(cut)).refused).toBe(
      '/disk/journal was cut, or is an older copy: it lacks at least 4 of its batches of acknowledged changes. ' +
        `Matches: ${match} has version 2 of 5, ${other.id} is missing, and had version 0. ${HOW_TO_GO_ON}`,
    )
    // The torn beginning of a batch proves nothing, and changes nothing.
    const torn = { ...cut, journal: ended!['journal']!.subarray(0, begun!['journal']!.length + 100) }
    const { refused, folder, logged } = await opened(torn)
    expect(refused).toContain(`${match} has version 2 of 5`)
    expect([folder, logged]).toEqual([torn, []])

    // Whoever removes the list gives up what is missing.
    const { logged: said } = await opened({ journal: torn.journal }, async (store) => {
      expect((await store.load(match))!.entries).toHaveLength(2)
      expect(await store.commit(acting(match, 2))).toMatchObject({ status: 'committed' })
    })
    expect(said).toEqual([expect.stringMatching(/^40 the journal ends with .* could not be checked: there is no list/)])
  })

  it('is refused also if only lines are missing', async () => {
    const [begun, ended] = await grown({}, begin, (store) => store.say(match, 'players', { from: ADA, text: 'Salve' }))
    const { refused } = await opened({ ...ended, journal: begun!['journal']! })
    expect(refused).toContain(
      'at least 1 of its batches of acknowledged changes. Matches: No entry of a match is among them.',
    )
  })

  it('is refused also if the list is of a later journal', async () => {
    const [begun, later] = await grown({}, begin, move(2))
    const expiring = newHeader()
    const { folder: journal } = await opened(begun!, async (store) => void (await store.create(expiring)))
    // As after a compaction: another journal, with another salt.
    const { folder: list } = await opened({}, async (store) => {
      await store.create(newHeader({ id: match }))
      await store.commit(joining(match))
      await move(1)(store)
      await move(2)(store)
    })
    const { refused } = await opened({ journal: journal['journal']!, [LIST]: list[LIST]! })
    expect(refused).toContain(`it lacks acknowledged changes. Matches: ${match} has version 2 of 3. ${HOW_TO_GO_ON}`)
    // An earlier list, or one without what has come since, proves nothing.
    expect((await opened({ journal: later!['journal']!, [LIST]: list[LIST]! })).refused).toBeNull()
  })

  it('is refused also if there is no journal, and names a bounded number of matches', async () => {
    const [folder] = await grown({}, async (store) => {
      for (let n = 0; n < 25; n += 1) await store.create(newHeader())
    })
    const { refused } = await opened({ [LIST]: folder![LIST]! })
    expect(refused).toMatch(/^\/disk\/journal is gone: it lacks acknowledged changes\. /)
    expect(refused).toMatch(/, and 5 more\. Put back/)
    expect(refused!.match(/is missing, and had version 0/g)).toHaveLength(20)
  })

  it('is opened if the list is empty, torn, or missing', async () => {
    const [begun] = await grown({}, begin)
    for (const list of [Buffer.alloc(0), Buffer.alloc(500), begun![LIST]!.subarray(0, -3)]) {
      expect(await opened({ ...begun, [LIST]: list })).toMatchObject({ refused: null, logged: [] })
    }
    expect(await opened({ journal: begun!['journal']! })).toMatchObject({ refused: null, logged: [] })
  })
})
