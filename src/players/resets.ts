import { createHash, randomBytes } from 'node:crypto'
import type { Prisma } from '../database/index.ts'

type Transaction = Prisma.TransactionClient

/** For how long a link can be used (ms). */
export const RESET_MS = 86_400_000

/** What a link has after its `#`. Only its hash is stored: whoever reads the database has no link. */
export interface Reset {
  token: string
  expiresAt: Date
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Makes the reset of an account, in place of one from before. */
export async function makeReset(tx: Transaction, playerId: string): Promise<Reset> {
  const token = randomBytes(32).toString('base64url')
  const stored = { hash: hashOf(token), expiresAt: new Date(Date.now() + RESET_MS) }
  await tx.reset.upsert({ where: { playerId }, create: { playerId, ...stored }, update: stored })
  return { token, expiresAt: stored.expiresAt }
}

/** The account of a token that can be used; null if it is unknown, was used, or has expired. */
export async function accountToReset(
  db: Pick<Transaction, 'reset'>,
  token: string,
): Promise<{ playerId: string; name: string } | null> {
  const where = { hash: hashOf(token), expiresAt: { gt: new Date() } }
  const found = await db.reset.findFirst({ where, select: { account: { select: { playerId: true, name: true } } } })
  return found?.account ?? null
}

/** Uses a token up; false if it cannot be used. */
export async function takeReset(tx: Transaction, token: string): Promise<boolean> {
  const { count } = await tx.reset.deleteMany({ where: { hash: hashOf(token), expiresAt: { gt: new Date() } } })
  return count > 0
}

/** Ends the reset of an account, if there is one. */
export async function dropReset(tx: Transaction, playerId: string): Promise<void> {
  await tx.reset.deleteMany({ where: { playerId } })
}
