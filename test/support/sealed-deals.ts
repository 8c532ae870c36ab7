import type { SealedDeal, SealedDeals } from '../../src/matches/index.ts'
import { newSeed } from '../../src/record/index.ts'
import { RULES_VERSION } from '../../src/rules/index.ts'
import { BASE } from './match.ts'

let made = 0

/** A deal of the day that has begun. */
export const sealedDeal = (change: Partial<SealedDeal> & Pick<SealedDeal, 'sealedUntil'>): SealedDeal => ({
  id: `deal-${String((made += 1)).padStart(11, '0')}`,
  kind: 'base',
  options: BASE,
  rules: RULES_VERSION,
  seed: newSeed(),
  level: 'club',
  ...change,
})

/** Deals of the day in memory, for tests of the layers that use them. The ids of matches are counted. */
export function memoryDeals(deals: readonly SealedDeal[]): SealedDeals {
  const tries = new Map<string, string>()
  let matches = 0
  const next = (name: string): string => {
    const match = `match-${String((matches += 1)).padStart(10, '0')}`
    tries.set(name, match)
    return match
  }
  return {
    find: (id) => Promise.resolve(deals.find((deal) => deal.id === id) ?? null),
    begin: (deal, player) => Promise.resolve(tries.get(`${deal} ${player}`) ?? next(`${deal} ${player}`)),
    replace: (deal, player, match) => {
      const now = tries.get(`${deal} ${player}`)!
      return Promise.resolve(now === match ? next(`${deal} ${player}`) : now)
    },
  }
}
