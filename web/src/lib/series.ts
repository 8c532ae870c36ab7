import type { GameOfSeries, SeriesTerms } from '@curia/client'
import { t } from './i18n.svelte.ts'
import type { Table } from './table.svelte.ts'

/** A series in a list: of how many games at most, and which of them a match is. */
export const seriesName = (series: SeriesTerms | GameOfSeries): string =>
  'game' in series ? t('series.game', { n: series.best, game: series.game }) : t('series.best', { n: series.best })

/** Half points as people count: 1½ games. */
export const gamesWon = (points: number): string =>
  points % 2 === 0 ? String(points / 2) : `${points > 1 ? (points - 1) / 2 : ''}½`

/** How many games each seat has won, by now; undefined in a single game. */
export function wonBy({ snapshot: { series } }: Table): readonly [string, string] | undefined {
  const points = series && (series.after ?? series).points
  return points && [gamesWon(points[0]), gamesWon(points[1])]
}

/** How a series stands after a match, in a sentence; undefined in a single game. */
export function seriesResult(table: Table): string | undefined {
  const { series } = table.snapshot
  const won = wonBy(table)
  if (!series || !won) return undefined
  if (!series.after) return t('series.none')
  const { isOver, winner } = series.after
  const [a, b] = winner === 1 ? [won[1], won[0]] : won
  if (isOver) return winner === undefined ? t('series.shared') : t('series.won', { name: table.nameOf(winner), a, b })
  return t('series.score', { first: table.nameOf(0), a, b, second: table.nameOf(1) })
}
