import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Place } from '../../src/limits/turns.ts'
import { Turns } from '../../src/limits/turns.ts'

interface Work extends Place {
  name: string
}

const taken = (turns: Turns<Work>): string[] => {
  const names: string[] = []
  for (let next = turns.next(); next; next = turns.next()) names.push(next.name)
  return names
}

describe('whose turn it is', () => {
  it('goes round: what one has much of does not make another one wait', () => {
    const turns = new Turns<Work>()
    for (let each = 0; each < 3; each += 1) turns.add({ owner: 'many', name: `many ${each}` })
    turns.add({ owner: 'one', name: 'one' })
    expect(turns.size).toBe(4)
    expect(turns.owners).toBe(2)
    expect(taken(turns)).toEqual(['many 0', 'one', 'many 1', 'many 2'])
    expect(turns.size).toBe(0)
  })

  it('gives those who have waited together as much as each other, by weight, however much each has', () => {
    const owner = fc.record({ weights: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 60 }) })
    fc.assert(
      fc.property(fc.array(owner, { minLength: 2, maxLength: 6 }), (owners) => {
        const turns = new Turns<Work>()
        owners.forEach(({ weights }, each) => {
          for (const weight of weights) turns.add({ owner: `${each}`, name: `${each}`, weight })
        })
        const had = owners.map(() => 0)
        const left = owners.map(({ weights }) => weights.length)
        while (left.every((count) => count > 0)) {
          const { owner: name, weight } = turns.next()!
          had[Number(name)]! += weight!
          left[Number(name)]! -= 1
        }
        // Nobody can be further ahead than by the work that they were given last.
        expect(Math.max(...had) - Math.min(...had)).toBeLessThanOrEqual(9 + 9)
      }),
    )
  })

  it('is not earned by waiting for nothing, and not lost by coming back at once', () => {
    const turns = new Turns<Work>()
    for (let each = 0; each < 10; each += 1) turns.add({ owner: 'old', name: `old ${each}` })
    for (let each = 0; each < 5; each += 1) turns.next()
    for (let each = 0; each < 5; each += 1) turns.add({ owner: 'new', name: `new ${each}` })
    expect(taken(turns)).toEqual([
      'new 0',
      'old 5',
      'new 1',
      'old 6',
      'new 2',
      'old 7',
      'new 3',
      'old 8',
      'new 4',
      'old 9',
    ])

    const heavy = new Turns<Work>()
    for (let each = 0; each < 6; each += 1) heavy.add({ owner: 'light', name: 'light' })
    const order: string[] = []
    for (let each = 0; each < 6; each += 1) {
      // One who never has more than one piece of work waiting, but heavy ones.
      if (heavy.of('heavy') === 0) heavy.add({ owner: 'heavy', name: 'heavy', weight: 3 })
      order.push(heavy.next()!.name)
    }
    expect(order.filter((name) => name === 'heavy')).toHaveLength(2)
  })

  it('follows what is due among those who have had as much, and among what one owner has', () => {
    const turns = new Turns<Work>()
    turns.add({ owner: 'a', name: 'a late', dueAt: 9 })
    turns.add({ owner: 'b', name: 'b', dueAt: 5 })
    turns.add({ owner: 'a', name: 'a early', dueAt: 1 })
    expect(taken(turns)).toEqual(['a early', 'b', 'a late'])
  })

  it('goes to what suits, but not past whoever has had less', () => {
    const turns = new Turns<Work>()
    for (const owner of ['a', 'b']) for (const each of [0, 1]) turns.add({ owner, name: `${owner}${each}` })
    expect(turns.next(({ name }) => name === 'b1')!.name).toBe('b1')
    expect(turns.next(({ name }) => name === 'b0')!.name).toBe('a0')
    expect(taken(turns)).toEqual(['b0', 'a1'])
  })

  it('passes over what was withdrawn', () => {
    const turns = new Turns<Work>()
    const work = { owner: 'a', name: 'a' }
    turns.add(work)
    turns.add({ owner: 'b', name: 'b' })
    turns.remove(work)
    turns.remove(work)
    expect(turns.owners).toBe(1)
    expect(taken(turns)).toEqual(['b'])
  })
})
