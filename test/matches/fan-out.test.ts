import { describe, expect, it } from 'vitest'
import { FanOut } from '../../src/matches/replica/fan-out.ts'

class Member {
  readonly received: number[] = []
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a fan-out', () => {
  it('notifies its members of everything in order, each from when they were added until they are deleted', async () => {
    const fanOut = new FanOut<Member>()
    const early = Array.from({ length: 120 }, () => new Member())
    for (const member of early) fanOut.add(member)
    fanOut.notify((member) => member.received.push(1))
    const late = new Member()
    fanOut.add(late)
    fanOut.notify((member) => member.received.push(2))
    fanOut.delete(early[119]!)
    await expect.poll(() => early[118]!.received).toEqual([1, 2])
    fanOut.notify((member) => member.received.push(3))
    await expect.poll(() => early[118]!.received).toEqual([1, 2, 3])
    expect(early.slice(0, 119).every(({ received }) => received.join() === '1,2,3')).toBe(true)
    expect(early[119]!.received).toEqual([])
    expect(late.received).toEqual([2, 3])
  })

  it('gives other work its turn in between', async () => {
    const fanOut = new FanOut<Member>()
    const members = Array.from({ length: 1000 }, () => new Member())
    for (const member of members) fanOut.add(member)
    fanOut.notify((member) => member.received.push(1))
    const notified = (): number => members.filter(({ received }) => received.length > 0).length
    expect(notified()).toBe(0)
    await nextTurn()
    expect(notified()).toBeLessThan(200)
    await expect.poll(notified).toBe(1000)
  })
})
