import type { Game, GameSummary, PlayerProfile, Replay, Snapshot } from '../../src/protocol/index.ts'
import type { ChatLine } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import type { Line } from '../swarm/lines.ts'

/** What a server promises about what it has acknowledged. */
export interface Promised {
  /**
   * What was acknowledged before this moment (ms since 1970, by the clock of the swarm) may be lost, from the end of
   * each log: a replica of Redis took over. Null: nothing may be lost.
   */
  mayLoseUntil: number | null
  /**
   * Whether a line of chat may be there twice: a client that loses the answer to a line reads the room and says the
   * line again, while a store or a node that was paused still has the first one.
   */
  mayRepeat: boolean
}

/** What a client sees of a match at last, and what the server answers when it is asked once more. */
export interface SeenView {
  match: string
  seat: Seat
  version: number
  last: Snapshot
  fresh: Snapshot
}

/** All that is known when the swarm has stopped, as plain JSON. */
export interface Evidence {
  promised: Promised
  /** Of each player. */
  journals: Line[][]
  /** The live store's record of each match that a player entered; null if it has none. */
  records: Record<string, MatchRecord | null>
  /** The live store's lines of the players' room of each match. */
  chats: Record<string, ChatLine[]>
  views: SeenView[]
  /** All games that the history lists, as it lists them. */
  listed: GameSummary[]
  /** By id, each of them as it is read alone, and its replay; null if there is none. */
  games: Record<string, { game: Game; replay: Replay } | null>
  profiles: PlayerProfile[]
}

/** A broken promise. */
export interface Fault {
  about: 'log' | 'chat' | 'view' | 'history' | 'rating'
  /** The match, or the player. */
  of: string
  text: string
}
