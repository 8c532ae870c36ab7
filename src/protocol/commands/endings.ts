import { LIVE_ERRORS } from '../errors.ts'
import { abortBodySchema, drawBodySchema, giveTimeBodySchema, resignBodySchema } from '../http.ts'
import * as matches from '../matches.ts'
import type { Command } from './command.ts'
import { COMMITTED, ENDING, OF_MATCH } from './command.ts'

/** How a match ends other than by the rules, and what comes after it. */
export const ENDING_COMMANDS = {
  'match:resign': {
    summary: 'Give the match up',
    description: 'Possible at any time after the start.',
    request: matches.resignRequestSchema,
    answer: matches.committedAnswerSchema,
    commits: true,
    errors: ['match-not-started', ...ENDING],
    http: {
      ...OF_MATCH,
      route: 'POST /v1/matches/{id}/resign',
      id: 'resign',
      body: resignBodySchema,
      answers: COMMITTED,
    },
  },
  'match:abort': {
    summary: 'End a match before both players have moved',
    description:
      'The match becomes no game. While nobody has joined, the host can cancel the match in this way. `version` ' +
      'is the version of the view on which the caller decided.',
    request: matches.abortRequestSchema,
    answer: matches.committedAnswerSchema,
    commits: true,
    errors: ['unknown-version', 'not-now', ...ENDING],
    http: {
      ...OF_MATCH,
      route: 'POST /v1/matches/{id}/abort',
      id: 'abortMatch',
      body: abortBodySchema,
      answers: COMMITTED,
    },
  },
  'match:draw': {
    summary: 'Offer a draw, or answer an offer',
    description:
      'It is possible once both players have moved. Each player has three offers. An offer is open until the ' +
      'other player answers it or moves.',
    request: matches.drawRequestSchema,
    answer: matches.committedAnswerSchema,
    commits: true,
    errors: ['match-not-started', 'not-now', ...ENDING],
    http: {
      ...OF_MATCH,
      route: 'POST /v1/matches/{id}/draw',
      id: 'offerOrAnswerDraw',
      body: drawBodySchema,
      answers: COMMITTED,
    },
  },
  'match:claim': {
    summary: 'Claim the win because the other player is away',
    description:
      'In a real-time match, if the other player has been away for too long. If one of the players has never ' +
      'moved, the match is aborted instead.',
    request: matches.claimWinRequestSchema,
    answer: matches.committedAnswerSchema,
    commits: true,
    errors: ['match-not-started', 'not-away', ...ENDING],
    http: {
      ...OF_MATCH,
      route: 'POST /v1/matches/{id}/claim',
      id: 'claimWin',
      body: resignBodySchema,
      answers: COMMITTED,
    },
  },
  'match:give': {
    summary: 'Give time to the other player',
    description: '`mayDo.giveTime` of the snapshot says how much the caller may give now.',
    request: matches.giveTimeRequestSchema,
    answer: matches.committedAnswerSchema,
    commits: true,
    errors: ['match-not-started', 'not-now', ...ENDING],
    http: {
      ...OF_MATCH,
      route: 'POST /v1/matches/{id}/give',
      id: 'giveTime',
      body: giveTimeBodySchema,
      answers: COMMITTED,
    },
  },
  'match:rematch': {
    summary: 'Play again',
    description: 'Once both players want it, `next` is the new match. Repeating the request is harmless.',
    request: matches.rematchRequestSchema,
    answer: matches.rematchSchema,
    errors: ['paused', 'not-your-match', 'not-now', 'account-needed', ...LIVE_ERRORS],
    http: { ...OF_MATCH, route: 'POST /v1/matches/{id}/rematch', id: 'offerRematch' },
  },
} satisfies Record<string, Command>
