import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { WorkQueue } from '../../src/limits/index.ts'

const ROOMY = { perOwner: 1_000, perAddress: 10_000, inAll: 10_000 }

describe('a work queue', () => {
  it('gives each owner a turn: a player with one command does not wait for the thousand of another', async () => {
    const queue = new WorkQueue(ROOMY)
    const done: string[] = []
    const work = (owner: string): Promise<void> => queue.run(owner, async () => void done.push(owner))
    const many = Array.from({ length: 1_000 }, () => work('many'))
    await work('one')
    expect(done.indexOf('one')).toBeLessThanOrEqual(2)
    await Promise.all(many)
    expect(done).toHaveLength(1_001)
  })

  it('keeps the order of each owner', async () => {
    const queue = new WorkQueue(ROOMY)
    const done = new Map<string, number[]>([
      ['a', []],
      ['b', []],
    ])
    const all = Array.from({ length: 200 }, (_, number) => {
      const owner = number % 3 ? 'a' : 'b'
      return queue.run(owner, async () => void done.get(owner)!.push(number))
    })
    await Promise.all(all)
    for (const numbers of done.values()) expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
  })

  it('gives everything else in the process its turn in between', async () => {
    const queue = new WorkQueue(ROOMY)
    const steps = await turnsOf(queue, 500, () => undefined)
    expect(Math.max(...steps)).toBeLessThanOrEqual(64)
    expect(steps.length).toBeGreaterThan(500 / 64)
  })

  it('begins the least in one tick if the work takes long, however quick it was before', async () => {
    const queue = new WorkQueue(ROOMY)
    await turnsOf(queue, 500, () => undefined)
    const steps = await turnsOf(queue, 500, () => spin(2))
    // The length of a tick follows what work took lately.
    expect(Math.max(...steps.slice(20))).toBeLessThanOrEqual(8)
  })

  it('refuses what is too much for one owner, and for all, as busy, and says when to try again', async () => {
    const queue = new WorkQueue({ perOwner: 3, perAddress: 5, inAll: 5 })
    const finish: (() => void)[] = []
    const hold = (owner: string): Promise<void> =>
      queue.run(owner, () => new Promise<void>((resolve) => finish.push(resolve)))
    const held = [hold('a'), hold('a'), hold('a')]
    await expect(hold('a')).rejects.toMatchObject({
      code: 'busy',
      details: { retryAfterMs: expect.any(Number) as number },
    })
    held.push(hold('b'), hold('c'))
    for (const owner of ['b', 'd']) await expect(hold(owner)).rejects.toMatchObject({ code: 'busy' })
    while (finish.length < 5) await nextTurn()
    finish[0]!()
    await held[0]
    const next = hold('a')
    while (finish.length < 6) await nextTurn()
    for (const end of finish) end()
    await Promise.all([...held, next])
  })

  it('has room again after work that failed', async () => {
    const queue = new WorkQueue({ perOwner: 1, perAddress: 1, inAll: 1 })
    for (let times = 0; times < 3; times += 1) {
      await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    }
    expect(await queue.run('a', () => Promise.resolve(1))).toBe(1)
  })

  it('admits more at once of an address, behind which there may be many players, than of one player', async () => {
    const queue = new WorkQueue({ perOwner: 1, perAddress: 3, inAll: 10 })
    const turns = await Promise.allSettled([1, 2, 3, 4].map(() => queue.turnOfAddress('192.0.2.1')))
    expect(turns.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  })
})

/** Does so much work, all at once. Returns how much of it was done in each tick of the event loop. */
async function turnsOf(queue: WorkQueue, pieces: number, work: () => void): Promise<number[]> {
  let done = 0
  const all = Array.from({ length: pieces }, () =>
    queue.run('player', async () => {
      work()
      done += 1
    }),
  )
  const seen: number[] = []
  while (done < pieces) {
    seen.push(done)
    await nextTurn()
  }
  await Promise.all(all)
  return seen.map((count, index) => count - (seen[index - 1] ?? 0))
}

/** Keeps the process busy (ms). */
function spin(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
