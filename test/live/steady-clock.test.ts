import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { steadyClock } from '../../src/live/embedded/clock.ts'

const NOW = 1_700_000_000_000

describe('a steady clock', () => {
  it('follows the clock of the host, and continues at the same speed when that is set back', () => {
    let host = NOW
    const now = steadyClock(() => host, 0)
    expect(now()).toBe(NOW)
    host += 1000
    expect(now()).toBe(NOW + 1000)
    host -= 3_600_000
    expect(now()).toBe(NOW + 1000)
    host += 500
    expect(now()).toBe(NOW + 1500)
    host += 3_600_000
    expect(now()).toBe(NOW + 3_601_500)
  })

  it('does not begin before the time that it is given', () => {
    let host = NOW
    const now = steadyClock(() => host, NOW + 50)
    expect(now()).toBe(NOW + 50)
    host += 10
    expect(now()).toBe(NOW + 60)
  })

  it('never goes back, and goes on whenever the clock of the host does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100_000, max: 100_000 })), (steps) => {
        let host = NOW
        const now = steadyClock(() => host, NOW)
        let before = now()
        for (const step of steps) {
          host += step
          const after = now()
          expect(after - before).toBe(Math.max(0, step))
          before = after
        }
      }),
    )
  })
})
