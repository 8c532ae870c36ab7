import type { PlayerRef } from '../protocol/index.ts'
import { foldRecord } from '../record/index.ts'
import type { MatchRecord, Outcome } from '../record/index.ts'
import { score } from '../rules/index.ts'
import type { Score } from '../rules/index.ts'

/** A match that has ended: its record and what follows from it. Times are ms since 1970. */
export interface FinishedGame {
  record: MatchRecord
  /** By seat. */
  players: [PlayerRef, PlayerRef]
  outcome: Outcome
  /** By seat, as the game stood at its end, however it ended. */
  scores: [Score, Score]
  startedAt: number
  endedAt: number
}

/**
 * Plays a record again to say how it ended.
 * @throws Error if its log does not end the match, or is not that of a legal match.
 */
export function finishedGame(record: MatchRecord): FinishedGame {
  const { players, state, outcome, startedAt, endedAt } = foldRecord(record)
  const [first, second] = players
  if (!first || !second || !state || !outcome || startedAt === null || endedAt === null) {
    throw new Error(`match ${record.header.id} has not ended`)
  }
  return { record, players: [first, second], outcome, scores: score(state), startedAt, endedAt }
}
