import type { Prisma } from '../database/index.ts'
import type { BotAccount } from '../protocol/index.ts'
import { playerRef } from '../protocol/index.ts'

/** The bot accounts of an account, with what `botAccountOf` needs, oldest first. */
export const BOTS = {
  orderBy: [{ createdAt: 'asc' }, { playerId: 'asc' }],
  include: { sessions: { orderBy: { createdAt: 'desc' }, take: 1 } },
} as const satisfies Prisma.Account$botsArgs

type BotRow = Prisma.AccountGetPayload<{ include: (typeof BOTS)['include'] }>

/** A bot account as its owner sees it. */
export function botAccountOf({ playerId, name, createdAt, sessions: [session] }: BotRow): BotAccount {
  const token = session &&
    session.expiresAt > new Date() && {
      createdAt: session.createdAt.getTime(),
      lastSeenAt: session.lastSeenAt.getTime(),
      expiresAt: session.expiresAt.getTime(),
    }
  return { player: playerRef(playerId, name, true), createdAt: createdAt.getTime(), ...(token && { token }) }
}
