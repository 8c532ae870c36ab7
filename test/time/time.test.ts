import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backoff, onAbort, pause, unlessAborted, within } from '../../src/time/index.ts'

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

describe('a signal that lives long', () => {
  const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length

  it('calls what waits for it once, at once if it is aborted, and keeps nothing of what no longer waits', () => {
    const aborting = new AbortController()
    const called: string[] = []
    onAbort(aborting.signal, () => called.push('waits'))
    onAbort(aborting.signal, () => called.push('no longer waits'))()
    onAbort(undefined, () => called.push('no signal'))()
    expect(listenersOf(aborting.signal)).toBe(1)
    aborting.abort()
    onAbort(aborting.signal, () => called.push('too late'))()
    expect(called).toEqual(['waits', 'too late'])
    expect(listenersOf(aborting.signal)).toBe(0)
  })

  it('ends the wait for a promise, and keeps nothing of one that is settled', async () => {
    const aborting = new AbortController()
    expect(await unlessAborted(aborting.signal, Promise.resolve(7))).toBe(7)
    await expect(unlessAborted(aborting.signal, Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(listenersOf(aborting.signal)).toBe(0)
    const waiting = unlessAborted(aborting.signal, new Promise(() => undefined))
    aborting.abort(new Error('given up'))
    await expect(waiting).rejects.toThrow('given up')
    await expect(unlessAborted(aborting.signal, Promise.reject(new Error('no')))).rejects.toThrow()
  })

  it('is waited for by any number at the same time without a warning of Node', async () => {
    const aborting = new AbortController()
    const warnings: Error[] = []
    const onWarning = (warning: Error): void => void warnings.push(warning)
    process.on('warning', onWarning)
    const pauses = Array.from({ length: 50 }, () => pause(3_600_000, aborting.signal))
    const stops = Array.from({ length: 50 }, () => onAbort(aborting.signal, () => undefined))
    for (const stop of stops) stop()
    aborting.abort()
    await Promise.all(pauses)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
  })
})
