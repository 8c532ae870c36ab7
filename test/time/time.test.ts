import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backoff, pause, within } from '../../src/time/index.ts'

describe('the pause after a failure', () => {
  it('doubles with each failure up to the longest, less a random part of at most a half', () => {
    const longest = [100, 200, 400, 800, 1000, 1000]
    for (const [index, most] of longest.entries()) {
      for (let times = 0; times < 50; times += 1) {
        const ms = backoff(index + 1, { first: 100, longest: 1000 })
        expect(ms).toBeGreaterThanOrEqual(most / 2)
        expect(ms).toBeLessThanOrEqual(most)
      }
    }
    expect(backoff(1_000_000, { first: 1, longest: 5000 })).toBeLessThanOrEqual(5000)
    expect(backoff(0, { first: 100, longest: 1000 })).toBeLessThanOrEqual(100)
  })

  it('ends after its time, or when it is aborted', async () => {
    const aborting = new AbortController()
    const long = pause(3_600_000, aborting.signal)
    await pause(1, aborting.signal)
    aborting.abort()
    await long
    await pause(3_600_000, aborting.signal)
  })
})

describe('an answer within some time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is the answer, or its error, if it comes in time', async () => {
    expect(await within(1000, Promise.resolve(7))).toBe(7)
    await expect(within(1000, Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is an error once the time is over', async () => {
    const answer = within(1000, new Promise(() => undefined))
    const failed = expect(answer).rejects.toThrow('no answer within 1000 ms')
    await vi.advanceTimersByTimeAsync(999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await failed
  })
})
