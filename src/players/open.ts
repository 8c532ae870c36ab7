import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import type { Limiters } from '../limits/index.ts'
import type { PlayerRef } from '../protocol/index.ts'
import { Accounts } from './accounts.ts'
import { Blocks } from './blocks.ts'
import { BotAccounts } from './bots.ts'
import { Directory } from './directory.ts'
import { EarlyEnds } from './early-ends.ts'
import { Follows } from './follows.ts'
import { Passkeys } from './passkeys.ts'
import { storedSecret } from './secret.ts'
import { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'
import { createTokens } from './tokens.ts'

interface TokenSettings {
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

interface PlayersParts {
  database: Database
  tokens: Tokens
  limiters: Limiters
  log: Logger
  guestNameMs?: number
  /** Where people reach the server: without it there are no passkeys. */
  publicUrl?: string | undefined
}

/** All that is known of players, and what the others ask about them. To be closed before the database is. */
export async function openPlayers({ database, tokens, limiters, log, guestNameMs, publicUrl }: PlayersParts) {
  const sessions = await Sessions.open({ database, tokens, log })
  try {
    const accounts = await Accounts.open({ database, tokens, sessions, limiters, guestNameMs })
    const bots = new BotAccounts({ database, tokens, sessions, accounts, limiters })
    const passkeys = new Passkeys({ database, tokens, sessions, accounts, limiters, publicUrl })
    const blocks = new Blocks(database)
    const follows = new Follows(database)
    const directory = new Directory(database)
    const earlyEnds = new EarlyEnds(database)
    const requireTalk = (player: string): void => sessions.sanctions.requireTalk(player)
    const requireAccount = (player: PlayerRef): Promise<void> => sessions.requireAccount(player)
    const people = {
      find: (who: Parameters<Accounts['find']>[0]) => accounts.find(who),
      hasBlocked: (player: string, other: string) => blocks.hasBlocked(player, other),
      requireTalk,
    }
    const close = async (): Promise<void> => {
      await earlyEnds.close()
      await sessions.close()
    }
    return {
      tokens,
      sessions,
      accounts,
      bots,
      passkeys,
      blocks,
      follows,
      directory,
      earlyEnds,
      requireTalk,
      requireAccount,
      people,
      close,
    }
  } catch (error) {
    await sessions.close()
    throw error
  }
}
