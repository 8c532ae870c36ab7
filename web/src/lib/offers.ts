import type { ActRequest, Snapshot } from '../../../src/protocol/index.ts'

type Action = ActRequest['action']
type Offer = NonNullable<NonNullable<Snapshot['board']>['legal']>[number]

/** Every action that some offers stand for: for each offer, every way to pick one value for each of its fields. */
export function expandOffers(offers: readonly Offer[]): Action[] {
  return offers.flatMap(({ type, ...fields }) => {
    let picks: Record<string, unknown>[] = [{ type }]
    for (const [field, values] of Object.entries(fields) as [string, readonly unknown[]][]) {
      picks = picks.flatMap((pick) => values.map((value) => ({ ...pick, [field]: value })))
    }
    return picks as Action[]
  })
}
