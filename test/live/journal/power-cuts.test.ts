import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { Journal } from '../../../src/live/embedded/journal/journal.ts'
import { repeats } from '../../support/drawn.ts'
import { seededRandom } from '../../support/random.ts'
import { Checker } from './checker.ts'
import type { Operation, Outcome } from './disk.ts'
import { Disk } from './disk.ts'
import { StoreProcess } from './store-process.ts'

const NOW = 1_700_000_000_000
/** So small that the journal is compacted often. */
const COMPACTION_BYTES = 1_500

/** A host's clock that is set back or forward by an hour now and then. */
function restlessClock(random: () => number): () => number {
  let now = NOW
  return () => {
    const chance = random()
    if (chance < 0.3) now += Math.floor(random() * 20)
    else if (chance < 0.31) now += (random() < 0.5 ? -1 : 1) * 3_600_000
    return now
  }
}

/** What happens to one process. */
interface Plan {
  /** The number of the disk operation during which it ends. */
  ends: number
  /** How many players use the store at once. 0: it is only read. */
  players: number
  /** The probability that an operation begins to fail, and on which file. */
  fails: number
  failing: 'journal' | 'journal.new' | 'any'
  power: 'kept' | 'cut'
}

const PLAN: Plan = { ends: Infinity, players: 4, fails: 0, failing: 'any', power: 'cut' }

function outcomesBy({ ends, fails, failing: where }: Plan, random: () => number): (operation: Operation) => Outcome {
  let count = 0
  /** How many more operations fail. */
  let failing = 0
  return ({ kind, file }) => {
    count += 1
    if (count >= ends) return { ends: true, share: random() }
    // Opening the store succeeds: otherwise there is nothing to check.
    if (kind === 'read' || count < 30) return 'done'
    if (failing === 0 && random() < fails) failing = 1 + Math.floor(random() * 5)
    if (failing === 0 || (where !== 'any' && file !== where)) return 'done'
    failing -= 1
    return { fails: kind === 'write' ? 'ENOSPC' : 'EIO', share: random() }
  }
}

/** Runs processes one after the other on one disk. Each begins with a check of the statements of all before. */
async function survive(seed: number, plans: readonly Plan[]): Promise<void> {
  const random = seededRandom(seed)
  const checker = new Checker()
  const disk = new Disk(random)
  const clock = restlessClock(random)
  const complaints: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void complaints.push(line) })
  for (const plan of [...plans, { ...PLAN, players: 0 }]) {
    const outcomeOf = outcomesBy(plan, random)
    const store = new StoreProcess({ disk, checker, random, clock, compactionBytes: COMPACTION_BYTES, outcomeOf, log })
    const wentOn = (await store.check()) && (await store.play(plan.players, 12)) && (await store.check())
    expect(wentOn || plan.ends < Infinity).toBe(true)
    store.end()
    if (plan.power === 'cut') disk.cutPower()
    else disk.kill()
  }
  // A kill and a power cut are nothing to worry about.
  if (plans.every(({ fails }) => fails === 0)) expect(complaints).toEqual([])
  expect(disk.files.filter((name) => !name.startsWith('journal'))).toEqual([])
}

const ends = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 8, max: 30 }))
const players = fc.constantFrom(4, 4, 0)
const power = fc.constantFrom('kept' as const, 'cut' as const)

describe('a journal', () => {
  it('has everything acknowledged and nothing else after any kill and any power cut', async () => {
    const plan = fc.record({ ends, players, power }).map((fields) => ({ ...PLAN, ...fields }))
    await fc.assert(fc.asyncProperty(fc.integer(), fc.array(plan, { minLength: 1, maxLength: 6 }), survive), {
      numRuns: repeats(150),
    })
  })

  it('has it also on a disk that is full or fails now and then', async () => {
    const fails = fc.constantFrom(0.01, 0.03, 0.1)
    const failing = fc.constantFrom('journal' as const, 'journal.new' as const, 'any' as const)
    const plan = fc.record({ ends, fails, failing, power }).map((fields) => ({ ...PLAN, ...fields }))
    await fc.assert(fc.asyncProperty(fc.integer(), fc.array(plan, { minLength: 1, maxLength: 5 }), survive), {
      numRuns: repeats(150),
    })
  })

  it('has it also after a kill or power cut at every step of its creation and of compactions', async () => {
    for (let step = 1; step <= 150; step += 1) {
      for (const power of ['kept', 'cut'] as const) {
        await survive(step, [
          { ...PLAN, ends: step, power },
          { ...PLAN, ends: 40 },
        ])
      }
    }
  })

  it('has it also if the disk keeps what a failed repair has cut off', async () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const disk = new Disk(seededRandom(seed))
      let failing: Operation['kind'] | null = null
      const outcomeOf = ({ kind }: Operation): Outcome => (kind === failing ? { fails: 'EIO', share: 0.9 } : 'done')
      const open = async (): Promise<{ journal: Journal; payloads: string[] }> => {
        const payloads: string[] = []
        const options = { files: disk.mount(outcomeOf), folder: '/disk', compactionBytes: Infinity, log: undefined }
        const journal = await Journal.open(options, (payload) => payloads.push(payload.trimEnd()))
        return { journal, payloads }
      }
      const nothing = (): string[] => []

      const { journal } = await open()
      await journal.append('["first"]', nothing)
      failing = 'write'
      await expect(journal.append(JSON.stringify(['lost'.repeat(500)]), nothing)).rejects.toThrow('EIO')
      failing = 'sync'
      await expect(journal.repair(nothing)).rejects.toThrow('EIO')
      failing = null
      disk.kill()
      // The process after it reads what was cut off as cut off, whatever the disk has.
      await (await open()).journal.append('["second"]', nothing)
      disk.cutPower()
      expect((await open()).payloads).toEqual(['[]', '["first"]', '["second"]'])
    }
  })
})
