import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoreClock } from '../../src/live/redis/store-clock.ts'

const NOW = 1_700_000_000_000

describe('the store\'s time as a node knows it', () => {
  let clock: StoreClock
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    clock = new StoreClock()
  })
  afterEach(() => void vi.useRealTimers())

  /** An answer that the store gave when its clock was ahead by so much (ms), and what it took to get there and back. */
  const answer = (ahead: number, there: number, back: number): void => {
    const asked = Date.now()
    vi.setSystemTime(asked + there + back)
    clock.learn(asked + there + ahead, asked, Date.now())
  }
  const isAhead = (): number => clock.now() - Date.now()

  it('is its own until the store has answered', () => {
    expect(clock.now()).toBe(NOW)
  })

  it('is what the store told, and goes on by itself', () => {
    answer(5000, 2, 2)
    expect(isAhead()).toBe(5000)
    vi.setSystemTime(NOW + 60_000)
    expect(clock.now()).toBe(NOW + 65_000)
  })

  it('does not jump with an answer that takes long on one of its ways', () => {
    answer(5000, 2, 2)
    for (const [there, back] of [[2000, 1], [1, 2000], [300, 0]] as const) {
      answer(5000, there, back)
      expect(isAhead()).toBe(5000)
    }
  })

  it('gets better with a quicker answer', () => {
    answer(5000, 800, 0)
    expect(isAhead()).toBe(5400)
    answer(5000, 1, 1)
    expect(isAhead()).toBe(5000)
  })

  it('follows clocks that drift apart', () => {
    answer(5000, 0, 0)
    for (let drift = 0; drift <= 3; drift += 1) for (let times = 0; times < 20; times += 1) answer(5000 + drift, 1, 1)
    expect(isAhead()).toBe(5003)
  })

  it('follows at once when one of the clocks is set', () => {
    answer(5000, 0, 0)
    answer(-3_600_000, 20, 20)
    expect(isAhead()).toBe(-3_600_000)
    vi.setSystemTime(NOW + 7_200_000)
    answer(0, 3, 3)
    expect(isAhead()).toBe(0)
  })
})
