import type { ChatLine, ChatRoom } from '../protocol/index.ts'
import type { Entry, MatchHeader } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'

/** Who is connected to a match. */
export interface Attendance {
  /** The seats with a connection. */
  seats: Seat[]
  /**
   * By seat that has a player but no connection: since when (ms since 1970). A player who was never connected is away since
   * they joined, a host since the creation.
   */
  away: { 0?: number; 1?: number }
  /** Spectators, over all nodes. */
  watchers: number
}

/** Who wants to play again. */
export interface RematchState {
  offered: Seat[]
  /** The next match, once both players want it, or a series goes on. It is decided once and never changes. */
  next: MatchHeader | null
  /** The next match has begun: it exists, or it did and has expired. */
  began?: true
}

/** Something that a live store reports of one match: the one shape in which news travels from the store to the sockets. */
export type MatchNews = { match: string } &
  /** An entry was committed, by any node. */
  (
    | { type: 'entry'; entry: Entry }
    /** Who is connected has changed. */
    | { type: 'attendance'; attendance: Attendance }
    /** Someone said something; `muted` are the seats that do not want to read their room now. */
    | { type: 'chat'; room: ChatRoom; line: ChatLine; muted: Seat[] }
    /** A seat offered a rematch, or the next match was decided. */
    | { type: 'rematch'; rematch: RematchState }
  )

/** The one subscriber of a node to its live store. */
export interface LiveSubscriber {
  /** In order for each followed match, but some may be missing until `interrupted`, and some may come twice. */
  news(news: MatchNews): void
  /** News of this followed match may have been missed, or the match has expired: it must be read again. */
  interrupted(match: string): void
}
