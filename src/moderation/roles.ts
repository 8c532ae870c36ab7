import type { Database } from '../database/index.ts'
import { dropReset, lookKeys } from '../players/index.ts'
import type { Measure } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import { takeMeasure } from './measures.ts'

/** Requires that a player is a moderator now. @throws CodedError `moderator-needed`, `unavailable`. */
export async function requireModerator(database: Database, playerId: string): Promise<void> {
  if (!(await isModerator(database, playerId))) throw new CodedError('moderator-needed')
}

/** Whether an account has the role of a moderator. @throws CodedError `unavailable`. */
export const isModerator = (database: Database, playerId: string): Promise<boolean> =>
  database.use(async (db) => (await db.account.count({ where: { playerId, moderator: true } })) > 0)

/**
 * Gives an account the role of a moderator, or takes it away; the operator does so. Null: the account had the role, or
 * did not have it, before. All nodes see it at once. From then on, nobody gets a name that looks like that of a
 * moderator. A player who has such a name already keeps it: other moderators may rename the player.
 * @param nameKey the account, by the key of its name.
 * @throws CodedError `unknown-player`, `unavailable`.
 */
export async function setModerator(
  database: Database,
  nameKey: string,
  moderator: boolean,
  why: string,
): Promise<Measure | null> {
  const taken = await takeMeasure(
    database,
    async (tx) => {
      const account = await tx.account.findUnique({ where: { nameKey } })
      if (!account) throw new CodedError('unknown-player')
      if (account.moderator === moderator) return null
      // An account from before there were such keys has none.
      await tx.account.update({ where: { nameKey }, data: { moderator, ...lookKeys(account.name) } })
      return { moderator: null, type: moderator ? 'appoint' : 'dismiss', player: account.playerId, why }
    },
    // One that a moderator has made must not lead into the account of another.
    async (tx, { player }) => {
      if (moderator) await dropReset(tx, player)
    },
  )
  return taken && taken.measure
}
