import { describe, expect, it } from 'vitest'
import type { Rank } from '../../src/limits/index.ts'
import { Places } from '../../src/limits/index.ts'
import { codeOf } from '../support/match.ts'

const LIMITS = { perOwner: 3, inAll: 5 }

describe('places', () => {
  it('are each for one piece of work at a time, the one given back last first', async () => {
    const places = new Places(['a', 'b'], LIMITS)
    const [first, second] = [await places.take({ owner: 'ada' }), await places.take({ owner: 'ada' })]
    expect([first.place, second.place]).toEqual(['a', 'b'])
    const third = places.take({ owner: 'ada' })
    expect(places.waiting).toBe(1)
    second.release()
    second.release()
    expect((await third).place).toBe('b')
    first.release()
    expect((await places.take({ owner: 'bo' })).place).toBe('a')
    expect(places.waiting).toBe(0)
  })

  it('are idle while nothing is in any of them', async () => {
    const places = new Places(['a', 'b'], LIMITS)
    expect(places.isIdle).toBe(true)
    const { release } = await places.take({ owner: 'ada', rank: 'spare' })
    expect([places.isIdle, places.taken]).toEqual([false, 1])
    release()
    expect([places.isIdle, places.taken]).toEqual([true, 0])
  })

  it('go to owners in turn, and to spare work when nothing else waits', async () => {
    const places = new Places([0], { perOwner: 10, inAll: 20 })
    const order: string[] = []
    const work = (owner: string, rank?: Rank): Promise<void> =>
      places.run({ owner, rank }, async () => void order.push(rank ? `${owner}, ${rank}` : owner))
    const { release } = await places.take({ owner: 'ada' })
    const all = [work('cleo', 'spare'), work('ada'), work('ada'), work('bo'), work('ada', 'spare')]
    release()
    await Promise.all(all)
    // Ada has had the first turn.
    expect(order).toEqual(['bo', 'ada', 'ada', 'cleo, spare', 'ada, spare'])
  })

  it('go to what is first every second time, whoever else waits', async () => {
    const places = new Places([0], { perOwner: 10, inAll: 20 })
    const order: string[] = []
    const work = (owner: string, rank?: Rank): Promise<void> =>
      places.run({ owner, rank }, async () => void order.push(owner))
    const { release } = await places.take({ owner: 'ada' })
    const all = ['a', 'b', 'c'].map((owner) => work(owner))
    for (const owner of ['known', 'known', 'other', 'known']) all.push(work(owner, 'first'))
    release()
    await Promise.all(all)
    expect(order).toEqual(['known', 'a', 'other', 'b', 'known', 'c', 'known'])
  })

  it('forget what owners have had when nothing is in progress', async () => {
    const places = new Places([0], { perOwner: 10, inAll: 20 })
    const order: string[] = []
    const work = (owner: string): Promise<void> => places.run({ owner }, async () => void order.push(owner))
    await work('ada')
    await work('ada')
    const { release } = await places.take({ owner: 'cleo' })
    const all = [work('ada'), work('bo')]
    release()
    await Promise.all(all)
    expect(order).toEqual(['ada', 'ada', 'ada', 'bo'])
  })

  it('are not waited for by too much of one owner, and of all', async () => {
    const places = new Places([0], LIMITS)
    const { release } = await places.take({ owner: 'ada' })
    const waits = (owner: string): Promise<string> => codeOf(places.take({ owner }))
    const waiting = ['ada', 'ada', 'ada'].map(waits)
    expect(await waits('ada')).toBe('busy')
    waiting.push(waits('bo'), waits('bo'))
    expect(await waits('cleo')).toBe('busy')
    places.close()
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 5 }, () => 'draining'))
    expect(await waits('cleo')).toBe('draining')
    release()
  })

  it('are free again after work that fails, and are not taken by a wish that was withdrawn', async () => {
    const places = new Places([0], LIMITS)
    await expect(places.run({ owner: 'ada' }, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    const { release } = await places.take({ owner: 'ada' })
    const controller = new AbortController()
    const withdrawn = places.take({ owner: 'bo', signal: controller.signal })
    controller.abort(new Error('withdrawn'))
    await expect(withdrawn).rejects.toThrow('withdrawn')
    await expect(places.take({ owner: 'bo', signal: controller.signal })).rejects.toThrow('withdrawn')
    release()
    expect((await places.take({ owner: 'cleo' })).place).toBe(0)
  })
})
