import { check, checkGiven } from './arguments.ts'
import type { Action, Offer } from './protocol.ts'

type ActionOf<Type extends Action['type']> = Extract<Action, { type: Type }>

/**
 * Every action that some offers stand for: for each offer, every way to pick one value for each field. With a `type`,
 * only actions of that type.
 */
export function expandOffers(offers: readonly Offer[] | undefined): Action[]
export function expandOffers<Type extends Action['type']>(
  offers: readonly Offer[] | undefined,
  type: Type,
): ActionOf<Type>[]
export function expandOffers(offers: readonly Offer[] = [], only?: string): Action[] {
  check({ offers: [offers, 'list'] })
  checkGiven({ type: [only, 'text'] })
  return offers.flatMap(({ type, ...fields }) => {
    if (only !== undefined && type !== only) return []
    let picks: object[] = [{ type }]
    for (const [field, values] of Object.entries(fields)) {
      picks = picks.flatMap((pick) => values.map((value) => ({ ...pick, [field]: value })))
    }
    return picks as Action[]
  })
}

/** Whether an action is one of those that some offers stand for. */
export function isOffered(offers: readonly Offer[] | undefined, action: Action): boolean {
  checkGiven({ offers: [offers, 'list'] })
  check({ action: [action, 'object'] })
  const wanted = fieldsOf(action)
  return (offers ?? []).some((offer) => {
    const offered = fieldsOf(offer)
    return (
      offer.type === action.type &&
      offered.length === wanted.length &&
      wanted.every(([field, value]) =>
        offered.some(([name, values]) => name === field && (values as readonly unknown[]).includes(value)),
      )
    )
  })
}

const fieldsOf = (from: object): [string, unknown][] => Object.entries(from).filter(([field]) => field !== 'type')
