import type { Database } from '../database/index.ts'
import type { Sessions } from '../players/index.ts'
import { impose } from '../players/index.ts'
import { forgetNames, takeMeasure } from './measures.ts'
import { forgetReports } from './reports.ts'

/** Deletes the reports by and about a player, and their names in the audit log. @throws CodedError `unavailable`. */
export async function forgetReported(database: Database, playerId: string): Promise<void> {
  await forgetReports(database, playerId)
  await forgetNames(database, playerId)
}

/**
 * Begins the deletion of an account by the operator, as an entry of the audit log. Its players are banned while any of
 * their tokens could be valid: so every node that runs removes them from what they take part in.
 * @param players the account, and then its bots, by id. @throws CodedError `unavailable`.
 */
export async function beginDeletion(
  { database, sessions }: { database: Database; sessions: Sessions },
  players: readonly [string, ...string[]],
  why: string,
): Promise<void> {
  await takeMeasure(database, async (tx) => {
    for (const playerId of players) {
      const until = await sessions.lastExpiryOf(tx, playerId)
      await impose(tx, { playerId, type: 'ban', until, why, name: null })
    }
    return { moderator: null, type: 'delete', player: players[0], why }
  })
}
