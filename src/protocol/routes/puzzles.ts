import {
  dailyPuzzleSchema,
  nextPuzzleQuerySchema,
  nextPuzzleSchema,
  puzzleAnswerSchema,
  puzzleParamsSchema,
  puzzleResultSchema,
} from '../puzzles.ts'
import type { Route } from './route.ts'

/** To read the record of a game and fold it takes some ms. */
const LIMIT = { points: 120, seconds: 60 }

/** Puzzles: decisions of analysed rated games with one action that is much better than all others. */
export const PUZZLE_ROUTES = {
  'GET /v1/puzzles/daily': {
    id: 'getDailyPuzzle',
    tag: 'games',
    auth: 'optional',
    summary: 'The puzzle of the day (UTC), the same for everybody',
    description: 'With the result of the caller, if they have answered it.',
    answers: { 200: dailyPuzzleSchema },
    errors: ['no-puzzle'],
    limit: LIMIT,
  },
  'GET /v1/puzzles/next': {
    id: 'getNextPuzzle',
    tag: 'games',
    auth: 'required',
    summary: 'A puzzle that the player has not answered, near to their rating for puzzles',
    description: 'The same one until the player answers it, unless their rating or the puzzles change.',
    query: nextPuzzleQuerySchema,
    answers: { 200: nextPuzzleSchema },
    errors: ['no-puzzle'],
    limit: LIMIT,
  },
  'POST /v1/puzzles/{id}/answers': {
    id: 'answerPuzzle',
    tag: 'games',
    auth: 'required',
    summary: 'The answer of a player to a puzzle: an action of the seat that decides',
    description:
      'A player answers once. For an account each answer is a rated game between the player and the puzzle. The answer ' +
      'of a guest is forgotten after 30 days. An action that is not legal is no answer.',
    params: puzzleParamsSchema,
    body: puzzleAnswerSchema,
    answers: { 200: puzzleResultSchema },
    errors: ['unknown-puzzle', 'already-answered', 'illegal-action', 'not-for-bots'],
    limit: LIMIT,
  },
} satisfies Record<string, Route>
