import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MOST_IN_SLICE, Rounds } from '../../src/time/index.ts'

const EVERY_MS = 15_000

describe('rounds', () => {
  let items: Set<number>
  let slices: (readonly number[])[]
  let rounds: Rounds<number>
  beforeEach(() => {
    vi.useFakeTimers()
    items = new Set()
    slices = []
    rounds = new Rounds({ items: () => items, visit: (slice) => void slices.push(slice), everyMs: EVERY_MS })
  })
  afterEach(() => {
    rounds.stop()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  const add = (count: number): void => {
    for (let item = 0; item < count; item += 1) items.add(item)
  }
  /** The slices of the next round. */
  const nextRound = (): (readonly number[])[] => {
    slices = []
    vi.advanceTimersByTime(EVERY_MS)
    return slices
  }

  it.each([0, 1, MOST_IN_SLICE, MOST_IN_SLICE + 1, 25 * MOST_IN_SLICE + 7])(
    'visit each of %i items once, in as few slices as there can be',
    (count) => {
      add(count)
      vi.advanceTimersByTime(EVERY_MS - 1)
      expect(slices).toEqual([])
      for (let round = 0; round < 3; round += 1) {
        const visited = nextRound()
        expect(visited.flat()).toEqual([...items])
        expect(visited).toHaveLength(Math.ceil(count / MOST_IN_SLICE))
        for (const slice of visited) expect(slice.length).toBeLessThanOrEqual(MOST_IN_SLICE)
      }
    },
  )

  it('visit one slice at a time, spread over the whole round', () => {
    add(10 * MOST_IN_SLICE)
    vi.advanceTimersByTime(EVERY_MS - 1)
    for (let tenth = 1; tenth <= 20; tenth += 1) {
      vi.advanceTimersByTime(EVERY_MS / 10)
      expect(slices).toHaveLength(tenth)
    }
  })

  it('visit from the next round on what was added, and no longer what was removed', () => {
    add(3)
    vi.advanceTimersByTime(EVERY_MS - 1)
    nextRound()
    items.add(9)
    items.delete(1)
    expect(nextRound().flat()).toEqual([0, 2, 9])
  })

  it('make up for one round at most, however long the process slept', () => {
    add(1)
    vi.advanceTimersByTime(EVERY_MS)
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 100 * EVERY_MS)
    const visits = nextRound().length + nextRound().length + nextRound().length
    expect(visits).toBeGreaterThanOrEqual(3)
    expect(visits).toBeLessThanOrEqual(5)
  })

  it('end when they are stopped', () => {
    add(2 * MOST_IN_SLICE)
    vi.advanceTimersByTime(EVERY_MS)
    rounds.stop()
    expect(nextRound()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
