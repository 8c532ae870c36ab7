import type { Database } from '../database/index.ts'
import type { Reset } from '../players/index.ts'
import { makeReset } from '../players/index.ts'
import type { PlayerRef } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import { takeMeasure } from './measures.ts'

/** Where the page sets another password. What follows the `#` is sent to no server: no log and no `Referer` has it. */
export const resetPath = (token: string): string => `/reset#${token}`

/**
 * Makes a reset of an account, in place of one from before; it is an entry of the audit log. A moderator makes none for
 * a moderator, whose account would let them in where only the operator may: the operator does.
 * @param who the account, by its player or by the key of its name.
 * @throws CodedError `unknown-player` if there is no such account; `bad-request` for a bot and for a moderator;
 * `unavailable`.
 */
export async function makeResetOf(
  database: Database,
  who: { playerId: string } | { nameKey: string },
  about: { moderator: PlayerRef | null; why: string; report?: string | undefined },
): Promise<Reset> {
  let reset: Reset | undefined
  await takeMeasure(database, async (tx) => {
    const found = await tx.account.findUnique({ where: who, select: { playerId: true, ownerId: true } })
    if (!found) throw new CodedError('unknown-player')
    if (found.ownerId !== null)
      throw new CodedError('bad-request', 'A bot has no password: its owner replaces its token.')
    const { playerId: player } = found
    // Whoever appoints a moderator waits for the lock, and then ends the reset.
    const [account] = await tx.$queryRaw<{ moderator: boolean }[]>`
        SELECT moderator FROM accounts WHERE player_id = ${player} FOR UPDATE`
    if (!account) throw new CodedError('unknown-player')
    if (account.moderator && about.moderator) throw new CodedError('bad-request', 'The player is a moderator.')
    reset = await makeReset(tx, player)
    return { ...about, type: 'reset', player }
  })
  return reset!
}
