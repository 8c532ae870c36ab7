import {
  draftQuerySchema,
  draftStatisticsSchema,
  LEAST_GAMES,
  STATISTICS_AGE_MS,
  statisticsParamsSchema,
  statisticsQuerySchema,
  statisticsSchema,
} from '../statistics.ts'
import type { Route } from './route.ts'

/** What is about both. */
const COUNTED =
  'The games are those of the export: public ones, and those on a deal of the day once it has opened. Of fewer than ' +
  `${LEAST_GAMES} games nothing is said but their number. The answer may be up to ${STATISTICS_AGE_MS / 1000} seconds old.`

const limit = { points: 120, seconds: 60 }

/** What finished games say of the game. */
export const STATISTICS_ROUTES = {
  'GET /v1/statistics/{kind}': {
    id: 'getStatistics',
    tag: 'games',
    auth: 'none',
    summary: 'Statistics of a kind of game: who wins, how, and with what',
    description:
      'How often the first seat wins, how games end and how long they are; how often each wonder, token, decree, conspiracy ' +
      `and divinity is taken first, taken, built and wins, each with its interval. ${COUNTED}`,
    params: statisticsParamsSchema,
    query: statisticsQuerySchema,
    answers: { 200: statisticsSchema },
    errors: [],
    limit,
  },
  'GET /v1/statistics/{kind}/draft': {
    id: 'getDraftStatistics',
    tag: 'games',
    auth: 'none',
    summary: 'Statistics of four wonders that lie open together in the draft',
    description: `How often each of them was taken first, and how often whoever took it has won. ${COUNTED}`,
    params: statisticsParamsSchema,
    query: draftQuerySchema,
    answers: { 200: draftStatisticsSchema },
    errors: [],
    limit,
  },
} satisfies Record<string, Route>
