/** The games of the ladder that are in play: each of them has a place. Pairings take places, too, until they are complete. */
export interface LadderStore {
  /** Gives a game in play a place, whether one is free or not: its node may have forgotten it. */
  add(match: string): Promise<void>
  remove(match: string): Promise<void>
  /**
   * Claims up to `limit` games, to be checked by the caller: those that were added, or claimed last, `everyMs` ago, which is
   * at least `LOBBY_RETENTION.pairingMs`. A place that a pairing has left behind is among them.
   */
  claim(limit: number, everyMs: number): Promise<string[]>
}
