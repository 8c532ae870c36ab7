import { within } from '../time/index.ts'

/** By store, what asks whether it answers; each rejects if it does not. */
export type Checks<Store extends string> = Record<Store, () => Promise<void>>

/** A store that takes longer to answer counts as down (ms). */
const LONGEST_MS = 2_000

/** How long each store takes to answer (seconds); NaN for one that does not. */
export const timesOf = <Store extends string>(checks: Checks<Store>): Promise<[Store, number][]> =>
  Promise.all(
    (Object.entries(checks) as [Store, () => Promise<void>][]).map(async ([store, check]) => {
      const asked = performance.now()
      return within(LONGEST_MS, check()).then(
        () => [store, (performance.now() - asked) / 1000],
        () => [store, NaN],
      )
    }),
  )
