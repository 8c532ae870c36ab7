import * as own from '../own-matches.ts'
import type { Command } from './command.ts'
import { nothing } from './command.ts'

/** The matches of a player. */
export const PLAYER_COMMANDS = {
  'player:matches': {
    summary: 'The matches of the player that have not ended',
    description:
      'The match that the caller created or joined last comes first. Matches that end meanwhile are left out, ' +
      'and so are matches whose rules are not those of this server. So a page may be shorter than its limit, ' +
      'and still have a `next`.',
    request: own.ownMatchesRequestSchema,
    answer: own.ownMatchesAnswerSchema,
    errors: ['bad-cursor'],
    // Each match of the page may have to be read.
    weight: 10,
    http: {
      route: 'GET /v1/players/me/matches',
      id: 'listOwnMatches',
      tag: 'players',
      query: own.ownMatchesQuerySchema,
    },
  },
  'player:watch': {
    summary: 'Watch all matches of the player',
    description: 'The answer is the first page of the list, and the events that follow keep it up to date.',
    request: own.playerWatchRequestSchema,
    answer: own.ownMatchesAnswerSchema,
    errors: [],
    weight: 10,
  },
  'player:unwatch': {
    summary: 'Stop watching the matches of the player',
    description: 'The server no longer sends `player:turn` and the like. It is no error if it is not watched.',
    request: own.playerUnwatchRequestSchema,
    answer: nothing,
    errors: [],
  },
} satisfies Record<string, Command>
