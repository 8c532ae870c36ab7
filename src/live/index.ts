/** Where live matches are kept. */
export { openEmbeddedLobby } from './embedded/lobby.ts'
export type { EmbeddedLobbyOptions } from './embedded/lobby.ts'
export { openEmbeddedStore } from './embedded/store.ts'
export type { EmbeddedOptions } from './embedded/store.ts'
export { LOBBY_KEEPS, PAIRING_BOUNDS } from './lobby-port.ts'
export type {
  Crowd, LeftBecause, LobbyListener, LobbyStore, Online, Pairing, PairingRules, Standing, Table, Ticket,
} from './lobby-port.ts'
export { CHAT_LINES_KEPT, OUTAGE_MS } from './port.ts'
export type { Attendance, LiveSubscriber, MatchNews, RematchState } from './news.ts'
export type { Commit, CommitResult, LiveStore, Retention } from './port.ts'
export { openRedisLobby } from './redis/lobby/store.ts'
export type { RedisLobbyOptions } from './redis/lobby/store.ts'
export { openRedisStore } from './redis/store.ts'
export type { RedisOptions } from './redis/store.ts'
export { DEFAULT_RETENTION } from './retention.ts'
