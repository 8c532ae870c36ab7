import { pino } from 'pino'
import type { RatedPlayersParts } from '../../src/matches/index.ts'
import { RatedPlayers } from '../../src/matches/index.ts'
import { NEWCOMER_RATING } from '../../src/protocol/index.ts'

/** Where everybody has an account, and nobody has played, but for what a test says. */
export const ratedPlayers = (parts: Partial<RatedPlayersParts> = {}): RatedPlayers =>
  new RatedPlayers({
    requireAccount: () => Promise.resolve(),
    earlyEnds: { add: () => Promise.resolve(), coolDown: () => Promise.resolve(null) },
    begunBy: () => Promise.resolve(0),
    ratingOf: () => Promise.resolve({ rating: NEWCOMER_RATING }),
    logger: pino({ level: 'silent' }),
    ...parts,
  })
