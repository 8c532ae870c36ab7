import type { PlayerRef } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'

/** Requires that a player has an account, as bots do. @throws CodedError `account-needed`, `unavailable`. */
export type RequireAccount = (player: PlayerRef) => Promise<void>

/**
 * Requires, for a rated match, that a player and their opponent have accounts: guests cost nothing, so that a player
 * could win against any number of their own.
 * @throws CodedError `account-needed`, `unavailable`.
 */
export async function requireRatable(
  { rated }: { rated: boolean },
  requireAccount: RequireAccount,
  player: PlayerRef,
  opponent?: PlayerRef,
): Promise<void> {
  if (!rated) return
  await requireAccount(player)
  if (!opponent) return
  try {
    await requireAccount(opponent)
  } catch (error) {
    const isGuest = error instanceof CodedError && error.code === 'account-needed'
    throw isGuest
      ? new CodedError('account-needed', 'The other player is a guest; rated games are between accounts.')
      : error
  }
}
