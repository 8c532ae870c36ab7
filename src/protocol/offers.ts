import type { z } from 'zod'
import type { Action } from '../rules/index.ts'
import type { offerSchema } from './view.ts'

/** Every action that the offers of a snapshot's `legal` stand for: for each offer, every way to pick one value per field. */
export function expandOffers(offers: readonly z.infer<typeof offerSchema>[]): Action[] {
  return offers.flatMap(({ type, ...fields }) => {
    let picks: Record<string, unknown>[] = [{ type }]
    for (const [field, values] of Object.entries(fields) as [string, unknown[]][]) {
      picks = picks.flatMap((pick) => values.map((value) => ({ ...pick, [field]: value })))
    }
    return picks as Action[]
  })
}
