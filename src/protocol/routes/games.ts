import { analysisProgressSchema, analysisSchema } from '../analysis.ts'
import { dailyDealQuerySchema, dailyDealSchema, dealParamsSchema, dealResultsPageSchema, dealSchema } from '../deals.ts'
import { exportLineSchema, exportQuerySchema } from '../export.ts'
import { gameSchema, gamesPageSchema, gamesQuerySchema, replaySchema } from '../games.ts'
import { codeQuerySchema, matchParamsSchema, positionParamsSchema, positionQuerySchema } from '../http.ts'
import { positionAnswerSchema } from '../matches.ts'
import { gameChatPageSchema } from '../own-data.ts'
import { pageQuerySchema } from '../pages.ts'
import { seriesAnswerSchema, seriesParamsSchema } from '../series-answer.ts'
import type { Route } from './route.ts'
import { NOT_MODIFIED } from './route.ts'

/** Finished games. */
export const GAME_ROUTES = {
  'GET /v1/games': {
    id: 'listGames',
    tag: 'games',
    auth: 'none',
    summary: 'Finished games, newest first',
    description:
      'The list has a game once it is stored, a moment after its end. Games of private matches are only in the ' +
      'lists of their players.',
    query: gamesQuerySchema,
    answers: { 200: gamesPageSchema },
    errors: ['bad-cursor'],
  },
  'GET /v1/games/{id}': {
    id: 'getGame',
    tag: 'games',
    auth: 'none',
    summary: 'A finished game',
    description:
      'With the seed from which everything was dealt. A game is here once it is stored, a moment after its end.',
    params: matchParamsSchema,
    answers: { 200: gameSchema, 304: NOT_MODIFIED },
    errors: ['unknown-game', 'other-rules', 'code-needed', 'sealed'],
  },
  'GET /v1/games/{id}/replay': {
    id: 'getReplay',
    tag: 'games',
    auth: 'optional',
    summary: 'A match from its beginning, version by version',
    description:
      'After the end with every event, the seed and the log; before the end with what the caller could see. After the ' +
      'end, the `ETag` changes with the names of the players and with the release of the server.',
    params: matchParamsSchema,
    query: codeQuerySchema,
    answers: { 200: replaySchema, 304: NOT_MODIFIED },
    errors: ['unknown-game', 'other-rules', 'code-needed', 'sealed'],
  },
  'GET /v1/games/{id}/positions/{version}': {
    id: 'getPosition',
    tag: 'games',
    auth: 'optional',
    summary: 'The match at a version, as one viewer saw it',
    description:
      'After the end anyone may see it as either seat or as a spectator; before the end, a caller sees what they ' +
      'saw then. After the end, the `ETag` changes with the names of the players and with the release of the server.',
    params: positionParamsSchema,
    query: positionQuerySchema,
    answers: { 200: positionAnswerSchema, 304: NOT_MODIFIED },
    errors: ['unknown-game', 'other-rules', 'code-needed', 'sealed', 'unknown-version', 'not-your-match'],
  },
  'GET /v1/games/export': {
    id: 'exportGames',
    tag: 'games',
    auth: 'none',
    summary: 'Finished games with their logs, newest first, one JSON document a line',
    description:
      'NDJSON. The last line is `{"end":true}`. If a stream ends without it, the client asks again with the ' +
      '`cursor` of the last line that it has. Games of private matches are left out.',
    query: exportQuerySchema,
    answers: { 200: exportLineSchema },
    stream: 'application/x-ndjson',
    errors: ['limit-reached', 'bad-cursor'],
    limit: { points: 10, seconds: 60 },
  },
  'GET /v1/deals/daily': {
    id: 'getDailyDeal',
    tag: 'games',
    auth: 'optional',
    summary: 'The deal of a day: everybody may play it once',
    description:
      'There is one for each kind of game and each day (UTC). Its hash is shown from the day before on. While it is ' +
      'sealed, an account plays it once, with `deal` in a request for a match: against its bot, as seat 0, with the clock ' +
      '`standard`. Then it opens: the games on it enter the history, and anybody may play it.',
    query: dailyDealQuerySchema,
    answers: { 200: dailyDealSchema },
    errors: ['unknown-deal'],
  },
  'GET /v1/deals/{id}': {
    id: 'getDeal',
    tag: 'games',
    auth: 'none',
    summary: 'A deal: what was dealt in a finished game, or a deal of the day',
    description:
      'Each game has a deal, with the id of the first game that was played on it. With the id of a game, the answer is ' +
      'the deal of that game. `deal` in a request for a match plays it again. While a deal is sealed, its seed is left out.',
    params: dealParamsSchema,
    answers: { 200: dealSchema },
    errors: ['unknown-deal'],
  },
  'GET /v1/deals/{id}/results': {
    id: 'listDealResults',
    tag: 'games',
    auth: 'none',
    summary: 'Finished games on a deal, newest first',
    description:
      'With what the play of each seat was worth without its luck, once the game is analysed. Games of private matches ' +
      'are left out.',
    params: dealParamsSchema,
    query: pageQuerySchema,
    answers: { 200: dealResultsPageSchema },
    errors: ['unknown-deal', 'sealed', 'bad-cursor'],
  },
  'GET /v1/series/{id}': {
    id: 'getSeries',
    tag: 'games',
    auth: 'optional',
    summary: 'A series, and how it stands',
    description: 'While a private series goes on, spectators need the code of one of its matches: all have the same.',
    params: seriesParamsSchema,
    query: codeQuerySchema,
    answers: { 200: seriesAnswerSchema },
    errors: ['unknown-series', 'other-rules', 'code-needed'],
  },
  'GET /v1/games/{id}/chat': {
    id: 'readGameChat',
    tag: 'games',
    auth: 'required',
    summary: 'The chat of the players of a finished game, in order; only its players can read it',
    description: 'The players and the spectators have rooms of their own; that of the spectators is not kept.',
    params: matchParamsSchema,
    query: pageQuerySchema,
    answers: { 200: gameChatPageSchema },
    errors: ['unknown-game', 'not-your-match', 'bad-cursor'],
  },
  'GET /v1/games/{id}/analysis': {
    id: 'analyseGame',
    tag: 'games',
    auth: 'optional',
    summary: 'What a bot thinks of every decision of a finished game',
    description:
      'The first player who asks starts the analysis: that needs a token. Until it is ready, the answer is 202 ' +
      'with the progress; the headers location and retry-after say where and when to ask again.',
    params: matchParamsSchema,
    answers: { 200: analysisSchema, 202: analysisProgressSchema, 304: NOT_MODIFIED },
    headers: { 202: ['location', 'retry-after'] },
    errors: [
      'token-missing',
      'unknown-game',
      'other-rules',
      'code-needed',
      'sealed',
      'no-analysis',
      'no-bots',
      'limit-reached',
    ],
  },
} satisfies Record<string, Route>
