/** What the players agree on before a match. */
export interface MatchOptions {
  /** With the Agora expansion. */
  agora: boolean
  /** A draft of eight wonders, or the fixed ones recommended for a first game. */
  wonders: 'draft' | 'first-game'
  /** Pawn in the centre at the end of an age: the player who took the last card chooses who begins, or begins himself (base.md D1). */
  tiedPawn: 'chooses' | 'begins'
}
