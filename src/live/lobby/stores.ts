import type { ChallengeStore } from './challenges.ts'
import type { LadderStore } from './ladder.ts'
import type { LobbyFeed } from './news.ts'
import type { PairingStore } from './pairings.ts'
import type { PresenceStore } from './presence.ts'
import type { QueueStore } from './queue.ts'
import type { ShownStore } from './shown.ts'
import type { TableStore } from './tables.ts'

/**
 * Where a lobby keeps its state. Both adapters of a port make the same promises: each method is one atomic operation,
 * unless it says otherwise; time is the store's; each change is published to every node. A player waits in one pool at
 * a time, and does not wait while they are paired. The stores remove what has expired in portions, so that counts and
 * lists may include it for a short time. Every method rejects with `CodedError('unavailable')` while the store does not
 * answer. The operation may then have been done all the same; repeating it is harmless.
 */
export interface LobbyStores {
  queue: QueueStore
  pairings: PairingStore
  tables: TableStore
  challenges: ChallengeStore
  shown: ShownStore
  ladder: LadderStore
  presence: PresenceStore
  news: LobbyFeed
  close(): Promise<void>
}
