import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import type { CreateMessage } from '../../src/protocol/index.ts'

const TERMS: readonly CreateMessage[] = [
  { clock: 'none' },
  { clock: 'blitz', rated: true },
  { clock: 'standard', rated: false, visibility: 'private' },
  { clock: 'correspondence-3', rated: true },
]

/** Every kind of game on all terms: each kind comes before one comes again. */
export const GAMES: readonly CreateMessage[] = TERMS.flatMap((terms, index) =>
  GAME_KIND_IDS.map((_, place) => ({ kind: GAME_KIND_IDS[(place + index) % GAME_KIND_IDS.length]!, ...terms })),
)
