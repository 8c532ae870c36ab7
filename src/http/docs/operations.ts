import type { Command, ErrorCode } from '../../protocol/index.ts'
import { COMMANDS, COMMON_ERRORS, LIVE_ERRORS } from '../../protocol/index.ts'

/** What the document says of a route in addition to its schemas. */
export interface Operation {
  id: string
  /** The errors that are particular to it. */
  errors: readonly ErrorCode[]
}

/** The errors of a route for operators. */
const OPERATORS: readonly ErrorCode[] = ['internal']
/** The errors of a route that takes a token; `token-missing`, too, if it needs one. */
const WITH_TOKEN: readonly ErrorCode[] = ['token-invalid', 'token-expired', 'token-revoked', 'banned']
/** The errors of a route with a body. */
const WITH_BODY: readonly ErrorCode[] = ['payload-too-large']

const PAGE = ['bad-cursor'] as const

/** The routes that do what a command does. */
const OF_COMMANDS: Readonly<Record<string, Operation>> = Object.fromEntries(
  Object.values<Command>(COMMANDS).flatMap(({ http, errors }) => (http ? [[http.route, { id: http.id, errors }]] : [])),
)

/** By method and pattern of the route. Without its row a route cannot be added, so the server does not start. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET /healthz': { id: 'getHealth', errors: [] },
  'GET /readyz': { id: 'getReadiness', errors: ['unavailable', 'draining'] },

  'POST /v1/players': { id: 'createGuest', errors: ['name-invalid', 'name-taken'] },
  'GET /v1/players/me': { id: 'getIdentity', errors: [] },
  'DELETE /v1/players/me': { id: 'deletePlayer', errors: ['password-wrong', 'not-for-bots'] },
  'GET /v1/players/me/data': { id: 'exportPlayer', errors: [] },
  'GET /v1/players/me/blocks': { id: 'listBlocks', errors: ['account-needed'] },
  'PUT /v1/players/me/blocks/:id': { id: 'blockPlayer', errors: ['account-needed', 'limit-reached'] },
  'DELETE /v1/players/me/blocks/:id': { id: 'unblockPlayer', errors: [] },
  'GET /v1/players/me/standing': { id: 'getStanding', errors: [] },
  'POST /v1/reports': {
    id: 'reportPlayer',
    errors: [...LIVE_ERRORS, 'unknown-player', 'code-needed', 'limit-reached'],
  },
  'GET /v1/moderation/reports': { id: 'listReports', errors: ['moderator-needed', ...PAGE] },
  'GET /v1/moderation/reports/:id': { id: 'getReport', errors: ['moderator-needed', 'unknown-report'] },
  'GET /v1/moderation/players/:id': { id: 'getModeratedPlayer', errors: ['moderator-needed'] },
  'GET /v1/moderation/measures': { id: 'listMeasures', errors: ['moderator-needed', ...PAGE] },
  'POST /v1/moderation/measures': {
    id: 'takeMeasure',
    errors: [
      'moderator-needed',
      ...LIVE_ERRORS,
      'match-over',
      'stale',
      'unknown-player',
      'unknown-report',
      'name-invalid',
      'name-taken',
    ],
  },
  'GET /v1/players/me/webhook': { id: 'getWebhook', errors: [] },
  'PUT /v1/players/me/webhook': { id: 'setWebhook', errors: ['account-needed', 'address-refused'] },
  'DELETE /v1/players/me/webhook': { id: 'deleteWebhook', errors: [] },
  'GET /v1/push': { id: 'getPushKey', errors: [] },
  'GET /v1/players/me/push': { id: 'listPushSubscriptions', errors: [] },
  'POST /v1/players/me/push': { id: 'subscribeToPush', errors: ['account-needed', 'address-refused'] },
  'DELETE /v1/players/me/push/:id': { id: 'unsubscribeFromPush', errors: ['unknown-subscription'] },
  'POST /v1/players/me/account': {
    id: 'claimAccount',
    errors: ['name-invalid', 'name-taken', 'password-invalid', 'account-exists'],
  },
  'PUT /v1/players/me/password': {
    id: 'changePassword',
    errors: ['account-needed', 'not-for-bots', 'password-wrong', 'password-invalid'],
  },
  'GET /v1/players/me/bots': { id: 'listBots', errors: ['account-needed'] },
  'POST /v1/players/me/bots': {
    id: 'createBot',
    errors: ['account-needed', 'not-for-bots', 'name-invalid', 'name-taken', 'limit-reached'],
  },
  'DELETE /v1/players/me/bots/:id': { id: 'deleteBot', errors: ['unknown-player'] },
  'POST /v1/players/me/bots/:id/token': { id: 'replaceBotToken', errors: ['unknown-player'] },
  'DELETE /v1/players/me/bots/:id/token': { id: 'revokeBotToken', errors: ['unknown-player'] },
  'POST /v1/players/me/token': { id: 'renewToken', errors: ['not-for-bots'] },
  'GET /v1/players/me/sessions': { id: 'listSessions', errors: ['account-needed'] },
  'DELETE /v1/players/me/sessions': { id: 'endOtherSessions', errors: ['account-needed'] },
  'DELETE /v1/players/me/sessions/:id': { id: 'endSession', errors: ['account-needed', 'unknown-session'] },
  'POST /v1/sessions': { id: 'logIn', errors: ['login-failed', 'name-invalid', 'banned'] },
  'DELETE /v1/sessions/current': { id: 'logOut', errors: [] },
  'GET /v1/players/:id': { id: 'getProfile', errors: ['unknown-player'] },
  'GET /v1/players/:id/games': { id: 'listGamesOfPlayer', errors: [...PAGE] },
  'GET /v1/players/:id/ratings/:kind/history': { id: 'listRatingChanges', errors: ['unknown-player', ...PAGE] },
  'GET /v1/players/:id/opponents/:other': { id: 'listEncounters', errors: ['unknown-player', ...PAGE] },
  'GET /v1/players/:id/wonders': { id: 'getWonders', errors: ['unknown-player'] },
  'GET /v1/leaderboard': { id: 'getLeaderboards', errors: [] },
  'GET /v1/leaderboards/:kind': { id: 'listLeaderboard', errors: [...PAGE] },

  'GET /v1/pools': { id: 'listPools', errors: [] },
  'GET /v1/invitations/:code': { id: 'getInvitation', errors: ['other-rules', 'unknown-code'] },
  'GET /v1/online': { id: 'listOnlinePlayers', errors: [] },

  'GET /v1/games': { id: 'listGames', errors: [...PAGE] },
  'GET /v1/games/export': { id: 'exportGames', errors: ['limit-reached', ...PAGE] },
  'GET /v1/games/:id': { id: 'getGame', errors: ['unknown-game', 'other-rules', 'code-needed'] },
  'GET /v1/games/:id/replay': { id: 'getReplay', errors: ['unknown-game', 'other-rules', 'code-needed'] },
  'GET /v1/games/:id/positions/:version': {
    id: 'getPosition',
    errors: ['unknown-game', 'other-rules', 'code-needed', 'unknown-version', 'not-your-match'],
  },
  'GET /v1/games/:id/chat': { id: 'readGameChat', errors: ['unknown-game', 'not-your-match', ...PAGE] },
  'GET /v1/bots': { id: 'listOpponents', errors: [] },
  'GET /v1/games/:id/analysis': {
    id: 'analyseGame',
    errors: ['token-missing', 'unknown-game', 'other-rules', 'code-needed', 'no-analysis', 'no-bots', 'limit-reached'],
  },
  'GET /v1/catalogue': { id: 'getCatalogue', errors: [] },
  ...OF_COMMANDS,
}

/** The row of a route, by its method and pattern. @throws Error if it has none. */
export function operationOf(route: string): Operation {
  const operation = OPERATIONS[route]
  if (!operation) throw new Error(`the route ${route} has no row in src/http/docs/operations.ts`)
  return operation
}

/** What the schema of a route says of it: whether it takes a token (two ways: it need not) and a body. */
interface Declared {
  tags?: readonly string[] | undefined
  security?: readonly unknown[] | undefined
  body?: unknown
}

/** Every error that a route may answer with. @throws Error if it has no row. */
export function errorsOf(route: string, { tags = [], security = [], body }: Declared): Set<ErrorCode> {
  return new Set([
    ...operationOf(route).errors,
    ...(tags.includes('operation') ? OPERATORS : COMMON_ERRORS),
    ...(body === undefined ? [] : WITH_BODY),
    ...(security.length === 0 ? [] : WITH_TOKEN),
    ...(security.length === 1 ? (['token-missing'] as const) : []),
  ])
}
