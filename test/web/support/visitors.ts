import { afterEach, expect } from 'vitest'
import type { Visitor } from './browser.ts'

/**
 * The visitors of each test of the file that calls it: they are closed after it, and nothing may have gone wrong on their
 * pages.
 * @param isExpected - whether a problem belongs to what the file tests
 */
export function visitorsOfEachTest(isExpected: (problem: string) => boolean = () => false): Visitor[] {
  const visitors: Visitor[] = []
  afterEach(async () => {
    const problems = visitors.flatMap((visitor) => visitor.problems)
    await Promise.all(visitors.splice(0).map((visitor) => visitor.close()))
    expect(problems.filter((problem) => !isExpected(problem))).toEqual([])
  })
  return visitors
}
