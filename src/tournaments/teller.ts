import type { Lobby } from '../lobby/index.ts'
import type { GameKind, PlayerRef, TimeControlId } from '../protocol/index.ts'

/** What a player of a tournament has to know even without a connection. */
export type TournamentNews = { tournament: string; name: string } & (
  | {
      type: 'tournament-paired'
      round: number
      match: string
      opponent: PlayerRef
      kind: GameKind
      clock: TimeControlId
    }
  /** The place is left out if the tournament was cancelled. */
  | { type: 'tournament-ended'; place?: number }
)

type Listener = (player: string, news: TournamentNews) => void

/** A match of a round that has begun. */
export interface Begun {
  tournament: string
  name: string
  round: number
  match: string
  kind: GameKind
  clock: TimeControlId
  players: readonly [PlayerRef, PlayerRef]
}

/**
 * Tells players what happens in their tournaments: on their connections, and this node what reaches them without one. All
 * methods reject with `unavailable` if connections cannot be told; the listeners have been called then.
 */
export class Teller {
  readonly #tell: Lobby['tell']
  readonly #listeners = new Set<Listener>()

  constructor(tell: Lobby['tell']) {
    this.#tell = tell
  }

  /** Calls with what happens at this node, once for each player. */
  onNews(listener: Listener): void {
    this.#listeners.add(listener)
  }

  async paired({ players: [one, other], ...begun }: Begun): Promise<void> {
    this.#news(one.id, { type: 'tournament-paired', ...begun, opponent: other })
    this.#news(other.id, { type: 'tournament-paired', ...begun, opponent: one })
    const { tournament, round, match } = begun
    await this.#tell([one.id, other.id], { event: 'tournament:paired', payload: { tournament, round, match } })
  }

  async round(players: string[], tournament: string, round: number): Promise<void> {
    await this.#tell(players, { event: 'tournament:round', payload: { tournament, round } })
  }

  /** @param places by player; null for each if the tournament was cancelled. */
  async ended(tournament: string, name: string, places: readonly (readonly [string, number | null])[]): Promise<void> {
    const ends = places.map(([player, place]) => ({ player, how: { tournament, ...(place !== null && { place }) } }))
    for (const { player, how } of ends) this.#news(player, { type: 'tournament-ended', name, ...how })
    for (const { player, how } of ends) await this.#tell([player], { event: 'tournament:ended', payload: how })
  }

  #news(player: string, news: TournamentNews): void {
    for (const listener of this.#listeners) listener(player, news)
  }
}
