import { CodedError } from '../protocol/index.ts'
import type { TournamentRow } from './rows.ts'

/**
 * Requires that so many players can play a tournament.
 * @throws CodedError `bad-request` with fewer than two, or with more rounds than everybody has opponents
 */
export function requirePlayable({ format, rounds }: TournamentRow, players: number): void {
  if (players < 2) throw new CodedError('bad-request', 'A tournament needs at least two players.')
  // With an odd number of players, everybody has one round without an opponent.
  const most = players % 2 === 0 ? players - 1 : players
  if (format === 'swiss' && rounds !== null && rounds > most) {
    throw new CodedError('bad-request', `${players} players meet nobody twice in at most ${most} rounds.`)
  }
}
