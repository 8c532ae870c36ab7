import type { PlayerRef, Rating, RatingKind } from '../protocol/index.ts'
import type { MatchHeader } from '../record/index.ts'

/** What the lobby needs of the matches. */
export interface LobbyMatches {
  /** Creates a match and seats both. Any number of times is once. */
  open(header: MatchHeader, guest: PlayerRef): Promise<void>
  /** Whether it has ended, was aborted, or is not known (any more). */
  isOver(match: string): Promise<boolean>
  /** Takes a match back, unless somebody has joined it. */
  cancel(match: string): Promise<void>
  /** Of what is done to matches on this node. What `creating` throws keeps a match from being created. */
  listen(listener: {
    creating(header: MatchHeader): Promise<void>
    created(header: MatchHeader): void
    started(header: MatchHeader, players: readonly PlayerRef[]): void
    returned(header: MatchHeader, player: PlayerRef): void
    ended(header: MatchHeader, players: readonly (PlayerRef | null)[]): void
  }): void
}

/** How strong a player is. */
export type RatingOf = (player: string, kind: RatingKind) => Promise<Rating>
