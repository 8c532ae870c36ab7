import type { GameKind, PublicMatch, PublicMatchesRequest, TimeControlId } from '../../protocol/index.ts'

/** A match in play that anyone may watch, as the lobby shows it. */
export type ShownMatch = Omit<PublicMatch, 'watchers'>

/** How shown matches are listed: the one that was shown last first, or the one of the highest rating. */
export type ShownOrder = PublicMatchesRequest['order']

/** Which shown matches are listed. */
export interface ShownQuery {
  order: ShownOrder
  kind?: GameKind | undefined
  clock?: TimeControlId | undefined
  /** Only those in which a bot has a seat, or only those between people. */
  bots?: boolean | undefined
  /** How many at most. */
  limit: number
  /** The list goes on behind the match with this place. */
  after?: number | undefined
}

/** A match in a list. */
export interface ListedMatch {
  match: ShownMatch
  /** The place in the list; no two matches of a list have the same. */
  place: number
}

/** How many matches in play a lobby shows; the one that was shown first is hidden for another one. */
export const MOST_SHOWN = 10_000

/** The matches in play that anyone may watch. */
export interface ShownStore {
  /**
   * Shows a match in play, if it is not shown yet. When there are more than `MOST_SHOWN`, the match that was shown first
   * is hidden.
   */
  show(match: ShownMatch): Promise<void>
  hide(match: string): Promise<void>
  has(match: string): Promise<boolean>
  /** By player, for those of some players who play a shown match: one such match. */
  playedBy(players: readonly string[]): Promise<Map<string, string>>
  /** The shown matches that a query asks for. In the order of ratings, a match without ratings is not listed. */
  list(query: ShownQuery): Promise<ListedMatch[]>
  /** Claims up to `limit` shown matches, to be checked by the caller: those shown, or claimed last, `everyMs` ago. */
  claim(limit: number, everyMs: number): Promise<string[]>
}
