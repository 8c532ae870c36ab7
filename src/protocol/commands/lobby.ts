import { LIVE_ERRORS } from '../errors.ts'
import * as lobby from '../lobby.ts'
import * as shown from '../public-matches.ts'
import * as queue from '../queue.ts'
import type { Command } from './command.ts'
import { nothing } from './command.ts'

/** Waiting for an opponent, and what there is to join and to watch. */
export const LOBBY_COMMANDS = {
  'queue:join': {
    summary: 'Wait for an opponent in a pool',
    description:
      'Joining the same pool again is harmless; joining another pool moves the player. Bots join those of the ladder alone.',
    request: queue.queueJoinRequestSchema,
    answer: queue.queueAnswerSchema,
    errors: [
      'paused',
      'already-playing',
      'not-for-bots',
      'not-for-people',
      'no-ladder',
      'account-needed',
      'cooling-down',
      'no-bots',
      ...LIVE_ERRORS,
    ],
    http: {
      route: 'POST /v1/queue',
      id: 'joinQueue',
      tag: 'lobby',
      description: 'The client should then poll `GET /v1/queue` every few seconds.',
      body: queue.queueJoinRequestSchema,
    },
  },
  'queue:status': {
    summary: 'Where the player stands in the queue',
    request: queue.queueStatusRequestSchema,
    answer: queue.queueAnswerSchema,
    errors: LIVE_ERRORS,
    http: {
      route: 'GET /v1/queue',
      id: 'getQueueStatus',
      tag: 'lobby',
      description:
        'A client that waits must poll at least every 15 seconds, or have a socket that has joined; otherwise the ' +
        'player leaves the queue.',
    },
  },
  'queue:leave': {
    summary: 'Leave the queue',
    description: 'If the queue has just found an opponent, the answer is the match.',
    request: queue.queueLeaveRequestSchema,
    answer: queue.queueAnswerSchema,
    errors: LIVE_ERRORS,
    http: { route: 'DELETE /v1/queue', id: 'leaveQueue', tag: 'lobby' },
  },
  'lobby:watch': {
    summary: 'Watch the list of open tables',
    description: 'The list has at most 200 tables, newest first. A player joins a table by its `match`.',
    request: lobby.lobbyWatchRequestSchema,
    answer: lobby.tablesAnswerSchema,
    errors: [],
    // The list may be long.
    weight: 5,
    http: {
      route: 'GET /v1/tables',
      id: 'listTables',
      summary: 'Open tables: matches that anyone can join',
      tag: 'lobby',
      open: true,
      query: lobby.tablesQuerySchema,
    },
  },
  'lobby:unwatch': {
    summary: 'Stop watching the list of open tables',
    description: 'The server no longer sends `lobby:tables`. It is no error if the list is not watched.',
    request: lobby.lobbyUnwatchRequestSchema,
    answer: nothing,
    errors: [],
  },
  'lobby:matches': {
    summary: 'Public matches in play',
    description:
      'By default the match that began last comes first. A match is in the list from a moment after its ' +
      'beginning until a moment after its end.',
    request: shown.publicMatchesRequestSchema,
    answer: shown.publicMatchesAnswerSchema,
    errors: ['bad-cursor'],
    weight: 5,
    http: {
      route: 'GET /v1/matches',
      id: 'listPublicMatches',
      tag: 'lobby',
      open: true,
      query: shown.publicMatchesQuerySchema,
    },
  },
} satisfies Record<string, Command>
