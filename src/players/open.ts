import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import type { Limiters } from '../limits/index.ts'
import type { PlayerRef } from '../protocol/index.ts'
import { Accounts } from './accounts.ts'
import { Blocks } from './blocks.ts'
import { BotAccounts } from './bots.ts'
import { storedSecret } from './secret.ts'
import { Sessions } from './sessions.ts'
import { createTokens } from './tokens.ts'
import type { Tokens } from './tokens.ts'

export interface TokenSettings {
  /** Signs tokens. If undefined, the file has it; a missing file is made. */
  tokenSecret: string | undefined
  tokenSecretFile: string
  /** Tokens that are signed with it are accepted, too. */
  tokenSecretOther: string | undefined
  tokenTtlMs: number
}

/** @throws Error as `storedSecret` does */
export async function openTokens(settings: TokenSettings): Promise<Tokens> {
  const { tokenSecret, tokenSecretFile, tokenSecretOther: other, tokenTtlMs } = settings
  const secret = tokenSecret ?? (await storedSecret(tokenSecretFile))
  return createTokens(other === undefined ? secret : [secret, other], tokenTtlMs)
}

/** Who plays, and what they may do. To be closed before the database is. */
export interface Players {
  tokens: Tokens
  sessions: Sessions
  accounts: Accounts
  bots: BotAccounts
  blocks: Blocks
  /** Throws CodedError `muted` for a player who must not talk. */
  requireTalk: (player: string) => void
  /** Rejects with CodedError `account-needed` for a player without an account. */
  requireAccount: (player: PlayerRef) => Promise<void>
  close: () => Promise<void>
}

export async function openPlayers(
  { database, tokens, limiters, log }: { database: Database; tokens: Tokens; limiters: Limiters; log: Logger },
): Promise<Players> {
  const sessions = await Sessions.open({ database, tokens, log })
  try {
    const accounts = await Accounts.open({ database, tokens, sessions, limiters })
    return {
      tokens,
      sessions,
      accounts,
      bots: new BotAccounts({ database, tokens, sessions, accounts, limiters }),
      blocks: new Blocks(database),
      requireTalk: (player) => sessions.sanctions.requireTalk(player),
      requireAccount: (player) => sessions.requireAccount(player),
      close: () => sessions.close(),
    }
  } catch (error) {
    await sessions.close()
    throw error
  }
}

/** What the lobby asks of players. */
export const peopleOf = ({ accounts, blocks, requireTalk }: Pick<Players, 'accounts' | 'blocks' | 'requireTalk'>) => ({
  find: (who: Parameters<Accounts['find']>[0]) => accounts.find(who),
  hasBlocked: (player: string, other: string) => blocks.hasBlocked(player, other),
  requireTalk,
})
