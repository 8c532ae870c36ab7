import { LIVE_ERRORS } from '../errors.ts'
import { explainRequestSchema, explanationAnswerSchema } from '../explanation.ts'
import { hintAnswerSchema, hintRequestSchema } from '../hints.ts'
import { actBodySchema, codeQuerySchema, viewQuerySchema } from '../http.ts'
import * as matches from '../matches.ts'
import { NOT_MODIFIED } from '../routes/route.ts'
import type { Command } from './command.ts'
import { COMMITTED, ENDING, OF_MATCH } from './command.ts'

/** What players and spectators do in a match. */
export const MATCH_COMMANDS = {
  'match:create': {
    summary: 'Create a match, and watch it; a repeated `actionId` creates nothing more',
    description:
      'The snapshot has the invitation code for the second player. Against a bot (`opponent`) the match begins ' +
      'at once. With an `actionId`, sending the same request again is harmless: the answer is the same match, ' +
      'as it is now.',
    request: matches.createRequestSchema,
    answer: matches.viewAnswerSchema,
    errors: [
      'paused',
      'account-needed',
      'cooling-down',
      'limit-reached',
      'no-bots',
      'unknown-deal',
      'deal-played',
      'sealed',
      'unknown-game',
      'unknown-version',
      'code-needed',
      'match-over',
      'not-now',
      ...LIVE_ERRORS,
    ],
    weight: 5,
    http: {
      route: 'POST /v1/matches',
      id: 'createMatch',
      summary: 'Create a match',
      tag: 'matches',
      body: matches.createRequestSchema,
      answers: { 201: matches.viewAnswerSchema },
      headers: { 201: ['location'] },
    },
  },
  'match:join': {
    summary: 'Take the free seat of a match, and watch it',
    description: 'A player joins by the invitation code, or a table by the id of its match.',
    request: matches.joinRequestSchema,
    answer: matches.viewAnswerSchema,
    errors: [
      'paused',
      'unknown-code',
      'match-full',
      'own-match',
      'not-joinable',
      'code-needed',
      'account-needed',
      'not-eligible',
      'cooling-down',
      'limit-reached',
      ...LIVE_ERRORS,
    ],
    http: {
      route: 'POST /v1/matches/join',
      id: 'joinMatch',
      summary: 'Take the free seat of a match',
      tag: 'matches',
      body: matches.joinRequestSchema,
    },
  },
  'match:watch': {
    summary: 'Watch a match, from the own seat or as a spectator',
    request: matches.watchRequestSchema,
    answer: matches.viewAnswerSchema,
    errors: ['code-needed', 'sealed', 'unknown-version', 'limit-reached', ...LIVE_ERRORS],
    // What a viewer missed since a version may be a whole match.
    weight: (payload) => (typeof payload === 'object' && payload !== null && 'version' in payload ? 5 : 1),
    forVisitors: true,
    http: {
      ...OF_MATCH,
      route: 'GET /v1/matches/{id}',
      id: 'getMatch',
      summary: 'A match as the caller may see it',
      description:
        'Callers without a token or without a seat are spectators. With `wait`, the server answers when there is ' +
        'a version later than `after`: by repeating the request, a client without a socket follows the match. The ' +
        'ETag names the version; with `If-None-Match`, the answer to a client that has this version is 304.',
      query: viewQuerySchema,
      answers: { 200: matches.viewAnswerSchema, 304: NOT_MODIFIED },
    },
  },
  'match:unwatch': {
    summary: 'Stop watching a match',
    description: 'The server no longer sends its events. It is no error if the match is not watched.',
    request: matches.unwatchRequestSchema,
    answer: matches.unwatchRequestSchema,
    errors: [],
    forVisitors: true,
  },
  'match:explain': {
    summary: 'What the present position means: prices, ledgers, what is blocked and why',
    description:
      'The prices of everything that lies open, for both seats; what each city produces, pays and gains; what ' +
      'is not offered to the seat that decides, and why; and what asks for the decision.',
    request: explainRequestSchema,
    answer: explanationAnswerSchema,
    errors: ['code-needed', 'sealed', ...LIVE_ERRORS],
    forVisitors: true,
    http: {
      ...OF_MATCH,
      route: 'GET /v1/matches/{id}/explanation',
      id: 'explainMatch',
      description: 'Callers without a token or without a seat are spectators. The ETag names the version.',
      query: codeQuerySchema,
      answers: { 200: explanationAnswerSchema, 304: NOT_MODIFIED },
    },
  },
  'match:hint': {
    summary: 'The best actions, in an unrated match against a bot of the server',
    description: 'A bot of the server looks at what the seat may know, and at nothing else.',
    request: hintRequestSchema,
    answer: hintAnswerSchema,
    errors: [
      'not-your-match',
      'match-not-started',
      'match-over',
      'no-hints',
      'not-your-turn',
      'no-bots',
      'limit-reached',
      ...LIVE_ERRORS,
    ],
    // It takes about as long as many moves.
    weight: 5,
    http: { ...OF_MATCH, route: 'POST /v1/matches/{id}/hint', id: 'getHint' },
  },
  'match:act': {
    summary: 'Do one of the legal actions',
    description:
      '`version` is the version of the view from which the player chose the action. The client chooses an ' +
      '`actionId` for each action, so that sending the same request again is harmless and has the same answer.',
    request: matches.actRequestSchema,
    answer: matches.committedAnswerSchema,
    commits: true,
    errors: ['match-not-started', 'unknown-version', 'not-your-turn', 'illegal-action', 'late', ...ENDING],
    http: { ...OF_MATCH, route: 'POST /v1/matches/{id}/actions', id: 'act', body: actBodySchema, answers: COMMITTED },
  },
} satisfies Record<string, Command>
