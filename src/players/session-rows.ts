import type { Prisma } from '../database/index.ts'

type Transaction = Prisma.TransactionClient

/** A session whose tokens are refused from now on; none of them is good for longer than `expiresAt`. */
export interface Ended {
  session: string
  expiresAt: Date
}

/** What the account is logged in with at most; beyond that, who has been away the longest is logged out. */
const MOST_SESSIONS = 30

/** A session of an account begins. Ends those that are too many, and returns them. */
export async function beginSession(
  tx: Transaction,
  { id, playerId, label, now, expiresAt }: { id: string; playerId: string; label: string; now: Date; expiresAt: Date },
  lastExpiry: Date,
): Promise<Ended[]> {
  await tx.session.create({ data: { id, playerId, label, createdAt: now, lastSeenAt: now, expiresAt } })
  const others = await tx.session.findMany({
    where: { playerId, id: { not: id } },
    orderBy: { lastSeenAt: 'desc' },
    skip: MOST_SESSIONS - 1,
    select: { id: true },
  })
  return others.length === 0 ? [] : endSessions(tx, { id: { in: others.map((other) => other.id) } }, lastExpiry)
}

/**
 * Ends sessions of accounts, and returns them.
 * @param lastExpiry until when a token may be good that was issued just now, on any node.
 */
export async function endSessions(tx: Transaction, where: Prisma.SessionWhereInput, lastExpiry: Date): Promise<Ended[]> {
  const found = await tx.session.findMany({ where, select: { id: true, expiresAt: true } })
  const ended = found.map(({ id, expiresAt }) => ({ session: id, expiresAt: later(expiresAt, lastExpiry) }))
  await tx.session.deleteMany({ where: { id: { in: found.map(({ id }) => id) } } })
  await revoke(tx, ended)
  return ended
}

/** Keeps it that sessions have ended. */
export async function revoke(tx: Transaction, ended: Ended[]): Promise<void> {
  await tx.revocation.createMany({ data: ended, skipDuplicates: true })
}

export const later = (a: Date, b: Date): Date => (a > b ? a : b)
