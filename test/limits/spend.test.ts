import { RateLimiterMemory } from 'rate-limiter-flexible'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { spend } from '../../src/limits/index.ts'

const WINDOW_S = 10

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** How long (ms) somebody has to wait who has spent all. */
async function wait(limiter: RateLimiterMemory): Promise<number> {
  const error = await spend(limiter, 'ada').then(
    () => null,
    (refusal: { details: { retryAfterMs: number } }) => refusal,
  )
  return error!.details.retryAfterMs
}

it('a limit says how long its window still lasts', async () => {
  const limiter = new RateLimiterMemory({ points: 1, duration: WINDOW_S })
  await spend(limiter, 'ada')
  vi.advanceTimersByTime(4_000)
  expect(await wait(limiter)).toBe(6_000)
})

it('a clock that is set back makes nobody wait for longer than a window', async () => {
  const limiter = new RateLimiterMemory({ points: 1, duration: WINDOW_S })
  await spend(limiter, 'ada')
  vi.setSystemTime(Date.now() - 7_200_000)
  expect(await wait(limiter)).toBe(1000 * WINDOW_S)
  vi.advanceTimersByTime(1000 * WINDOW_S)
  await spend(limiter, 'ada')
})
