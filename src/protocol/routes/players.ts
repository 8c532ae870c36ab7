import { deleteRequestSchema } from '../accounts.ts'
import { blocksAnswerSchema } from '../challenges.ts'
import { gamesPageSchema, gamesQuerySchema } from '../games.ts'
import { identitySchema, playerParamsSchema } from '../http.ts'
import {
  leaderboardPageSchema,
  leaderboardParamsSchema,
  LEADERBOARDS_AGE_MS,
  leaderboardsSchema,
} from '../leaderboards.ts'
import { ownDataSchema } from '../own-data.ts'
import { pageQuerySchema } from '../pages.ts'
import { followingAnswerSchema, MOST_FOLLOWED, playersAnswerSchema, playersQuerySchema } from '../people.ts'
import { guestRequestSchema, guestResponseSchema } from '../players.ts'
import {
  encounterPageSchema,
  encounterParamsSchema,
  playerProfileSchema,
  playerWondersSchema,
  ratingHistoryPageSchema,
  ratingHistoryParamsSchema,
} from '../profiles.ts'
import type { Route } from './route.ts'
import { NOTHING } from './route.ts'

/** Players: who they are, and what is known of them. */
export const PLAYER_ROUTES = {
  'POST /v1/players': {
    id: 'createGuest',
    tag: 'players',
    auth: 'none',
    summary: 'Become a guest player',
    description:
      'A guest has a name and a token, and no password: without the token nobody gets the player back. `POST ' +
      '/v1/players/me/account` makes an account of the guest.',
    body: guestRequestSchema,
    answers: { 201: guestResponseSchema },
    errors: ['name-invalid', 'name-taken'],
    limit: { points: 'guestsPerMinute', seconds: 60 },
  },
  'GET /v1/players': {
    id: 'searchPlayers',
    tag: 'players',
    auth: 'optional',
    summary: 'Accounts whose names begin like this',
    description:
      'In the order of their names. Accounts that block the caller are left out. There is no next page: a longer ' +
      'beginning finds fewer.',
    query: playersQuerySchema,
    answers: { 200: playersAnswerSchema },
    errors: ['name-invalid'],
    limit: { points: 120, seconds: 60 },
  },
  'GET /v1/players/me': {
    id: 'getIdentity',
    tag: 'players',
    auth: 'required',
    summary: 'The player of the token',
    description: 'With the time at which the token expires. A token can be renewed before.',
    answers: { 200: identitySchema },
    errors: [],
  },
  'GET /v1/players/{id}': {
    id: 'getProfile',
    tag: 'players',
    auth: 'none',
    summary: 'The profile of a player who has a finished game',
    description: 'Results by ending, seat, kind of game and opponent, and the ratings. It is made from stored games.',
    params: playerParamsSchema,
    answers: { 200: playerProfileSchema },
    errors: ['unknown-player'],
  },
  'GET /v1/players/{id}/games': {
    id: 'listGamesOfPlayer',
    tag: 'players',
    auth: 'none',
    summary: 'Finished games of a player, newest first',
    description: 'Games of private matches are among them.',
    params: playerParamsSchema,
    query: gamesQuerySchema.omit({ player: true }),
    answers: { 200: gamesPageSchema },
    errors: ['bad-cursor'],
  },
  'GET /v1/players/{id}/ratings/{kind}/history': {
    id: 'listRatingChanges',
    tag: 'players',
    auth: 'none',
    summary: 'What rated games did to the rating of a player, latest first',
    description: 'Each game with the opponent, and the rating before and after it.',
    params: ratingHistoryParamsSchema,
    query: pageQuerySchema,
    answers: { 200: ratingHistoryPageSchema },
    errors: ['unknown-player', 'bad-cursor'],
  },
  'GET /v1/players/{id}/opponents/{other}': {
    id: 'listEncounters',
    tag: 'players',
    auth: 'none',
    summary: 'The games of two players against each other, newest first, and the balance of the first player',
    description: '`balance` counts what the first player has won, lost and shared.',
    params: encounterParamsSchema,
    query: pageQuerySchema,
    answers: { 200: encounterPageSchema },
    errors: ['unknown-player', 'bad-cursor'],
  },
  'GET /v1/players/{id}/wonders': {
    id: 'getWonders',
    tag: 'players',
    auth: 'none',
    summary: 'The wonders that a player has drafted, most often first',
    description: 'With how often they were constructed, and how often the player won with them.',
    params: playerParamsSchema,
    answers: { 200: playerWondersSchema },
    errors: ['unknown-player'],
  },
  'GET /v1/leaderboard': {
    id: 'getLeaderboards',
    tag: 'players',
    auth: 'none',
    summary: 'The first places of every leaderboard',
    description:
      'One for each kind of rating. `GET /v1/leaderboards/{kind}` has the following places, and is never old; this ' +
      `overview may be up to ${LEADERBOARDS_AGE_MS / 1000} seconds old.`,
    answers: { 200: leaderboardsSchema },
    errors: [],
  },
  'GET /v1/leaderboards/{kind}': {
    id: 'listLeaderboard',
    tag: 'players',
    auth: 'none',
    summary: 'The leaderboard of a kind of rating, best first',
    description: 'It lists players who have played enough rated games and whose ratings are certain enough.',
    params: leaderboardParamsSchema,
    query: pageQuerySchema,
    answers: { 200: leaderboardPageSchema },
    errors: ['bad-cursor'],
  },
  'GET /v1/players/me/data': {
    id: 'exportPlayer',
    tag: 'players',
    auth: 'required',
    summary: 'Everything that the server stores of the caller',
    description:
      'One JSON document with the profile, the ratings, the account, the reports that the caller has made, and ' +
      'the finished games with their logs and the chat lines of the caller.',
    answers: { 200: ownDataSchema },
    errors: [],
    limit: { points: 10, seconds: 60 },
  },
  'DELETE /v1/players/me': {
    id: 'deletePlayer',
    tag: 'players',
    auth: 'required',
    summary: 'Delete the data of the caller',
    description:
      'The account, its sessions and its bot accounts end. The player leaves the queue, their challenges are ' +
      'closed, their open tables and invitations are cancelled, and they resign their matches. The name and the ' +
      'chat lines of the player are removed from all finished games, also from games that are stored later. The ' +
      'games, their results and the ratings of the opponents stay. A caller who has an account must send the ' +
      'password. If the request fails, the client should repeat it.',
    body: deleteRequestSchema,
    answers: { 204: NOTHING },
    errors: ['password-wrong', 'not-for-bots'],
    limit: { points: 10, seconds: 60 },
  },
  'GET /v1/players/me/blocks': {
    id: 'listBlocks',
    tag: 'players',
    auth: 'required',
    summary: 'The players whom the account blocks',
    description: 'Newest first. Their challenges are refused.',
    answers: { 200: blocksAnswerSchema },
    errors: ['account-needed'],
  },
  'PUT /v1/players/me/blocks/{id}': {
    id: 'blockPlayer',
    tag: 'players',
    auth: 'required',
    summary: 'Block a player',
    description:
      'Challenges of that player are refused from now on, the player follows the account no longer, and does not find ' +
      'it in searches and in lists of who is online. An account blocks at most 500 players. The bots of ' +
      'the server challenge nobody, and cannot be blocked.',
    params: playerParamsSchema,
    answers: { 204: NOTHING },
    errors: ['account-needed', 'limit-reached'],
  },
  'DELETE /v1/players/me/blocks/{id}': {
    id: 'unblockPlayer',
    tag: 'players',
    auth: 'required',
    summary: 'Unblock a player',
    description: 'It is no error if the player is not blocked.',
    params: playerParamsSchema,
    answers: { 204: NOTHING },
    errors: [],
  },
  'GET /v1/players/me/following': {
    id: 'listFollowing',
    tag: 'players',
    auth: 'required',
    summary: 'The players whom the account follows, whether they are online, and what they play in public',
    description: 'Who was followed last is first.',
    answers: { 200: followingAnswerSchema },
    errors: ['account-needed'],
  },
  'PUT /v1/players/me/following/{id}': {
    id: 'followPlayer',
    tag: 'players',
    auth: 'required',
    summary: 'Follow an account',
    description:
      `An account follows at most ${MOST_FOLLOWED} others, and is told of none of its followers. An account that blocks ` +
      'the caller is unknown here.',
    params: playerParamsSchema,
    answers: { 204: NOTHING },
    errors: ['account-needed', 'unknown-player', 'limit-reached'],
  },
  'DELETE /v1/players/me/following/{id}': {
    id: 'unfollowPlayer',
    tag: 'players',
    auth: 'required',
    summary: 'Stop following a player',
    description: 'It is no error if the player is not followed.',
    params: playerParamsSchema,
    answers: { 204: NOTHING },
    errors: [],
  },
} satisfies Record<string, Route>
