import type { PlayerRef } from '../../protocol/index.ts'

/** A page of the players who are connected to any node. */
export interface OnlinePlayers {
  /** How many there are on all pages. */
  count: number
  /** In the order of their ids. */
  players: PlayerRef[]
}

/** Who is online: the players who are connected to any node. */
export interface PresenceStore {
  /**
   * Renews the presence of players: they count as online for `ttlMs`, or longer if that was agreed before. Many
   * players may be renewed in several operations.
   */
  renew(players: readonly PlayerRef[], ttlMs: number): Promise<void>
  /** A player who is online, null if they are not. */
  find(id: string): Promise<PlayerRef | null>
  /** The ids of those of some players who are online. */
  among(ids: readonly string[]): Promise<Set<string>>
  /**
   * The players who are online, up to `limit` of them in the order of their ids; the page starts behind the id
   * `after`.
   */
  page(limit: number, after?: string): Promise<OnlinePlayers>
}
