import type { Prisma } from '../database/index.ts'
import type { PlayerSanction } from './sanctions.ts'
import { impose, lift } from './sanctions.ts'

type Tx = Prisma.TransactionClient

/**
 * The ids of the bots of a player. The lock makes a mute and the creation of a bot take turns, so that no bot is left
 * out.
 */
async function lockBots(tx: Tx, owner: string): Promise<string[]> {
  await tx.$queryRaw<unknown[]>`SELECT 1 FROM accounts WHERE player_id = ${owner} FOR UPDATE`
  const bots = await tx.account.findMany({ where: { ownerId: owner }, select: { playerId: true } })
  return bots.map(({ playerId }) => playerId)
}

/** Mutes the bots of a player, who is muted. A mute of their own stays. */
export async function muteBots(
  tx: Tx,
  owner: string,
  { until, why }: Pick<PlayerSanction, 'until' | 'why'>,
): Promise<void> {
  for (const playerId of await lockBots(tx, owner)) {
    await impose(tx, { playerId, type: 'owner-mute', until, why, name: null })
  }
}

/** Ends what `muteBots` has imposed. */
export async function unmuteBots(tx: Tx, owner: string): Promise<void> {
  for (const bot of await lockBots(tx, owner)) await lift(tx, bot, 'owner-mute')
}

/**
 * Mutes a new bot if its owner is muted: for as long, with the same reason. The owner's account must be locked. Resolves
 * with whether the bot is muted.
 */
export async function inheritMute(tx: Tx, owner: string, bot: string): Promise<boolean> {
  const mute = await tx.sanction.findUnique({ where: { playerId_type: { playerId: owner, type: 'mute' } } })
  if (!mute || (mute.until && mute.until <= new Date())) return false
  await impose(tx, { playerId: bot, type: 'owner-mute', until: mute.until, why: mute.why, name: null })
  return true
}
