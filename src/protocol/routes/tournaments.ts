import {
  createTournamentSchema,
  crosstableSchema,
  pairingsRequestSchema,
  roundParamsSchema,
  roundSchema,
  tournamentAnswerSchema,
  tournamentParamsSchema,
  tournamentSchema,
  tournamentsPageSchema,
  tournamentsQuerySchema,
} from '../tournaments.ts'
import type { Route } from './route.ts'
import { NOTHING } from './route.ts'

const TAG = 'tournaments'
/** What writes locks a tournament for a moment, for everybody in it. A club may be behind one address. */
const WRITES = { points: 600, seconds: 60 }
/** All pairings are read for each answer. */
const READS = { points: 1200, seconds: 60 }

/** Tournaments: who plays in them, how they go on, and how they stand. */
export const TOURNAMENT_ROUTES = {
  'POST /v1/tournaments': {
    id: 'createTournament',
    tag: TAG,
    auth: 'required',
    summary: 'Open a tournament, which players can join until its host starts it',
    description:
      'For accounts. A player hosts at most two tournaments at a time that are not over. One that is not started within 30 ' +
      'days is cancelled.',
    body: createTournamentSchema,
    answers: { 201: tournamentSchema },
    headers: { 201: ['location'] },
    errors: ['account-needed', 'not-for-bots', 'limit-reached'],
    limit: { points: 120, seconds: 3600 },
  },
  'GET /v1/tournaments': {
    id: 'listTournaments',
    tag: TAG,
    auth: 'none',
    summary: 'Tournaments, newest first',
    description: 'Without those that were cancelled.',
    query: tournamentsQuerySchema,
    answers: { 200: tournamentsPageSchema },
    errors: ['bad-cursor'],
  },
  'GET /v1/tournaments/{id}': {
    id: 'getTournament',
    tag: TAG,
    auth: 'optional',
    summary: 'A tournament with its standings, and the round that was paired last',
    description: 'With `you` for a player who has joined. Everybody is answered the same for a second.',
    params: tournamentParamsSchema,
    answers: { 200: tournamentAnswerSchema },
    errors: ['unknown-tournament'],
  },
  'GET /v1/tournaments/{id}/rounds/{round}': {
    id: 'getRound',
    tag: TAG,
    auth: 'none',
    summary: 'The pairings of a round',
    description:
      'A round that is not paired yet has none. The rounds of an arena are the moments at which it paired players.',
    params: roundParamsSchema,
    answers: { 200: roundSchema },
    errors: ['unknown-tournament', 'unknown-round'],
    limit: READS,
  },
  'GET /v1/tournaments/{id}/crosstable': {
    id: 'getCrosstable',
    tag: TAG,
    auth: 'none',
    summary: 'Who has met whom, and with what result',
    description: 'In the order of the standings.',
    params: tournamentParamsSchema,
    answers: { 200: crosstableSchema },
    errors: ['unknown-tournament'],
    limit: READS,
  },
  'POST /v1/tournaments/{id}/join': {
    id: 'joinTournament',
    tag: TAG,
    auth: 'required',
    summary: 'Join a tournament before it starts',
    description:
      'A repeated request changes nothing. Guests can join where games are not rated and no deal is shared; bots where the ' +
      'host wants so.',
    params: tournamentParamsSchema,
    answers: { 204: NOTHING },
    errors: [
      'unknown-tournament',
      'tournament-started',
      'account-needed',
      'not-for-bots',
      'not-eligible',
      'limit-reached',
    ],
    limit: WRITES,
  },
  'POST /v1/tournaments/{id}/leave': {
    id: 'leaveTournament',
    tag: TAG,
    auth: 'required',
    summary: 'Leave a tournament',
    description:
      'After its start the player is no longer paired, and a match in play goes on. A repeated request changes nothing.',
    params: tournamentParamsSchema,
    answers: { 204: NOTHING },
    errors: ['unknown-tournament'],
    limit: WRITES,
  },
  'POST /v1/tournaments/{id}/start': {
    id: 'startTournament',
    tag: TAG,
    auth: 'required',
    summary: 'Start a tournament: the first round is paired at once',
    description:
      'For its host, and for moderators. At least two players are needed, and at most as many rounds as everyone has opponents. A ' +
      'repeated request changes nothing.',
    params: tournamentParamsSchema,
    answers: { 204: NOTHING },
    errors: ['unknown-tournament', 'not-your-tournament', 'tournament-started'],
    limit: WRITES,
  },
  'DELETE /v1/tournaments/{id}': {
    id: 'cancelTournament',
    tag: TAG,
    auth: 'required',
    summary: 'Cancel a tournament that is not over',
    description: 'For its host, and for moderators. Matches in play go on, and count as other matches do.',
    params: tournamentParamsSchema,
    answers: { 204: NOTHING },
    errors: ['unknown-tournament', 'not-your-tournament', 'tournament-started'],
    limit: WRITES,
  },
  'POST /v1/pairings': {
    id: 'pairRound',
    tag: TAG,
    auth: 'required',
    summary: 'Pair the next round of a tournament of the format `manual`',
    description:
      'For its host, and for moderators. All pairs of the round are in one request. It may be repeated: the round is paired ' +
      'once, and other pairs for it are a `bad-request`. The next round can be paired when all pairings of the one before are ' +
      'over, and only players who have joined can be paired.',
    body: pairingsRequestSchema,
    answers: { 200: roundSchema },
    errors: ['unknown-tournament', 'not-your-tournament'],
    limit: WRITES,
  },
} satisfies Record<string, Route>
