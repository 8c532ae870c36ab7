import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import type { Limiters } from '../limits/index.ts'
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

/** Who plays. To be closed before the database is. */
export interface Players {
  tokens: Tokens
  sessions: Sessions
  accounts: Accounts
  bots: BotAccounts
  blocks: Blocks
  close(): Promise<void>
}

export async function openPlayers(
  { database, tokens, limiters, log }: { database: Database; tokens: Tokens; limiters: Limiters; log: Logger },
): Promise<Players> {
  const sessions = await Sessions.open({ database, tokens, log })
  try {
    const accounts = await Accounts.open({ database, tokens, sessions, limiters })
    const bots = new BotAccounts({ database, tokens, sessions, accounts, limiters })
    return { tokens, sessions, accounts, bots, blocks: new Blocks(database), close: () => sessions.close() }
  } catch (error) {
    await sessions.close()
    throw error
  }
}
