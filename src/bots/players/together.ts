import { keyOf } from './key.ts'
import type { Considered } from './search.ts'
import { PRIOR_VISITS } from './search.ts'

/**
 * What several searches of the same decision, each in worlds of its own, found together: all visits, and the mean of the
 * chances, of which each counts for as much as it rests on.
 */
export function together(searches: readonly (readonly Considered[])[]): Considered[] {
  const found = new Map<number, { all: Considered; weight: number }>()
  for (const one of searches.flat()) {
    const key = keyOf(one.action)
    const own = PRIOR_VISITS + one.visits
    const before = found.get(key)
    const weight = own + (before?.weight ?? 0)
    found.set(key, { all: before ? sumOf(before.all, one, own / weight) : one, weight })
  }
  return [...found.values()].map(({ all }) => all)
}

/** @param share how much the second one counts. */
const sumOf = (before: Considered, { action, chance, visits }: Considered, share: number): Considered => ({
  action,
  visits: before.visits + visits,
  chance: (1 - share) * before.chance + share * chance,
})
