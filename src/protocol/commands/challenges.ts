import * as challenges from '../challenges.ts'
import { LIVE_ERRORS } from '../errors.ts'
import { NOTHING } from '../routes/route.ts'
import type { Command } from './command.ts'
import { nothing, OF_CHALLENGE } from './command.ts'

/** Playing with a player of one’s choice. */
export const CHALLENGE_COMMANDS = {
  'challenge:send': {
    summary: 'Challenge a player',
    description:
      'The other player is an account, or a guest who is online. A challenge to a match in real time is open ' +
      'for ten minutes, any other for three days. With an `actionId`, sending the same request again is ' +
      'harmless: the answer is the same challenge.',
    request: challenges.challengeRequestSchema,
    answer: challenges.challengeAnswerSchema,
    errors: ['unknown-player', 'name-invalid', 'challenge-refused', 'muted', 'account-needed', 'limit-reached'],
    weight: 5,
    http: {
      route: 'POST /v1/challenges',
      id: 'challengePlayer',
      tag: 'lobby',
      body: challenges.challengeRequestSchema,
      answers: { 201: challenges.challengeAnswerSchema },
    },
  },
  'challenge:list': {
    summary: 'The open challenges of the player',
    description: 'Received and sent, each newest first.',
    request: challenges.challengesRequestSchema,
    answer: challenges.challengesAnswerSchema,
    errors: [],
    http: { route: 'GET /v1/challenges', id: 'listChallenges', tag: 'lobby' },
  },
  'challenge:accept': {
    summary: 'Accept a challenge',
    description: 'When the server answers, the match has begun. A repeated request is answered with the same match.',
    request: challenges.challengeAcceptRequestSchema,
    answer: challenges.challengeAcceptedAnswerSchema,
    errors: ['paused', 'unknown-challenge', 'account-needed', ...LIVE_ERRORS],
    weight: 5,
    http: {
      ...OF_CHALLENGE,
      route: 'POST /v1/challenges/{id}/accept',
      id: 'acceptChallenge',
      body: challenges.challengeAcceptBodySchema,
    },
  },
  'challenge:close': {
    summary: 'Decline a challenge, or withdraw it',
    description: 'The player who received the challenge declines it, or the player who sent it withdraws it.',
    request: challenges.challengeCloseRequestSchema,
    answer: nothing,
    errors: ['unknown-challenge'],
    http: { ...OF_CHALLENGE, route: 'DELETE /v1/challenges/{id}', id: 'closeChallenge', answers: { 204: NOTHING } },
  },
} satisfies Record<string, Command>
