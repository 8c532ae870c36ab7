import type { ChatLine, ChatRoom } from '../../protocol/index.ts'
import type { Entry, MatchHeader } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import type { RematchState } from '../news.ts'

/** One match as the machine knows it: plain JSON, and never changed but replaced. Times are ms since 1970. */
export interface Match {
  readonly header: MatchHeader
  readonly createdAt: number
  readonly status: 'waiting' | 'playing' | 'ended' | 'aborted'
  readonly entries: readonly Entry[]
  /** Null: the match has none. */
  readonly deadline: number | null
  /** Null: it never expires. */
  readonly expiresAt: number | null
  /** Since when the match can be claimed from the outbox; later while it is leased. Null: it is not in the outbox. */
  readonly offeredAt: number | null
  /** When the match enters the outbox once more, as somebody said something since it was claimed. */
  readonly again: number | null
  /** By seat that has a player: since when, later by the downtime that was given back. */
  readonly seated: { readonly 0?: number; readonly 1?: number }
  /** The last lines of each room. */
  readonly chat: Readonly<Record<ChatRoom, readonly ChatLine[]>>
  /** Seats that do not want to read their room. */
  readonly muted: readonly Seat[]
  readonly rematch: Readonly<RematchState>
}

/** A match with an empty log. */
export function newMatch(header: MatchHeader, createdAt: number, expiresAt: number): Match {
  return {
    header,
    createdAt,
    status: 'waiting',
    entries: [],
    deadline: null,
    expiresAt,
    offeredAt: null,
    again: null,
    seated: { [header.host.seat]: createdAt },
    chat: { players: [], spectators: [] },
    muted: [],
    rematch: { offered: [], next: null },
  }
}

/** The match goes on: nobody has ended it. */
export const isOpen = ({ status }: Match): boolean => status === 'waiting' || status === 'playing'

/** The seats with one more of them, in order. */
export const withSeat = (seats: readonly Seat[], seat: Seat): Seat[] =>
  ([0, 1] as const).filter((other) => other === seat || seats.includes(other))
