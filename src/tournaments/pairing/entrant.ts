/** A player who is to be paired, with what came before. */
export interface Entrant {
  id: string
  /** Half points; in a knock-out, lives. Players with as many belong together. */
  score: number
  /** Those whom the player has met, or may not meet again. */
  met: ReadonlySet<string>
  /** In how many rounds the player had no opponent. */
  byes: number
  /** How often the player had the first seat, less how often the second one. */
  balance: number
  /** The seat in the last round with an opponent. */
  last: 0 | 1 | null
  /** The player met someone with less in the last round. */
  floated: boolean
}
