import type { Cluster, Redis } from 'ioredis'
import { LOBBY_KEYS } from '../keys.ts'
import {
  ACCEPTED_CHALLENGE, CHALLENGES_OF, CLOSE_CHALLENGE, EXPIRE_CHALLENGES, OPEN_CHALLENGE, PROPOSE_CHALLENGE_MATCH,
  READ_CHALLENGE, SENT_CHALLENGE,
} from './challenges.ts'
import { ANNOUNCE, PUBLISHED } from './lobby.ts'
import { ONLINE_PLAYER, ONLINE_PLAYERS, RENEW_ONLINE } from './online.ts'
import { CLAIM_PAIRINGS, COMPLETE_PAIRING, CREATE_BOT_PAIRINGS, CREATE_PAIRINGS, LIST_WAITING, PROPOSE_MATCH } from './pairing.ts'
import { JOIN, LEAVE, MATCH_BEGAN, MATCH_ENDED, PLAYER_STATUS, POOL_STATS, RENEW_TICKETS } from './queue.ts'
import { CLAIM_SHOWN, HIDE_MATCH, IS_SHOWN, LIST_SHOWN, SHOW_MATCH } from './shown.ts'
import { CLAIM_TABLES, CLOSE_TABLE, LIST_TABLES, OPEN_TABLE, RESERVE_TABLE } from './tables.ts'

/** What a script takes after the keys: the channel, then the other arguments in the order in which it names them. */
type Script<Result> = (...keysAndArguments: (string | number)[]) => Promise<Result>

/** A ticket, a pairing (both JSON), "<match> <pool>", and matches. */
export type StatusReply = [ticket: string | null, pairing: string | null, found: string | null, playing: string[]]

/** The scripts as commands. */
export interface LobbyScripts {
  lobbyJoin: Script<StatusReply>
  lobbyRenewTickets: Script<string[]>
  lobbyLeave: Script<string | null>
  lobbyPlayerStatus: Script<StatusReply>
  lobbyPoolStats: Script<[waiting: number, waits: string[]][]>
  /** The store's time; then, of the page, the ticket (JSON) and the last opponent of each player in turn. */
  lobbyListWaiting: Script<[at: number, ...page: (string | null)[]]>
  lobbyCreatePairings: Script<string[]>
  lobbyCreateBotPairings: Script<string[]>
  lobbyClaimPairings: Script<string[]>
  lobbyProposeMatch: Script<string | null>
  lobbyCompletePairing: Script<null>
  lobbyAnnounce: Script<null>
  lobbyMatchBegan: Script<null>
  lobbyMatchEnded: Script<null>
  /** 0: the host has too many. */
  lobbyReserveTable: Script<0 | 1>
  lobbyOpenTable: Script<null>
  lobbyCloseTable: Script<null>
  lobbyTables: Script<string[]>
  lobbyClaimTables: Script<string[]>
  lobbyOpenChallenge: Script<string>
  lobbySentChallenge: Script<string | null>
  lobbyChallenge: Script<string | null>
  /** "<match> <player>". */
  lobbyAcceptedChallenge: Script<string | null>
  lobbyChallengesOf: Script<[received: string[], sent: string[]]>
  lobbyProposeChallengeMatch: Script<string | null>
  lobbyCloseChallenge: Script<0 | 1>
  lobbyExpireChallenges: Script<null>
  lobbyShowMatch: Script<null>
  lobbyHideMatch: Script<null>
  lobbyIsShown: Script<0 | 1>
  /** The match (JSON) and its place in turn. */
  lobbyListShown: Script<string[]>
  lobbyClaimShown: Script<string[]>
  lobbyRenewOnline: Script<null>
  /** The name of a player who is online, and 1 for a bot. */
  lobbyOnlinePlayer: Script<[name: string, bot: number] | []>
  /** How many players are online; then, of the page, of each player the id, the name, and 1 for a bot. */
  lobbyOnlinePlayers: Script<[count: number, ...page: [id: string, name: string, bot: number][]]>
  /** The number of the last message. */
  lobbyPublished: Script<number>
}

const SCRIPTS: Record<keyof LobbyScripts, string> = {
  lobbyJoin: JOIN,
  lobbyRenewTickets: RENEW_TICKETS,
  lobbyLeave: LEAVE,
  lobbyPlayerStatus: PLAYER_STATUS,
  lobbyPoolStats: POOL_STATS,
  lobbyListWaiting: LIST_WAITING,
  lobbyCreatePairings: CREATE_PAIRINGS,
  lobbyCreateBotPairings: CREATE_BOT_PAIRINGS,
  lobbyClaimPairings: CLAIM_PAIRINGS,
  lobbyProposeMatch: PROPOSE_MATCH,
  lobbyCompletePairing: COMPLETE_PAIRING,
  lobbyAnnounce: ANNOUNCE,
  lobbyMatchBegan: MATCH_BEGAN,
  lobbyMatchEnded: MATCH_ENDED,
  lobbyReserveTable: RESERVE_TABLE,
  lobbyOpenTable: OPEN_TABLE,
  lobbyCloseTable: CLOSE_TABLE,
  lobbyTables: LIST_TABLES,
  lobbyClaimTables: CLAIM_TABLES,
  lobbyOpenChallenge: OPEN_CHALLENGE,
  lobbySentChallenge: SENT_CHALLENGE,
  lobbyChallenge: READ_CHALLENGE,
  lobbyAcceptedChallenge: ACCEPTED_CHALLENGE,
  lobbyChallengesOf: CHALLENGES_OF,
  lobbyProposeChallengeMatch: PROPOSE_CHALLENGE_MATCH,
  lobbyCloseChallenge: CLOSE_CHALLENGE,
  lobbyExpireChallenges: EXPIRE_CHALLENGES,
  lobbyShowMatch: SHOW_MATCH,
  lobbyHideMatch: HIDE_MATCH,
  lobbyIsShown: IS_SHOWN,
  lobbyListShown: LIST_SHOWN,
  lobbyClaimShown: CLAIM_SHOWN,
  lobbyRenewOnline: RENEW_ONLINE,
  lobbyOnlinePlayer: ONLINE_PLAYER,
  lobbyOnlinePlayers: ONLINE_PLAYERS,
  lobbyPublished: PUBLISHED,
}

/** Defines the scripts as commands of a client: each script travels once per connection, after that only its hash. */
export function withLobbyScripts(client: Redis | Cluster): (Redis | Cluster) & LobbyScripts {
  const numberOfKeys = LOBBY_KEYS.length
  for (const [name, lua] of Object.entries(SCRIPTS)) client.defineCommand(name, { lua, numberOfKeys })
  return client as (Redis | Cluster) & LobbyScripts
}
