import type { Seat } from '../rules/index.ts'

/** What a game was to one of its players. */
export type Result = 'won' | 'lost' | 'shared'

export const resultOf = ({ winner }: { winner: Seat | null }, seat: Seat): Result =>
  winner === null ? 'shared' : winner === seat ? 'won' : 'lost'
