import type { BotLevel, PlayerRef } from '../../protocol/index.ts'

/** Who is to wait in a pool, and as what. */
export type NewTicket = Omit<Ticket, 'since'>

/** A player who waits in a pool. */
export interface Ticket {
  player: PlayerRef
  pool: string
  rating: number
  /** When the player joined the pool (ms since 1970, the store's time). */
  since: number
  /** The player to whom a bot belongs, if it waits for the ladder. Nobody is told. */
  owner?: string
  /** The bot of the server that the player accepts as an opponent; missing if they wait for people alone. */
  bot?: BotLevel
}
