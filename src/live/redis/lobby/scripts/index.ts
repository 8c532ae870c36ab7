import type { Cluster, Redis } from 'ioredis'
import { LOBBY_KEYS } from '../keys.ts'
import { PUBLISHED } from './lobby.ts'
import { GREET, ONLINE } from './online.ts'
import { CLAIM_PAIRINGS, PAIR, PROPOSE, SETTLE } from './pairing.ts'
import { BEGAN, CROWDS, JOIN, KEEP, LEAVE, OVER, STANDING } from './queue.ts'
import { CLAIM_TABLES, CLOSE_TABLE, LIST_TABLES, OPEN_TABLE, RESERVE_TABLE } from './tables.ts'

/** What a script takes after the keys: the channel, then the other arguments in the order in which it names them. */
type Script<Result> = (...keysAndArguments: (string | number)[]) => Promise<Result>

/** A ticket, a pairing (both JSON), "<match> <pool>", and matches. */
export type StandingReply = [ticket: string | null, pairing: string | null, found: string | null, playing: string[]]

/** The scripts as commands. */
export interface LobbyScripts {
  lobbyJoin: Script<StandingReply>
  lobbyKeep: Script<string[]>
  lobbyLeave: Script<string | null>
  lobbyStanding: Script<StandingReply>
  lobbyCrowds: Script<[waiting: number, waits: string[]][]>
  lobbyPair: Script<string[]>
  lobbyClaimPairings: Script<string[]>
  lobbyPropose: Script<string | null>
  lobbySettle: Script<null>
  lobbyBegan: Script<null>
  lobbyOver: Script<null>
  /** 0: the host has too many. */
  lobbyReserveTable: Script<0 | 1>
  lobbyOpenTable: Script<null>
  lobbyCloseTable: Script<null>
  lobbyTables: Script<string[]>
  lobbyClaimTables: Script<string[]>
  lobbyGreet: Script<null>
  /** How many are connected; then, of the page, id and name in turn. */
  lobbyOnline: Script<[count: number, ...page: string[]]>
  /** How many messages were published. */
  lobbyPublished: Script<number>
}

const SCRIPTS: Record<keyof LobbyScripts, string> = {
  lobbyGreet: GREET,
  lobbyOnline: ONLINE,
  lobbyJoin: JOIN,
  lobbyKeep: KEEP,
  lobbyLeave: LEAVE,
  lobbyStanding: STANDING,
  lobbyCrowds: CROWDS,
  lobbyPair: PAIR,
  lobbyClaimPairings: CLAIM_PAIRINGS,
  lobbyPropose: PROPOSE,
  lobbySettle: SETTLE,
  lobbyBegan: BEGAN,
  lobbyOver: OVER,
  lobbyReserveTable: RESERVE_TABLE,
  lobbyOpenTable: OPEN_TABLE,
  lobbyCloseTable: CLOSE_TABLE,
  lobbyTables: LIST_TABLES,
  lobbyClaimTables: CLAIM_TABLES,
  lobbyPublished: PUBLISHED,
}

/** Teaches a client the scripts: they travel once for each connection, after that by their hash. */
export function withLobbyScripts(client: Redis | Cluster): (Redis | Cluster) & LobbyScripts {
  for (const [name, lua] of Object.entries(SCRIPTS)) client.defineCommand(name, { lua, numberOfKeys: LOBBY_KEYS.length })
  return client as (Redis | Cluster) & LobbyScripts
}
