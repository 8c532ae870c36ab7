import { LIVE_ERRORS } from '../errors.ts'
import { matchParamsSchema } from '../http.ts'
import { eventStreamSchema, matchEventsQuerySchema, playerEventsQuerySchema, streamTicketSchema } from '../streams.ts'
import type { Route } from './route.ts'

/** What happens, as it happens, for clients without a socket. */
export const STREAM_ROUTES = {
  'POST /v1/streams/tickets': {
    id: 'createStreamTicket',
    tag: 'players',
    auth: 'required',
    summary: 'Get a ticket for one stream',
    description:
      'EventSource sends no header: a page puts the ticket into the query of a stream instead. It opens one ' +
      'stream, within 60 seconds, at any node.',
    answers: { 201: streamTicketSchema },
    errors: [],
  },
  'GET /v1/matches/{id}/events': {
    id: 'streamMatch',
    tag: 'matches',
    auth: 'optional',
    summary: 'What happens in a match, as a stream',
    description:
      'The stream begins with `match:view`, the answer of `match:watch`; then it has the events that a socket ' +
      'gets that watches the match. An event with a version has it as its id: with `Last-Event-ID`, the view has ' +
      'what was missed. Callers without a token or without a seat are spectators.',
    params: matchParamsSchema,
    query: matchEventsQuerySchema,
    answers: { 200: eventStreamSchema },
    stream: 'text/event-stream',
    errors: ['code-needed', 'sealed', 'limit-reached', ...LIVE_ERRORS],
  },
  'GET /v1/players/me/events': {
    id: 'streamPlayer',
    tag: 'players',
    auth: 'required',
    summary: 'What happens in all matches of the caller, in the queue and with challenges, as a stream',
    description:
      'The stream begins with `player:matches`, the list of the matches of the caller; then it has the events ' +
      'that a socket gets that watches the player. They have no ids: each stream begins with the list again.',
    query: playerEventsQuerySchema,
    answers: { 200: eventStreamSchema },
    stream: 'text/event-stream',
    errors: ['limit-reached'],
  },
} satisfies Record<string, Route>
