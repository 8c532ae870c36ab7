import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServerClock } from '../../client/src/server-clock.ts'

const ms = (max: number) => fc.integer({ min: 0, max })

describe("the server's clock", () => {
  it('is known as exactly as the fastest of the last answers permits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.array(fc.record({ there: ms(5_000), back: ms(5_000) }), { minLength: 1, maxLength: 8 }),
        (offset, answers) => {
          const clock = new ServerClock()
          let local = 1_700_000_000_000
          for (const { there, back } of answers) {
            clock.learn(local + there + offset, local, local + there + back)
            local += there + back
          }
          const fastest = Math.min(...answers.map(({ there, back }) => there + back))
          expect(Math.abs(clock.now(local) - (local + offset))).toBeLessThanOrEqual(fastest / 2)
        },
      ),
    )
  })

  it('is never behind a time that the server has named', () => {
    const clock = new ServerClock()
    clock.learn(1_000, 0, 2_000)
    clock.learnAtLeast(1_700, 1_500)
    expect(clock.now(1_500)).toBe(1_700)
    clock.learnAtLeast(100, 1_600)
    expect(clock.now(1_600)).toBe(1_800)
  })

  it('follows a clock that was corrected, after a new connection', () => {
    const clock = new ServerClock()
    clock.learn(1_000, 990, 1_010)
    clock.beginAnew()
    expect(clock.now(2_000)).toBe(2_000)
    clock.learn(9_000, 1_900, 2_100)
    expect(clock.now(2_100)).toBe(9_100)
  })
})
