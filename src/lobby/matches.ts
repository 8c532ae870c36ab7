import type { Matches } from '../matches/index.ts'
import type { GameOptions, PlayerRef, Rating, RatingKind, Snapshot } from '../protocol/index.ts'
import type { MatchHeader } from '../record/index.ts'

/** A match in which both players have a seat. */
export interface MatchInPlay {
  header: MatchHeader
  options: GameOptions
  /** By seat. */
  players: [PlayerRef, PlayerRef]
  /** When the second player joined (ms since 1970, the store's time). */
  startedAt: number
}

/** What the lobby needs of the matches. */
export interface LobbyMatches {
  /** Creates a match and seats both; `bid` is that of the guest, if both have bid. A repeated call changes nothing. */
  open(header: MatchHeader, guest: PlayerRef, bid?: number): Promise<void>
  /** The same for both games of a pair: neither begins before there are both. */
  openPair(headers: readonly [MatchHeader, MatchHeader], guest: PlayerRef): Promise<void>
  /** The match to which an invitation code leads, as spectators see it; null if the code is unknown, or was used. */
  invitation(code: string): Promise<Snapshot | null>
  /** Whether a match waits for a second player. */
  isWaiting(match: string): Promise<boolean>
  /** Whether a match has ended, was aborted, or is not known (any more). */
  isOver(match: string): Promise<boolean>
  /** Cancels a match, unless a second player has joined it. */
  cancel(match: string): Promise<void>
  /** Notifies the players at this node that a match of theirs has started. */
  announced(match: string, players: readonly string[]): void
  /** Starts of matches may have been missed. */
  interrupted(): void
  /** Registers a listener for what this node does to matches. A match is not created if `creating` rejects. */
  listen(listener: {
    creating(header: MatchHeader): Promise<void>
    created(header: MatchHeader): void
    started(header: MatchHeader, players: readonly PlayerRef[]): void
    playing(match: MatchInPlay): void
    ended(header: MatchHeader, players: readonly (PlayerRef | null)[]): void
  }): void
}

/** The matches as the lobby needs them. */
export const lobbyMatches = ({ play, endings, views, lifecycle, streams }: Matches): LobbyMatches => ({
  open: (header, guest, bid) => play.open(header, guest, bid),
  openPair: (headers, guest) => play.openPair(headers, guest),
  invitation: (code) => views.invitation(code),
  isWaiting: (match) => views.isWaiting(match),
  isOver: (match) => views.isOver(match),
  cancel: (match) => endings.cancel(match),
  announced: (match, players) => streams.seated(match, players),
  interrupted: () => streams.interrupted(),
  listen: (listener) => lifecycle.subscribe(listener),
})

/** Reads the rating of a player. */
export type RatingOf = (player: string, kind: RatingKind) => Promise<Rating>
