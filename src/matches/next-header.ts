import type { SeriesTerms } from '../protocol/index.ts'
import { gameOptionsOf } from '../protocol/index.ts'
import type { Fold, MatchHeader, Outcome, Seating } from '../record/index.ts'
import {
  advance,
  fairSeat,
  gameAfter,
  isDecider,
  kindOf,
  matchOfSeries,
  newSeed,
  otherSeat,
  termsOf,
} from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import { newHeader } from './new-header.ts'
import type { Prospect } from './prospect.ts'
import type { RatedPlayers } from './rated-players.ts'

/** What a match of the same two players has that the one before had not. */
interface Next {
  /** The seat, in the match before, of the player who is the host. */
  host: Seat
  seating: Seating
  seed: string
  /** The series of which it is the first game. */
  series?: SeriesTerms | undefined
}

/** The header of the same match once more. An agreed handicap follows its player; one that bids gave does not. */
export function headerOfNext({ header, players }: Fold, { host, seating, seed, series }: Next): MatchHeader {
  const { handicap, ...usual } = gameOptionsOf(header.options)
  const seatAfter = (seat: Seat): Seat => (seat === host ? seating.seat : otherSeat(seating.seat))
  const options = { ...usual, ...(handicap && { handicap: { ...handicap, seat: seatAfter(handicap.seat) } }) }
  const [kind, terms] = [kindOf(header), termsOf(header)]
  return newHeader({ host: players[host]!, seating, seed, kind, options, terms, series, origin: 'rematch' })
}

/** The other seat than the one that the host had in the match before. */
export const swappedSeat = (seed: string, before: Seat): Seating =>
  fairSeat(seed, before === 0 ? { host: 1, guest: 0 } : { host: 0, guest: 1 })

/**
 * The header of the next game of a series, once a match has ended like this; null if none follows. The seats are swapped;
 * those of a last game that decides are drawn, or balanced in a rated match. Never rejects.
 */
export async function nextGame(
  fold: Fold,
  outcome: Outcome,
  rated: Pick<RatedPlayers, 'seat'>,
): Promise<MatchHeader | null> {
  const { header, players } = fold
  const series = gameAfter(header, outcome)
  if (!series) return null
  // Whoever created the first match is the host of all: they are never a bot of the server.
  const host: Seat = players[0]!.id === header.host.player.id ? 0 : 1
  const [kind, terms, seed] = [kindOf(header), termsOf(header), newSeed()]
  const meeting = { host: players[host]!, guest: players[otherSeat(host)]!, kind, terms, seed }
  const seating = isDecider(series) ? await rated.seat(meeting) : swappedSeat(seed, host)
  const [first, second] = [series.points[0], series.points[1]]
  const points = seating.seat === host ? { 0: first, 1: second } : { 0: second, 1: first }
  const next = headerOfNext(fold, { host, seating, seed })
  const { code, tournament } = header
  return { ...next, id: matchOfSeries(series), code, series: { ...series, points }, ...(tournament && { tournament }) }
}

/**
 * The header of the other game of a pair: on the same deal, with the seats swapped. Every call gives the same, except for a
 * code, which nobody is told.
 */
export function twinOf(first: MatchHeader): MatchHeader {
  const { id, twin, seed, host } = first
  const [kind, options, terms] = [kindOf(first), gameOptionsOf(first.options), termsOf(first)]
  const seating = swappedSeat(seed, host.seat)
  const header = newHeader({
    host: host.player,
    seating,
    seed,
    kind,
    options,
    terms,
    deal: id,
    twin: id,
    origin: 'ladder',
  })
  return { ...header, id: twin! }
}

/** The next match of a series, once an entry has ended a game; null if none follows. */
export type NextGame = (prospect: Prospect) => Promise<MatchHeader | null>

/** Decides on next games. */
export const nextGames =
  (rated: Pick<RatedPlayers, 'seat'>): NextGame =>
  async ({ fold, body, reduction }) => {
    if (!fold.header.series) return null
    // How a game ends does not depend on the time of its last entry.
    const last = advance(fold, { version: fold.version + 1, at: fold.createdAt, body }, reduction).fold
    return nextGame(fold, last.outcome!, rated)
  }
