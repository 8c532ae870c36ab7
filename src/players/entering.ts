import type { Database, Prisma } from '../database/index.ts'
import type { LogInWay } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import { beginSession, endSessions } from './session-rows.ts'
import type { ClientInfo, Sessions } from './sessions.ts'
import type { Issued, Tokens } from './tokens.ts'

export interface EnteringParts {
  database: Database
  tokens: Tokens
  sessions: Sessions
}

/**
 * Begins a session of an account by another way than its password, and ends all others of the account.
 * @param take uses up what lets the player in, in the same transaction, while nobody else changes the account.
 * @throws CodedError `login-failed` if the account is gone; `banned`; what `take` throws
 */
export async function enter(
  { database, tokens, sessions }: EnteringParts,
  { playerId, name }: { playerId: string; name: string },
  via: Exclude<LogInWay, 'password' | 'token'>,
  { address, label }: ClientInfo,
  take: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<Issued> {
  sessions.sanctions.requireAdmitted(playerId)
  const issued = await tokens.issue({ id: playerId, name }, { account: true })
  const now = new Date()
  const session = { id: issued.session, playerId, label, network: tokens.digestOf(address), via, now }
  const lastExpiry = sessions.lastExpiry(now)
  const ended = await database.write((db) =>
    db.$transaction(async (tx) => {
      const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM accounts WHERE player_id = ${playerId} FOR UPDATE`
      if (rows.length === 0) throw new CodedError('login-failed')
      await take(tx)
      const others = await endSessions(tx, { playerId }, lastExpiry)
      await beginSession(tx, { ...session, expiresAt: new Date(issued.expiresAt) }, lastExpiry)
      return others
    }),
  )
  sessions.ended(ended)
  return issued
}
