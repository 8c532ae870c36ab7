import type { ChatLine, ChatRoom } from '../../protocol/index.ts'
import { houseBotLevel } from '../../protocol/index.ts'
import type { Entry, MatchHeader } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import type { RematchState } from '../news.ts'
import type { TakenSeat } from '../port.ts'
import { EntryList } from './entry-list.ts'

/** One match. A value is never changed, only replaced. Times are ms since 1970. */
export interface Match {
  readonly header: MatchHeader
  readonly createdAt: number
  /** The host's id for the command that created the match. */
  readonly createdBy?: string
  readonly status: 'waiting' | 'playing' | 'ended' | 'aborted'
  readonly entries: EntryList
  /** Null: the match has none. */
  readonly deadline: number | null
  /** Null: the match never expires. */
  readonly expiresAt: number | null
  /** When the match can be claimed from the outbox: while it is leased, the end of the lease. Null: it is not there. */
  readonly offeredAt: number | null
  /** Since when the match is in the outbox. Null: it is not there. */
  readonly waitingSince: number | null
  /** When the match enters the outbox once more, because of a line since it was claimed. Null: it does not. */
  readonly again: number | null
  /** Until when the turn of a bot is leased. Null: the match awaits no bot. Left out in what earlier versions stored. */
  readonly botTurnUntil?: number | null
  /** By seat with a player: since when they have it, moved by the downtime that was given back. */
  readonly seated: { readonly 0?: number; readonly 1?: number }
  /** By room: its last lines. */
  readonly chat: Readonly<Record<ChatRoom, readonly ChatLine[]>>
  /** Seats that do not want to read their room. */
  readonly muted: readonly Seat[]
  readonly rematch: Readonly<RematchState>
}

/** A match as plain JSON, as the journal has it: its entries are packed. Earlier versions stored them as they are. */
export type StoredMatch = Omit<Match, 'entries'> & { readonly entries: string | readonly Entry[] }

/** The form in which a match is stored. */
export const stored = (match: Match): StoredMatch => ({ ...match, entries: match.entries.packed })

/** A match that was stored. @throws Error if an entry is missing */
export function restored({ entries, ...match }: StoredMatch): Match {
  if (typeof entries === 'string') return { ...match, entries: EntryList.unpack(entries) }
  for (const [index, entry] of entries.entries()) requireNext(match.header.id, index, entry)
  return { ...match, entries: EntryList.of(entries) }
}

/** Each entry of a log follows the one before. @throws Error that names the match and the versions */
export function requireNext(match: string, version: number, next: Entry): void {
  if (next.version === version + 1) return
  throw new Error(`entries are missing: match ${match} goes from version ${version} to version ${next.version}`)
}

/** A match with an empty log. */
export function newMatch(
  header: MatchHeader,
  { createdAt, expiresAt, actionId }: { createdAt: number; expiresAt: number; actionId?: string | undefined },
): StoredMatch {
  return {
    header,
    createdAt,
    ...(actionId !== undefined && { createdBy: actionId }),
    status: 'waiting',
    entries: '',
    deadline: null,
    expiresAt,
    offeredAt: null,
    waitingSince: null,
    again: null,
    botTurnUntil: null,
    seated: { [header.host.seat]: createdAt },
    chat: { players: [], spectators: [] },
    muted: [],
    rematch: { offered: [], next: null },
  }
}

/** Whether the match is in progress, or waits for a player. */
export const isOpen = ({ status }: Match): boolean => status === 'waiting' || status === 'playing'

/** By player, the seats of a match that has not ended. Nobody asks for those of the bots that the server plays. */
export function takenSeats(match: Match): [player: string, seat: TakenSeat][] {
  const { header, createdAt, entries, status } = match
  if (!isOpen(match)) return []
  const ofHost: [string, TakenSeat] = [header.host.player.id, { match: header.id, since: createdAt }]
  if (status === 'waiting') return [ofHost]
  for (const { at, body } of entries) {
    if (body.type !== 'join') continue
    if (houseBotLevel(body.player.id) !== undefined) break
    return [ofHost, [body.player.id, { match: header.id, since: at }]]
  }
  return [ofHost]
}

/** The seats and one more, in order. */
export const withSeat = (seats: readonly Seat[], seat: Seat): Seat[] =>
  ([0, 1] as const).filter((other) => other === seat || seats.includes(other))
