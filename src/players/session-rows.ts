import type { Prisma } from '../database/index.ts'
import type { LogInWay } from '../protocol/index.ts'

type Transaction = Prisma.TransactionClient

/** A session whose tokens are refused from now on. All of its tokens have expired at `expiresAt`. */
export interface EndedSession {
  session: string
  expiresAt: Date
}

/** A session that begins. */
interface NewSession {
  id: string
  playerId: string
  /** How the client names itself. */
  label: string
  /** The digest of its address; null for a bot. */
  network: string | null
  via: LogInWay
  now: Date
  expiresAt: Date
}

/** How many sessions an account has at most. One more ends the session that was not used for the longest time. */
const MOST_SESSIONS = 30

/** Begins a session of an account. Ends the sessions that are too many, and returns them. */
export async function beginSession(
  tx: Transaction,
  { now, ...session }: NewSession,
  lastExpiry: Date,
): Promise<EndedSession[]> {
  const { id, playerId } = session
  await tx.session.create({ data: { ...session, createdAt: now, lastSeenAt: now } })
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
 * @param lastExpiry when a token expires that any node issues now.
 */
export async function endSessions(
  tx: Transaction,
  where: Prisma.SessionWhereInput,
  lastExpiry: Date,
): Promise<EndedSession[]> {
  const found = await tx.session.findMany({ where, select: { id: true, expiresAt: true } })
  const ended = found.map(({ id, expiresAt }) => ({ session: id, expiresAt: later(expiresAt, lastExpiry) }))
  await tx.session.deleteMany({ where: { id: { in: found.map(({ id }) => id) } } })
  await storeRevocations(tx, ended)
  return ended
}

/** Stores that sessions have ended. */
export async function storeRevocations(tx: Transaction, ended: EndedSession[]): Promise<void> {
  await tx.revocation.createMany({ data: ended, skipDuplicates: true })
}

export const later = (a: Date, b: Date): Date => (a > b ? a : b)
