import { invitationAnswerSchema, invitationParamsSchema } from '../invitations.ts'
import { LADDER_AGE_MS, LADDER_GAMES, ladderQuerySchema, ladderSchema } from '../ladder.ts'
import { onlinePageSchema, onlineQuerySchema } from '../online.ts'
import { poolsAnswerSchema } from '../queue.ts'
import type { Route } from './route.ts'

/** Where opponents are found. */
export const LOBBY_ROUTES = {
  'GET /v1/pools': {
    id: 'listPools',
    tag: 'lobby',
    auth: 'none',
    summary: 'All pools, how many players wait there, and for how long',
    description:
      'A pool is a kind of game, a time control, and rated or not. Those of the ladder of engines follow, if the server has ' +
      'one. The wait is the median of the last players.',
    answers: { 200: poolsAnswerSchema },
    errors: [],
  },
  'GET /v1/ladder': {
    id: 'getLadder',
    tag: 'lobby',
    auth: 'none',
    summary: 'The ladder of engines, and how they have fared against each other',
    description:
      `The engines that played in the last ${LADDER_GAMES} games of the ladder of a kind of game. Games are counted among ` +
      `these; the ratings are those of all games. The answer may be up to ${LADDER_AGE_MS / 1000} seconds old.`,
    query: ladderQuerySchema,
    answers: { 200: ladderSchema },
    errors: ['no-ladder'],
  },
  'GET /v1/invitations/{code}': {
    id: 'getInvitation',
    tag: 'lobby',
    auth: 'none',
    summary: 'Who invites to what, for someone with the code of an invitation',
    description: 'A code that was used, has expired, or was never made is refused as `unknown-code`.',
    params: invitationParamsSchema,
    answers: { 200: invitationAnswerSchema },
    errors: ['other-rules', 'unknown-code'],
    // So few, that nobody finds a code by trying: there are 10 to the power of 11.
    limit: { points: 60, seconds: 60 },
  },
  'GET /v1/online': {
    id: 'listOnlinePlayers',
    tag: 'lobby',
    auth: 'optional',
    summary: 'Players who are online',
    description:
      'Players who are connected by a socket to any node. The list has a player for up to 45 seconds after they ' +
      'disconnect. Players who block the caller are left out: a page may be shorter than its limit and yet have a ' +
      '`next`.',
    query: onlineQuerySchema,
    answers: { 200: onlinePageSchema },
    errors: [],
  },
} satisfies Record<string, Route>
