/** Whether outcomes are equally likely. */
import { expect } from 'vitest'

/** Pearson's statistic for equally likely outcomes, in standard deviations from its mean: beyond 5 is no chance. */
export function deviation(outcomes: readonly string[], possible: number): number {
  const counts = new Map<string, number>()
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  expect(counts.size).toBeLessThanOrEqual(possible)
  const expected = outcomes.length / possible
  const observed = [...counts.values(), ...Array.from({ length: possible - counts.size }, () => 0)]
  const statistic = observed.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const freedom = possible - 1
  return Math.abs(statistic - freedom) / Math.sqrt(2 * freedom)
}
