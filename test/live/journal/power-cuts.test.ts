import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../support/random.ts'
import { Disk } from './disk.ts'
import type { Fate, Operation } from './disk.ts'
import { Life } from './life.ts'
import { Witness } from './witness.ts'

const NOW = 1_700_000_000_000
/** So small that the journal is compacted all the time. */
const COMPACTION_BYTES = 1_500

/** A host's clock that goes on now and then, and is set back or forth by an hour once in a while. */
function restlessClock(random: () => number): () => number {
  let now = NOW
  return () => {
    const chance = random()
    if (chance < 0.3) now += Math.floor(random() * 20)
    else if (chance < 0.31) now += (random() < 0.5 ? -1 : 1) * 3_600_000
    return now
  }
}

/** One life of a process. */
interface Plan {
  /** The operation on the disk in which it ends. */
  ends: number
  /** How many use the store at once; 0: it is only read. */
  players: number
  /** How likely each operation fails, on which file. */
  fails: number
  failing: 'journal' | 'journal.new' | 'any'
  power: 'kept' | 'cut'
}

const PLAN: Plan = { ends: Infinity, players: 4, fails: 0, failing: 'any', power: 'cut' }

function fateBy({ ends, fails, failing: where }: Plan, random: () => number): (operation: Operation) => Fate {
  let count = 0
  /** A disk that fails does so for some time. */
  let failing = 0
  return ({ kind, file }) => {
    count += 1
    if (count >= ends) return { ends: true, share: random() }
    // A store that can't be opened says nothing.
    if (kind === 'read' || count < 30) return 'done'
    if (failing === 0 && random() < fails) failing = 1 + Math.floor(random() * 5)
    if (failing === 0 || (where !== 'any' && file !== where)) return 'done'
    failing -= 1
    return { fails: kind === 'write' ? 'ENOSPC' : 'EIO', share: random() }
  }
}

/** Lives one after the other on one disk: each begins with the check that what any of them has said still holds. */
async function survive(seed: number, plans: readonly Plan[]): Promise<void> {
  const random = seededRandom(seed)
  const witness = new Witness()
  const disk = new Disk(random)
  const clock = restlessClock(random)
  for (const plan of [...plans, { ...PLAN, players: 0 }]) {
    const life = new Life({ disk, witness, random, clock, compactionBytes: COMPACTION_BYTES, fate: fateBy(plan, random) })
    const wentOn = (await life.check()) && (await life.play(plan.players, 12)) && (await life.check())
    expect(wentOn || plan.ends < Infinity).toBe(true)
    life.end()
    if (plan.power === 'cut') disk.cutPower()
    else disk.kill()
  }
  expect(disk.files.filter((name) => !name.startsWith('journal'))).toEqual([])
}

const ends = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 8, max: 30 }))
const players = fc.constantFrom(4, 4, 0)
const power = fc.constantFrom('kept' as const, 'cut' as const)

describe('a journal', () => {
  it('keeps what was said, and invents nothing, whenever the process or the power ends', async () => {
    const plan = fc.record({ ends, players, power }).map((fields) => ({ ...PLAN, ...fields }))
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.array(plan, { minLength: 1, maxLength: 6 }), survive),
      { numRuns: 150 },
    )
  })

  it('does so on a disk that is full or fails now and then', async () => {
    const fails = fc.constantFrom(0.01, 0.03, 0.1)
    const failing = fc.constantFrom('journal' as const, 'journal.new' as const, 'any' as const)
    const plan = fc.record({ ends, fails, failing, power }).map((fields) => ({ ...PLAN, ...fields }))
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.array(plan, { minLength: 1, maxLength: 5 }), survive),
      { numRuns: 150 },
    )
  })

  it('does so at every step of its making and of a compaction', async () => {
    for (let step = 1; step <= 150; step += 1) {
      for (const power of ['kept', 'cut'] as const) {
        await survive(step, [{ ...PLAN, ends: step, power }, { ...PLAN, ends: 40 }])
      }
    }
  })
})
