/**
 * Every kind of decision of Pantheon (pantheon.md §3.3): with nothing to choose it is skipped, a single choice is asked
 * for all the same, many are all offered; no effect can be declined (pantheon.md R44).
 */
import { describe, expect, test } from 'vitest'
import { describeKinds } from '../support/describe-kinds.ts'
import { PANTHEON_KINDS } from '../support/pantheon-decision-kinds.ts'

describeKinds(PANTHEON_KINDS)

describe('an offered choice', () => {
  test('is listed exactly once', () => {
    for (const { few, many } of Object.values(PANTHEON_KINDS)) {
      for (const game of [few(), many()]) {
        const keys = game.legal().map((action) => JSON.stringify(action))
        expect(new Set(keys).size).toBe(keys.length)
      }
    }
  })

  test('is never negative zero', () => {
    for (const { many } of Object.values(PANTHEON_KINDS)) {
      expect(
        many()
          .legal()
          .flatMap(Object.values)
          .some((value) => Object.is(value, -0)),
      ).toBe(false)
    }
  })
})
