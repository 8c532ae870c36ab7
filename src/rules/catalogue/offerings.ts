/** An Offering token (pantheon.md §1.8): a discount, in coins, on one activation. */
export interface OfferingTokenRow {
  id: string
  discount: number
}

export const OFFERING_TOKENS = [
  { id: 'offering-2', discount: 2 },
  { id: 'offering-3', discount: 3 },
  { id: 'offering-4', discount: 4 },
] as const satisfies readonly OfferingTokenRow[]

/** Every set of Offering tokens, named by its discounts (pantheon.md §3.3). */
export const OFFERING_SETS = [
  { set: 'none', tokens: [] },
  { set: '2', tokens: ['offering-2'] },
  { set: '3', tokens: ['offering-3'] },
  { set: '4', tokens: ['offering-4'] },
  { set: '2-3', tokens: ['offering-2', 'offering-3'] },
  { set: '2-4', tokens: ['offering-2', 'offering-4'] },
  { set: '3-4', tokens: ['offering-3', 'offering-4'] },
  { set: '2-3-4', tokens: ['offering-2', 'offering-3', 'offering-4'] },
] as const satisfies readonly { set: string; tokens: readonly (typeof OFFERING_TOKENS)[number]['id'][] }[]

export type OfferingSet = (typeof OFFERING_SETS)[number]['set']
