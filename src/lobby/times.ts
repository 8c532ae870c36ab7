/** The intervals and time limits of a lobby, in ms. */
export interface LobbyTimes {
  /**
   * How long a ticket lasts without renewal: the grace for a lost connection, and the longest time between two polls.
   */
  ticketTtl: number
  /** Between two renewals of the tickets of players who wait with a connection. */
  renewal: number
  /** Between two polls of pools, pairings and tables. */
  poll: number
  /** How long a node has to create the match of a pairing before another node may do so. */
  lease: number
  /** Between two checks of the same table. */
  tableCheck: number
  /** How long a host may be away before their open table is closed. It does not apply to correspondence. */
  hostAway: number
  /** Changes of the public list are collected for this long, and then sent together. */
  tableChanges: number
  /** Between two checks of the same public match in play. */
  shownCheck: number
  /** Between two checks of the same game of the ladder: longer than a pairing is retained. */
  ladderCheck: number
  /** Between two renewals of the players who are online. */
  online: number
  /** How long a player waits, by the pace of the pool, before they get the bot that they accept. */
  botAfter: Record<'real-time' | 'correspondence', number>
  /** How long the lobby waits for a player's rating. After that, the player counts as new. So long it waits for which pools are used. */
  rating: number
  /** For how long it is known which pools are used, before that is read again. */
  uses: number
}

export const LOBBY_TIMES: LobbyTimes = {
  ticketTtl: 15_000,
  renewal: 5_000,
  poll: 1_000,
  lease: 10_000,
  tableCheck: 10_000,
  hostAway: 60_000,
  tableChanges: 250,
  shownCheck: 600_000,
  ladderCheck: 90_000,
  online: 15_000,
  botAfter: { 'real-time': 30_000, correspondence: 300_000 },
  rating: 1_000,
  uses: 60_000,
}
