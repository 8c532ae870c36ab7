import { beforeEach, describe, expect, it } from 'vitest'
import { InHand } from '../../src/time/index.ts'

describe('what is in hand', () => {
  /** What was begun, in order, and how each of it ends. */
  let begun: { item: string; end: (error?: Error) => void }[]
  let failures: string[]
  let inHand: InHand<string>
  beforeEach(() => {
    begun = []
    failures = []
    inHand = new InHand({
      work: (item) =>
        new Promise((resolve, reject) => begun.push({ item, end: (error) => (error ? reject(error) : resolve()) })),
      failed: (error, item) => failures.push(`${item}: ${(error as Error).message}`),
    })
  })
  const items = (): string[] => begun.map(({ item }) => item)

  it('is worked on at the same time, until each of it has ended', async () => {
    const [one, other] = [inHand.begin('one'), inHand.begin('other')]
    expect([items(), inHand.items(), inHand.size]).toEqual([['one', 'other'], ['one', 'other'], 2])
    begun[0]!.end()
    await one
    expect([inHand.has('one'), inHand.has('other'), inHand.size]).toEqual([false, true, 1])
    begun[1]!.end()
    await other
    void inHand.begin('one')
    expect([items(), inHand.items()]).toEqual([['one', 'other', 'one'], ['one']])
  })

  it('is worked on once more, however often it is begun meanwhile', async () => {
    const ended = inHand.begin('one')
    for (let time = 0; time < 3; time += 1) void inHand.begin('one')
    expect(items()).toEqual(['one'])
    begun[0]!.end()
    await expect.poll(items).toEqual(['one', 'one'])
    begun[1]!.end()
    await ended
    expect([items(), inHand.size]).toEqual([['one', 'one'], 0])
  })

  it('is reported and given up if the work fails', async () => {
    const ended = inHand.begin('one')
    void inHand.begin('one')
    begun[0]!.end(new Error('no'))
    await ended
    expect([items(), inHand.size, failures]).toEqual([['one'], 0, ['one: no']])
  })

  it('is waited for at the end: what has begun ends, and nothing begins', async () => {
    void inHand.begin('one')
    void inHand.begin('other')
    let isClosed = false
    const closed = inHand.close().then(() => (isClosed = true))
    await inHand.begin('late')
    void inHand.begin('one')
    begun[0]!.end()
    await expect.poll(() => inHand.items()).toEqual(['other'])
    expect(isClosed).toBe(false)
    begun[1]!.end(new Error('no'))
    await closed
    expect([items(), failures]).toEqual([['one', 'other'], ['other: no']])
  })
})
