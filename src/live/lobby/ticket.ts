import type { BotLevel, PlayerRef } from '../../protocol/index.ts'

/** A player who waits in a pool. */
export interface Ticket {
  player: PlayerRef
  pool: string
  rating: number
  /** When the player joined the pool (ms since 1970, the store's time). */
  since: number
  /** The bot of the server that the player accepts as an opponent; missing if they wait for people alone. */
  bot?: BotLevel
}
