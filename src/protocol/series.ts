import { z } from 'zod'
import { matchId, oneOf, seat } from './primitives.ts'

/** Who wins more than half of so many games wins the series. */
export const bestOfSchema = oneOf([1, 3, 5], 'BestOf')

/** A series, as whoever takes a seat in its first game may know it. */
export const seriesTermsSchema = z
  .strictObject({
    best: bestOfSchema.describe('Whoever wins more than half of so many games wins the series'),
  })
  .meta({ id: 'SeriesTerms' })
export type SeriesTerms = z.infer<typeof seriesTermsSchema>

/** In a request for a match: what is played is a series. */
export const wantedSeriesSchema = seriesTermsSchema
  .optional()
  .describe(
    'The match is the first game of a series. The seats alternate, and the next game begins when one has ended; the ' +
      'seats of the last game that can be are decided as those of a rated match',
  )

const halfPoints = z.int().min(0).max(10).describe('Half points: 2 for a game won, 1 for a shared victory')
export const halfPointsSchema = z.strictObject({ 0: halfPoints, 1: halfPoints }).meta({ id: 'HalfPoints' })
export type HalfPoints = z.infer<typeof halfPointsSchema>

/** The place of a match in its series. */
export const gameOfSeriesSchema = z
  .strictObject({
    id: matchId.describe('The series has the id of its first match'),
    best: bestOfSchema,
    game: z.int().min(1).max(5).describe('Which game of the series the match is'),
    points: halfPointsSchema.describe('What the players had before this game, by their seats in this match'),
  })
  .meta({ id: 'GameOfSeries' })
export type GameOfSeries = z.infer<typeof gameOfSeriesSchema>

/** How a series stands after a game. */
export const seriesScoreSchema = z
  .strictObject({
    points: halfPointsSchema.describe('By the seats of this match'),
    isOver: z.boolean(),
    winner: seat.optional().describe('Who has won the series. Left out while it goes on, and when both share it'),
  })
  .meta({ id: 'SeriesScore' })
export type SeriesScore = z.infer<typeof seriesScoreSchema>

/** The series of a match, as everybody sees it. */
export const seriesOfMatchSchema = gameOfSeriesSchema
  .extend({
    after: seriesScoreSchema
      .optional()
      .describe(
        'How the series stands after this game. Left out before its end, and if it was aborted: so is the series',
      ),
    next: matchId.optional().describe('The next game, once this one has ended; `series:next` says that it has begun'),
  })
  .meta({ id: 'SeriesOfMatch' })
export type SeriesOfMatch = z.infer<typeof seriesOfMatchSchema>

/** The next game of a series has begun. */
export const seriesNextSchema = z
  .strictObject({
    match: matchId.describe('The match that has ended'),
    series: gameOfSeriesSchema.describe('The place of the next match: its points are those so far, by its own seats'),
    next: matchId.describe('The match that has begun'),
  })
  .meta({ id: 'SeriesNext' })
export type SeriesNext = z.infer<typeof seriesNextSchema>

interface AskedSeries {
  series?: unknown
  bid?: unknown
  opponent?: unknown
  deal?: unknown
  from?: unknown
  sample?: unknown
}

/** Checks, in a request for a match, that nothing of a series is known before, and that two play it. */
export function checkSeries({ value, issues }: z.core.ParsePayload<AskedSeries>): void {
  if (value.series === undefined) return
  const refuse = (path: string, message: string): void =>
    void issues.push({ code: 'custom', path: [path], message, input: value })
  if (value.bid !== undefined) refuse('bid', 'nobody bids for the first turn in a series')
  if (value.opponent === 'self') refuse('opponent', 'nobody plays a series alone')
  for (const name of ['deal', 'from', 'sample'] as const) {
    if (value[name] !== undefined) refuse(name, 'every game of a series is a new deal')
  }
}
