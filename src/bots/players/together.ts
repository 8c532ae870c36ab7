import { keyOf } from './key.ts'
import type { Considered } from './search.ts'

/** What several searches of the same decision, each in worlds of its own, found together. */
export function together(searches: readonly (readonly Considered[])[]): Considered[] {
  const found = new Map<number, Considered>()
  for (const one of searches.flat()) {
    const key = keyOf(one.action)
    const before = found.get(key)
    found.set(key, before ? sumOf(before, one) : one)
  }
  return [...found.values()]
}

function sumOf(before: Considered, { action, chance, visits }: Considered): Considered {
  const all = before.visits + visits
  // An action that nobody has tried has only what the evaluation says of it.
  const share = all === 0 ? 0.5 : visits / all
  return { action, visits: all, chance: (1 - share) * before.chance + share * chance }
}
