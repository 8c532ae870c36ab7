/** How long things take here, in ms. */
export interface LobbyTimes {
  /** How long a player waits who is not heard of: the grace for a lost connection, and the longest time between two polls. */
  keep: number
  /** How often the store is told who waits with a connection. */
  heartbeat: number
  /** Between two looks after pools, pairings and tables. */
  look: number
  /** For a node to make the match of a pairing, before another one does. */
  lease: number
  /** Between two looks after the same table. */
  tableLook: number
  /** A host who was away for so long has no open table any more, but for correspondence. */
  hostAway: number
  /** Changes of the list are told together, at most so often. */
  tell: number
  /** How often the store is told who is connected. */
  online: number
  /** For the rating of a player to be read; later he counts as new. */
  rating: number
}

export const LOBBY_TIMES: LobbyTimes = {
  keep: 15_000,
  heartbeat: 5_000,
  look: 1_000,
  lease: 10_000,
  tableLook: 10_000,
  hostAway: 60_000,
  tell: 250,
  online: 15_000,
  rating: 1_000,
}
