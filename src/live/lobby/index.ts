/** The ports of a lobby: what each of its stores promises. */
export type {
  AcceptedChallenge,
  ChallengeStore,
  NewChallenge,
  PlayerChallenges,
  StoredChallenge,
} from './challenges.ts'
export type { LadderStore } from './ladder.ts'
export type { LeaveReason, LobbyFeed, LobbyNews, LobbySubscriber } from './news.ts'
export { MOST_PAIRS } from './pairings.ts'
export type { Candidate, Pairing, PairingStore, WaitingList } from './pairings.ts'
export type { OnlinePlayers, PresenceStore } from './presence.ts'
export type { Found, PlayerStatus, PoolStats, QueueStore } from './queue.ts'
export { LOBBY_RETENTION } from './retention.ts'
export { MOST_SHOWN } from './shown.ts'
export type { ListedMatch, ShownMatch, ShownOrder, ShownQuery, ShownStore } from './shown.ts'
export type { LobbyStores } from './stores.ts'
export type { Table, TableRequest, TableStore } from './tables.ts'
export type { NewTicket, Ticket } from './ticket.ts'
