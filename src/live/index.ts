/** Where live matches are kept. */
export { openEmbeddedLobby } from './embedded/lobby/store.ts'
export type { EmbeddedLobbyOptions } from './embedded/lobby/store.ts'
export { openEmbeddedStore } from './embedded/store.ts'
export type { EmbeddedOptions } from './embedded/store.ts'
export { LOBBY_RETENTION, MOST_PAIRS, MOST_SHOWN } from './lobby-port.ts'
export type {
  Candidate, LeaveReason, ListedMatch, LobbyNews, LobbyStore, LobbySubscriber, NewChallenge, OnlinePlayers, Pairing,
  PlayerChallenges, PlayerStatus, PoolStats, ShownMatch, ShownOrder, ShownQuery, Table, TableRequest, Ticket,
  WaitingList,
} from './lobby-port.ts'
export { CHAT_LINES_KEPT, OUTAGE_MS } from './port.ts'
export type { Attendance, LiveSubscriber, MatchNews, RematchState } from './news.ts'
export type { Commit, CommitResult, Created, LiveStore, Retention, TakenSeat } from './port.ts'
export { parseAddress as parseRedisAddress } from './redis/address.ts'
export { openRedisLimiters } from './redis/limiters.ts'
export { openRedisLobby } from './redis/lobby/store.ts'
export type { RedisLobbyOptions } from './redis/lobby/store.ts'
export { openRedisStore } from './redis/store.ts'
export type { RedisOptions } from './redis/store.ts'
export { DEFAULT_RETENTION } from './retention.ts'
