import type { GameResult } from '../protocol/index.ts'
import type { Seat } from '../rules/index.ts'

/** What a game was for one of its players. */
export const resultOf = ({ winner }: { winner: Seat | null }, seat: Seat): GameResult =>
  winner === null ? 'shared' : winner === seat ? 'won' : 'lost'
