import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { steadyClock } from '../../src/live/embedded/clock.ts'

const NOW = 1_700_000_000_000

describe('a steady clock', () => {
  it('is the host\'s, until that is set back; then it goes on as fast, from where it was', () => {
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

  it('begins no earlier than it is told to', () => {
    let host = NOW
    const now = steadyClock(() => host, NOW + 50)
    expect(now()).toBe(NOW + 50)
    host += 10
    expect(now()).toBe(NOW + 60)
  })

  it('never goes back, and goes on whenever the host\'s does', () => {
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
