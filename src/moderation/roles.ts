import type { Database, Prisma } from '../database/index.ts'
import { dropReset, lookKeys } from '../players/index.ts'
import type { Measure } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { NewMeasure } from './measures.ts'
import { takeMeasure } from './measures.ts'

/** Requires that a player is a moderator now. @throws CodedError `moderator-needed`, `unavailable`. */
export async function requireModerator(database: Database, playerId: string): Promise<void> {
  if (!(await isModerator(database, playerId))) throw new CodedError('moderator-needed')
}

/** Whether an account has the role of a moderator. @throws CodedError `unavailable`. */
export const isModerator = (database: Database, playerId: string): Promise<boolean> =>
  database.use((db) => isModeratorIn(db, playerId))

/** The same within a transaction. */
export const isModeratorIn = async (tx: Prisma.TransactionClient, playerId: string): Promise<boolean> =>
  (await tx.account.count({ where: { playerId, moderator: true } })) > 0

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
  return takeMeasure(database, async (tx): Promise<NewMeasure | null> => {
    const account = await tx.account.findUnique({ where: { nameKey } })
    if (!account) throw new CodedError('unknown-player')
    if (account.moderator === moderator) return null
    // An account from before there were such keys has none.
    await tx.account.update({ where: { nameKey }, data: { moderator, ...lookKeys(account.name) } })
    // One that a moderator has made must not lead into the account of another.
    if (moderator) await dropReset(tx, account.playerId)
    return { moderator: null, type: moderator ? 'appoint' : 'dismiss', player: account.playerId, why }
  })
}
