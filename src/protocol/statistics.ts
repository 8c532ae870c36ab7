import { z } from 'zod'
import { gameEndingSchema } from './games.ts'
import { grows } from './grows.ts'
import { gameKindSchema } from './kinds.ts'
import { count, flag, thingId, version } from './primitives.ts'
import { RATING_BOUNDS } from './rating-range.ts'
import type { MatchOrigin } from './terms.ts'
import type { TimeControlId } from './time-controls.ts'
import { offeredClockSchema, timeControl } from './time-controls.ts'

/** A figure of fewer games says nothing but their number. */
export const LEAST_GAMES = 30
/** How old statistics may be (ms). */
export const STATISTICS_AGE_MS = 60_000
/** The width of a band of ratings. */
export const RATING_BAND = 100
/** How many lengths of games (entries of the log) are counted together. */
export const LENGTH_STEP = 5
/** How many wonders lie open in a draft. */
export const OPEN_WONDERS = 4

/** A clock, and what the games are: rated or not, or of the ladder of engines. */
export type StatisticsPool = `${TimeControlId}.${'rated' | 'casual' | 'engines'}`

const POOLS = offeredClockSchema.options.flatMap((clock): StatisticsPool[] =>
  timeControl(clock).pace === 'untimed'
    ? [`${clock}.casual`]
    : [`${clock}.rated`, `${clock}.casual`, `${clock}.engines`],
)

/** The pool of a game. */
export const statisticsPool = (clock: TimeControlId, rated: boolean, origin: MatchOrigin): StatisticsPool =>
  `${clock}.${rated ? (origin === 'ladder' ? 'engines' : 'rated') : 'casual'}`

export const statisticsParamsSchema = z.strictObject({ kind: gameKindSchema })

export const statisticsQuerySchema = z.strictObject({
  pool: z
    .enum(POOLS as [StatisticsPool, ...StatisticsPool[]])
    .optional()
    .describe('Only games with this clock that were rated, casual, or of the ladder of engines: `blitz.rated`')
    .meta(grows('StatisticsPool')),
  rating: z.coerce
    .number()
    .int()
    .min(RATING_BOUNDS.rating.min)
    .max(RATING_BOUNDS.rating.max)
    .multipleOf(RATING_BAND)
    .optional()
    .describe(
      `The lower bound of a band of ${RATING_BAND} points: only rated games before which the mean of both ratings was in it`,
    ),
  since: z.iso.date().optional().describe('Only games that ended on this day or later (UTC): `YYYY-MM-DD`'),
  bots: flag.optional().describe('`true`: only games in which a bot has a seat; `false`: only games between people'),
})
export type StatisticsQuery = z.infer<typeof statisticsQuerySchema>

export const draftQuerySchema = statisticsQuerySchema.extend({
  open: z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(
      z
        .array(thingId)
        .length(OPEN_WONDERS)
        .refine((wonders) => new Set(wonders).size === OPEN_WONDERS, 'the wonders must differ'),
    )
    .describe(`The ids of the ${OPEN_WONDERS} wonders that lie open, with commas between them, in any order`),
})
export type DraftQuery = z.infer<typeof draftQuerySchema>

const figureSchema = z
  .strictObject({
    n: count.describe('Of how many games'),
    times: count.optional().describe(`In how many of them; left out below ${LEAST_GAMES} games, like \`interval\``),
    interval: z
      .array(z.number().min(0).max(1))
      .length(2)
      .optional()
      .describe('The 95 % interval of the share (Wilson)'),
  })
  .meta({ id: 'StatisticsFigure' })
export type StatisticsFigure = z.infer<typeof figureSchema>

const thingSchema = z
  .strictObject({
    id: thingId,
    n: count.describe(`In how many games it was offered. Below ${LEAST_GAMES}, everything else is left out`),
    takenFirst: figureSchema.optional().describe('It was the first that anyone took'),
    taken: figureSchema.optional().describe('Someone took it'),
    built: figureSchema.optional().describe('Of the games in which it was taken: it was built, or triggered'),
    won: figureSchema.optional().describe('Of the games in which it was taken: whoever took it has won'),
  })
  .meta({ id: 'StatisticsThing' })
export type StatisticsThing = z.infer<typeof thingSchema>

const things = z.array(thingSchema).max(100)

/** What is known of the games of a kind. */
export const statisticsSchema = z
  .strictObject({
    kind: gameKindSchema,
    n: count.describe(`How many games are counted. Below ${LEAST_GAMES}, everything else is left out`),
    firstSeat: figureSchema.optional().describe('Games that seat 0 has won'),
    endings: z
      .array(figureSchema.extend({ by: gameEndingSchema }).meta({ id: 'StatisticsEnding' }))
      .optional()
      .describe('How games ended, most often first'),
    length: z
      .strictObject({
        mean: z.number().min(0),
        median: version,
        steps: z
          .array(z.strictObject({ from: version, games: count }).meta({ id: 'StatisticsLengthStep' }))
          .max(10_000)
          .describe(
            `How many games have so many entries, or up to ${LENGTH_STEP - 1} more; steps without games are left out`,
          ),
      })
      .optional()
      .describe('Of the log (entries)'),
    wonders: things
      .optional()
      .describe(
        'Those that lay open in the draft; the first of its four is taken first. Those of first games are not counted',
      ),
    tokens: things.optional().describe('On the board, drawn, or on Enki'),
    decrees: things
      .optional()
      .describe(
        'Laid in the Senate; taken by whoever controls the chamber at the end; the first is that of the chamber that was controlled first',
      ),
    conspiracies: things.optional().describe('Drawn; the one that was kept is taken; one that was triggered is built'),
    divinities: things.optional().describe('In the Pantheon or revealed; taken when activated'),
  })
  .meta({ id: 'Statistics' })
export type Statistics = z.infer<typeof statisticsSchema>

/** What is known of four wonders that lie open together. */
export const draftStatisticsSchema = z
  .strictObject({
    kind: gameKindSchema,
    n: count.describe(
      `In how many games someone took the first of these four. Below ${LEAST_GAMES}, everything else is left out`,
    ),
    wonders: z
      .array(
        z
          .strictObject({
            id: thingId,
            taken: figureSchema.describe('It was taken first'),
            won: figureSchema.describe('Of the games in which it was taken first: whoever took it has won'),
          })
          .meta({ id: 'StatisticsPick' }),
      )
      .length(OPEN_WONDERS)
      .optional()
      .describe('In the order of the request'),
  })
  .meta({ id: 'DraftStatistics' })
export type DraftStatistics = z.infer<typeof draftStatisticsSchema>
