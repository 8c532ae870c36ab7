import type { Cluster, Redis } from 'ioredis'
import { LOBBY_KEYS } from '../keys.ts'
import type { ChallengeReplies } from './challenges.ts'
import { CHALLENGE_SCRIPTS } from './challenges.ts'
import type { LadderReplies } from './ladder.ts'
import { LADDER_SCRIPTS } from './ladder.ts'
import type { NewsReplies } from './news.ts'
import { NEWS_SCRIPTS } from './news.ts'
import type { PairingReplies } from './pairings.ts'
import { PAIRING_SCRIPTS } from './pairings.ts'
import type { PresenceReplies } from './presence.ts'
import { PRESENCE_SCRIPTS } from './presence.ts'
import type { QueueReplies } from './queue.ts'
import { QUEUE_SCRIPTS } from './queue.ts'
import type { ShownReplies } from './shown.ts'
import { SHOWN_SCRIPTS } from './shown.ts'
import type { TableReplies } from './tables.ts'
import { TABLE_SCRIPTS } from './tables.ts'

/** What each script of the lobby replies. */
export interface LobbyReplies
  extends
    QueueReplies,
    PairingReplies,
    TableReplies,
    ChallengeReplies,
    ShownReplies,
    LadderReplies,
    PresenceReplies,
    NewsReplies {}

/** The scripts as commands. Each takes the keys, the channel, and the other arguments in the order in which it names them. */
export type LobbyScripts = {
  [Name in keyof LobbyReplies]: (...keysAndArguments: (string | number)[]) => Promise<LobbyReplies[Name]>
}

/** Runs a script with the arguments that it names. @throws CodedError `unavailable`. */
export type RunScript<Replies> = <Name extends keyof Replies>(
  script: Name,
  ...args: (string | number)[]
) => Promise<Replies[Name]>

const SCRIPTS: Record<keyof LobbyReplies, string> = {
  ...QUEUE_SCRIPTS,
  ...PAIRING_SCRIPTS,
  ...TABLE_SCRIPTS,
  ...CHALLENGE_SCRIPTS,
  ...SHOWN_SCRIPTS,
  ...LADDER_SCRIPTS,
  ...PRESENCE_SCRIPTS,
  ...NEWS_SCRIPTS,
}

/** Defines the scripts as commands of a client: each travels once per connection, after that only its hash. */
export function withLobbyScripts(client: Redis | Cluster): (Redis | Cluster) & LobbyScripts {
  const numberOfKeys = LOBBY_KEYS.length
  for (const [name, lua] of Object.entries(SCRIPTS)) client.defineCommand(name, { lua, numberOfKeys })
  return client as (Redis | Cluster) & LobbyScripts
}
