import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoreClock } from '../../src/live/redis/store-clock.ts'

const NOW = 1_700_000_000_000

describe("the store's time as a node knows it", () => {
  let clock: StoreClock
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'performance'] })
    clock = new StoreClock()
  })
  afterEach(() => void vi.useRealTimers())

  /** An answer that the store gave when its clock was ahead by so much (ms), and what it took to get there and back. */
  const answer = (ahead: number, there: number, back: number): void => {
    const asked = performance.now()
    vi.advanceTimersByTime(there + back)
    clock.learn(Date.now() - back + ahead, asked, performance.now())
  }
  const isAhead = (): number => clock.now() - Date.now()

  it('is its own until the store has answered', () => {
    expect(clock.now()).toBe(NOW)
  })

  it('is the time that the store reported, and goes on by itself', () => {
    answer(5000, 2, 2)
    expect(isAhead()).toBe(5000)
    vi.advanceTimersByTime(60_000)
    expect(isAhead()).toBe(5000)
  })

  it('does not jump with an answer that is slow in one direction', () => {
    answer(5000, 2, 2)
    for (const [there, back] of [
      [2000, 1],
      [1, 2000],
      [300, 0],
    ] as const) {
      answer(5000, there, back)
      expect(isAhead()).toBe(5000)
    }
  })

  it('becomes more exact with a quicker answer', () => {
    answer(5000, 0, 800)
    expect(isAhead()).toBe(4600)
    answer(5000, 1, 1)
    expect(isAhead()).toBe(5000)
  })

  it('does not go back after a more exact answer', () => {
    answer(5000, 800, 0)
    expect(isAhead()).toBe(5400)
    answer(5000, 1, 1)
    expect(isAhead()).toBe(5398)
    vi.advanceTimersByTime(398)
    expect(isAhead()).toBe(5000)
  })

  it('follows clocks that drift apart', () => {
    answer(5000, 0, 0)
    for (let drift = 0; drift <= 3; drift += 1) for (let times = 0; times < 20; times += 1) answer(5000 + drift, 1, 1)
    expect(isAhead()).toBe(5003)
  })

  it("follows at once when the store's clock is set to a later time", () => {
    answer(5000, 0, 0)
    answer(3_600_000, 20, 20)
    expect(isAhead()).toBe(3_600_000)
  })

  it("stands still when the store's clock is set back, until that has caught up", () => {
    answer(5000, 0, 0)
    const before = clock.now()
    answer(-60_000, 1, 1)
    expect(clock.now()).toBe(before)
    vi.advanceTimersByTime(64_000)
    expect(clock.now()).toBe(before)
    vi.advanceTimersByTime(2_000)
    expect(isAhead()).toBe(-60_000)
    expect(clock.now()).toBeGreaterThan(before)
  })

  it("does not depend on this node's clock once the store has answered", () => {
    answer(5000, 0, 0)
    vi.setSystemTime(NOW - 7_200_000)
    expect(clock.now()).toBe(NOW + 5000)
    vi.advanceTimersByTime(1000)
    expect(clock.now()).toBe(NOW + 6000)
  })
})
