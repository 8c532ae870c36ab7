import { createHash } from 'node:crypto'
import type { GameOfSeries, HalfPoints, SeriesOfMatch, SeriesScore } from '../protocol/index.ts'
import type { MatchHeader, Outcome } from './types.ts'

/** What a match says of its series. */
type InSeries = Pick<MatchHeader, 'series'>

/** A match, and how it has ended. */
interface Ended {
  header: InSeries
  outcome: Outcome | null
}

/**
 * The id of the match that is a game of a series. It follows from the id of the series, so that every match of it says
 * which one comes next, and nobody has to list them.
 */
export const matchOfSeries = ({ id, game }: Pick<GameOfSeries, 'id' | 'game'>): string =>
  game === 1 ? id : createHash('sha256').update(`${id} ${game}`, 'utf8').digest('base64url').slice(0, 16)

/**
 * Whether a match is a game of a series that others came before, one of a pair, or one of a tournament: neither player can
 * get out of it unpunished, and it waits for nobody else than its second player.
 */
export const isBinding = ({ series, twin, tournament }: InSeries & Pick<MatchHeader, 'twin' | 'tournament'>): boolean =>
  (series?.game ?? 1) > 1 || twin !== undefined || tournament !== undefined

/** How a series stands after a game with this outcome, which is not that of an aborted match. */
export function scoreAfter({ best, game, points }: Omit<GameOfSeries, 'id'>, { winner }: Outcome): SeriesScore {
  const gained = (seat: 0 | 1): number => (winner === null ? 1 : winner === seat ? 2 : 0)
  const after: HalfPoints = { 0: points[0] + gained(0), 1: points[1] + gained(1) }
  const leader = after[0] === after[1] ? undefined : after[0] > after[1] ? 0 : 1
  const isOver = game >= best || Math.max(after[0], after[1]) > best
  return { points: after, isOver, ...(isOver && leader !== undefined && { winner: leader }) }
}

/** The game after a match that has ended like this, with the points by the seats of that match; null if none follows. */
export function gameAfter({ series }: InSeries, outcome: Outcome | null): GameOfSeries | null {
  if (!series || !outcome || outcome.by === 'aborted') return null
  const { points, isOver } = scoreAfter(series, outcome)
  return isOver ? null : { ...series, game: series.game + 1, points }
}

/** Whether only one game is left, and it decides. */
export const isDecider = ({ best, game, points }: Omit<GameOfSeries, 'id'>): boolean =>
  game === best && points[0] === points[1]

/** The place of a match in its series, by its fields. */
export const shownPlace = ({ id, best, game, points }: GameOfSeries): GameOfSeries => ({
  id,
  best,
  game,
  points: { 0: points[0], 1: points[1] },
})

/** The series of a match as everybody sees it; undefined if it is no game of a series. */
export function shownSeries({ header, outcome }: Ended): SeriesOfMatch | undefined {
  const { series } = header
  if (!series) return undefined
  const next = gameAfter(header, outcome)
  return {
    ...shownPlace(series),
    ...(outcome && outcome.by !== 'aborted' && { after: scoreAfter(series, outcome) }),
    ...(next && { next: matchOfSeries(next) }),
  }
}

/** Whether what a record says of its series can be so: its id is that of this game, and nobody had won before it. */
export function isPlacedRightly({ id, series }: InSeries & Pick<MatchHeader, 'id'>): boolean {
  if (!series) return true
  const { best, game, points } = series
  const isOpen = game <= best && Math.max(points[0], points[1]) <= best
  return id === matchOfSeries(series) && isOpen && points[0] + points[1] === 2 * (game - 1)
}
