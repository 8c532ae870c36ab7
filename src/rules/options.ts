import type { Seat } from './seat.ts'

/** So many coins more than usual, with which one seat begins (base.md §2.1). */
export interface Handicap {
  seat: Seat
  coins: number
}

/** What the players agree on before a match. */
export interface MatchOptions {
  /** With the Agora expansion. */
  agora: boolean
  /** With the Pantheon expansion. In a log that is older than this option it is absent, which means false. */
  pantheon: boolean
  /** A draft of eight wonders, or the fixed wonders recommended for a first game. */
  wonders: 'draft' | 'first-game'
  /**
   * What the player who took the last card of an age does if the pawn stands in the centre: they choose who begins the
   * next age, or they begin it (base.md D1).
   */
  tiedPawn: 'chooses' | 'begins'
  /** Left out: both seats begin with the same coins. */
  handicap?: Handicap | undefined
}
