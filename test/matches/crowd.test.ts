import { describe, expect, it } from 'vitest'
import { Crowd } from '../../src/matches/crowd.ts'

class Member {
  readonly heard: number[] = []
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a crowd', () => {
  it('hears of everything in order, each member from when he came until he leaves', async () => {
    const crowd = new Crowd<Member>()
    const early = Array.from({ length: 120 }, () => new Member())
    for (const member of early) crowd.add(member)
    crowd.tell((member) => member.heard.push(1))
    const late = new Member()
    crowd.add(late)
    crowd.tell((member) => member.heard.push(2))
    crowd.delete(early[119]!)
    await expect.poll(() => early[118]!.heard).toEqual([1, 2])
    crowd.tell((member) => member.heard.push(3))
    await expect.poll(() => early[118]!.heard).toEqual([1, 2, 3])
    expect(early.slice(0, 119).every(({ heard }) => heard.join() === '1,2,3')).toBe(true)
    expect(early[119]!.heard).toEqual([])
    expect(late.heard).toEqual([2, 3])
  })

  it('lets others have their turn in between', async () => {
    const crowd = new Crowd<Member>()
    const members = Array.from({ length: 1000 }, () => new Member())
    for (const member of members) crowd.add(member)
    crowd.tell((member) => member.heard.push(1))
    const told = (): number => members.filter(({ heard }) => heard.length > 0).length
    expect(told()).toBe(0)
    await soon()
    const first = told()
    expect(first).toBeLessThan(200)
    await expect.poll(told).toBe(1000)
  })
})
