import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Ask } from '../../client/src/connection/ask.ts'
import { CuriaError, patiently } from '../../client/src/index.ts'

const DAY_MS = 24 * 60 * 60_000
const refusalWith = (retryAfterMs: unknown): CuriaError =>
  new CuriaError('rate-limited', 'Too many messages.', { retryAfterMs })

const refusing = (times: number, error: Error) => {
  let asked = 0
  return vi.fn(async () => {
    asked += 1
    if (asked <= times) throw error
    return 'done'
  })
}

describe('a patient program', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('asks again after the time that each refusal names, until it is answered', async () => {
    const ask = refusing(2, refusalWith(30_000))
    const answer = patiently(ask)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(ask).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(30_000)
    await expect(answer).resolves.toBe('done')
    expect(ask).toHaveBeenCalledTimes(3)
  })

  it.each([
    ['no time', 0, 100],
    ['a time before now', -60_000, 100],
    ['a time that is too long for a timer', 2 ** 31, DAY_MS],
    ['no end', Infinity, DAY_MS],
  ])('waits within reason if the server names %s', async (_what, retryAfterMs, waitMs) => {
    const ask = refusing(1, refusalWith(retryAfterMs))
    const answer = patiently(ask)
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    await expect(answer).resolves.toBe('done')
  })

  it.each([
    new CuriaError('name-taken', 'An account has this name.'),
    new CuriaError('limit-reached', 'Too many.', { limit: 5 }),
    refusalWith(NaN),
    refusalWith('soon'),
    new TypeError('a fault of the program'),
  ])('is told at once of any other reason: %s', async (error) => {
    const ask = refusing(1, error)
    await expect(patiently(ask)).rejects.toBe(error)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

it.each([
  [30_000, 30_000],
  [-60_000, 100],
  [2 ** 31, DAY_MS],
  [undefined, 5_000],
  ['soon', 5_000],
])('a message that is refused with the time %s waits within reason', (retryAfterMs, leastMs) => {
  const ask = new Ask('connection:ping', {}, {}, () => undefined)
  const pauseMs = ask.pauseAfter(refusalWith(retryAfterMs))
  expect(pauseMs).toBeGreaterThanOrEqual(leastMs)
  expect(pauseMs).toBeLessThanOrEqual(leastMs + 200)
})
