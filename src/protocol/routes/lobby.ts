import { invitationAnswerSchema, invitationParamsSchema } from '../invitations.ts'
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
      'A pool is a kind of game, a time control, and rated or not. The wait is the median of the last players.',
    answers: { 200: poolsAnswerSchema },
    errors: [],
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
    auth: 'none',
    summary: 'Players who are online',
    description:
      'Players who are connected by a socket to any node. The list has a player for up to 45 seconds after they ' +
      'disconnect.',
    query: onlineQuerySchema,
    answers: { 200: onlinePageSchema },
    errors: [],
  },
} satisfies Record<string, Route>
