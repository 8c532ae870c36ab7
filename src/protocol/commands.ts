import { z } from 'zod'
import * as challenges from './challenges.ts'
import * as chat from './chat.ts'
import { pingAnswerSchema, pingRequestSchema } from './connection.ts'
import type { ErrorCode } from './errors.ts'
import { explainRequestSchema, explanationAnswerSchema } from './explanation.ts'
import { hintAnswerSchema, hintRequestSchema } from './hints.ts'
import * as lobby from './lobby.ts'
import * as matches from './matches.ts'
import * as own from './own-matches.ts'
import * as shown from './public-matches.ts'
import * as queue from './queue.ts'

/** What a player can do, whichever way the wish comes: its name is that of the event of the socket. */
export interface Command {
  summary: string
  /** The payload, and the answer in addition to `ok: true`. */
  request: z.ZodType
  answer: z.ZodType
  /** The errors that are particular to it. */
  errors: readonly ErrorCode[]
  /** How many plain messages it counts for, if not one, with a payload that is not checked yet. */
  weight?: number | ((payload: unknown) => number)
  /** Whether visitors may send it, who have no token. */
  forVisitors?: true
  /** The route that does the same, with the id of its operation. */
  http?: { route: string; id: string }
}

/** What any request may be answered with, by the socket or over HTTP. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'bad-request',
  'rate-limited',
  'busy',
  'unavailable',
  'draining',
  'internal',
]
/** What is answered about a match that is not there, and about one that must go on. */
export const LIVE_ERRORS = ['unknown-match', 'other-rules'] as const satisfies readonly ErrorCode[]
const ENDING = ['not-your-match', 'match-over', 'stale', ...LIVE_ERRORS] as const satisfies readonly ErrorCode[]

const nothing = z.strictObject({})

/** By name, every command. */
export const COMMANDS = {
  'match:create': {
    summary: 'Create a match, and watch it; a repeated `actionId` creates nothing more',
    request: matches.createRequestSchema,
    answer: matches.viewAnswerSchema,
    errors: ['account-needed', 'limit-reached', 'no-bots', ...LIVE_ERRORS],
    weight: 5,
    http: { route: 'POST /v1/matches', id: 'createMatch' },
  },
  'match:join': {
    summary: 'Take the free seat of a match, and watch it',
    request: matches.joinRequestSchema,
    answer: matches.viewAnswerSchema,
    errors: [
      'unknown-code',
      'match-full',
      'own-match',
      'not-joinable',
      'code-needed',
      'account-needed',
      'limit-reached',
      ...LIVE_ERRORS,
    ],
    http: { route: 'POST /v1/matches/join', id: 'joinMatch' },
  },
  'match:watch': {
    summary: 'Watch a match, from the own seat or as a spectator',
    request: matches.watchRequestSchema,
    answer: matches.viewAnswerSchema,
    errors: ['code-needed', 'unknown-version', 'limit-reached', ...LIVE_ERRORS],
    // What a viewer missed since a version may be a whole match.
    weight: (payload) => (typeof payload === 'object' && payload !== null && 'version' in payload ? 5 : 1),
    forVisitors: true,
    http: { route: 'GET /v1/matches/:id', id: 'getMatch' },
  },
  'match:unwatch': {
    summary: 'Stop watching a match',
    request: matches.unwatchRequestSchema,
    answer: matches.unwatchRequestSchema,
    errors: [],
    forVisitors: true,
  },
  'match:explain': {
    summary: 'What the present position means: prices, ledgers, what is blocked and why',
    request: explainRequestSchema,
    answer: explanationAnswerSchema,
    errors: ['code-needed', ...LIVE_ERRORS],
    forVisitors: true,
    http: { route: 'GET /v1/matches/:id/explanation', id: 'explainMatch' },
  },
  'match:hint': {
    summary: 'The best actions, in an unrated match against a bot of the server',
    request: hintRequestSchema,
    answer: hintAnswerSchema,
    errors: [
      'not-your-match',
      'match-not-started',
      'match-over',
      'no-hints',
      'not-your-turn',
      'no-bots',
      'limit-reached',
      ...LIVE_ERRORS,
    ],
    // It takes about as long as many moves.
    weight: 5,
    http: { route: 'POST /v1/matches/:id/hint', id: 'getHint' },
  },
  'match:act': {
    summary: 'Do one of the legal actions',
    request: matches.actRequestSchema,
    answer: matches.committedAnswerSchema,
    errors: ['match-not-started', 'unknown-version', 'not-your-turn', 'illegal-action', 'late', ...ENDING],
    http: { route: 'POST /v1/matches/:id/actions', id: 'act' },
  },
  'match:resign': {
    summary: 'Give the match up',
    request: matches.resignRequestSchema,
    answer: matches.committedAnswerSchema,
    errors: ['match-not-started', ...ENDING],
    http: { route: 'POST /v1/matches/:id/resign', id: 'resign' },
  },
  'match:abort': {
    summary: 'End a match before both players have moved',
    request: matches.abortRequestSchema,
    answer: matches.committedAnswerSchema,
    errors: ['unknown-version', 'not-now', ...ENDING],
    http: { route: 'POST /v1/matches/:id/abort', id: 'abortMatch' },
  },
  'match:draw': {
    summary: 'Offer a draw, or answer an offer',
    request: matches.drawRequestSchema,
    answer: matches.committedAnswerSchema,
    errors: ['match-not-started', 'not-now', ...ENDING],
    http: { route: 'POST /v1/matches/:id/draw', id: 'offerOrAnswerDraw' },
  },
  'match:claim': {
    summary: 'Claim the win because the other player is away',
    request: matches.claimWinRequestSchema,
    answer: matches.committedAnswerSchema,
    errors: ['match-not-started', 'not-away', ...ENDING],
    http: { route: 'POST /v1/matches/:id/claim', id: 'claimWin' },
  },
  'match:give': {
    summary: 'Give time to the other player',
    request: matches.giveTimeRequestSchema,
    answer: matches.committedAnswerSchema,
    errors: ['match-not-started', 'not-now', ...ENDING],
    http: { route: 'POST /v1/matches/:id/give', id: 'giveTime' },
  },
  'match:rematch': {
    summary: 'Play again',
    request: matches.rematchRequestSchema,
    answer: matches.rematchSchema,
    errors: ['not-your-match', 'not-now', 'account-needed', ...LIVE_ERRORS],
    http: { route: 'POST /v1/matches/:id/rematch', id: 'offerRematch' },
  },
  'chat:say': {
    summary: 'Say something in a match',
    request: chat.sayRequestSchema,
    answer: chat.saidSchema,
    errors: ['code-needed', 'muted', ...LIVE_ERRORS],
    http: { route: 'POST /v1/matches/:id/chat', id: 'say' },
  },
  'chat:read': {
    summary: 'Read what was said',
    request: chat.readChatRequestSchema,
    answer: chat.chatSchema,
    errors: ['code-needed', ...LIVE_ERRORS],
    http: { route: 'GET /v1/matches/:id/chat', id: 'readChat' },
  },
  'chat:mute': {
    summary: 'Mute the other player',
    request: chat.muteRequestSchema,
    answer: chat.muteRequestSchema,
    errors: ['not-your-match', ...LIVE_ERRORS],
    http: { route: 'PUT /v1/matches/:id/chat/mute', id: 'muteOpponent' },
  },
  'queue:join': {
    summary: 'Wait for an opponent in a pool',
    request: queue.queueJoinRequestSchema,
    answer: queue.queueAnswerSchema,
    errors: ['already-playing', 'not-for-bots', 'account-needed', 'no-bots', ...LIVE_ERRORS],
    http: { route: 'POST /v1/queue', id: 'joinQueue' },
  },
  'queue:status': {
    summary: 'Where the player stands in the queue',
    request: queue.queueStatusRequestSchema,
    answer: queue.queueAnswerSchema,
    errors: LIVE_ERRORS,
    http: { route: 'GET /v1/queue', id: 'getQueueStatus' },
  },
  'queue:leave': {
    summary: 'Leave the queue',
    request: queue.queueLeaveRequestSchema,
    answer: queue.queueAnswerSchema,
    errors: LIVE_ERRORS,
    http: { route: 'DELETE /v1/queue', id: 'leaveQueue' },
  },
  'lobby:watch': {
    summary: 'Watch the list of open tables',
    request: lobby.lobbyWatchRequestSchema,
    answer: lobby.tablesAnswerSchema,
    errors: [],
    // The list may be long.
    weight: 5,
    http: { route: 'GET /v1/tables', id: 'listTables' },
  },
  'lobby:unwatch': {
    summary: 'Stop watching the list of open tables',
    request: lobby.lobbyUnwatchRequestSchema,
    answer: nothing,
    errors: [],
  },
  'lobby:matches': {
    summary: 'List public matches in play',
    request: shown.publicMatchesRequestSchema,
    answer: shown.publicMatchesAnswerSchema,
    errors: ['bad-cursor'],
    weight: 5,
    http: { route: 'GET /v1/matches', id: 'listPublicMatches' },
  },
  'player:matches': {
    summary: 'List the matches of the player that have not ended',
    request: own.ownMatchesRequestSchema,
    answer: own.ownMatchesAnswerSchema,
    errors: ['bad-cursor'],
    // Each match of the page may have to be read.
    weight: 10,
    http: { route: 'GET /v1/players/me/matches', id: 'listOwnMatches' },
  },
  'player:watch': {
    summary: 'Watch all matches of the player',
    request: own.playerWatchRequestSchema,
    answer: own.ownMatchesAnswerSchema,
    errors: [],
    weight: 10,
  },
  'player:unwatch': {
    summary: 'Stop watching the matches of the player',
    request: own.playerUnwatchRequestSchema,
    answer: nothing,
    errors: [],
  },
  'challenge:send': {
    summary: 'Challenge a player',
    request: challenges.challengeRequestSchema,
    answer: challenges.challengeAnswerSchema,
    errors: ['unknown-player', 'name-invalid', 'challenge-refused', 'muted', 'account-needed', 'limit-reached'],
    weight: 5,
    http: { route: 'POST /v1/challenges', id: 'challengePlayer' },
  },
  'challenge:list': {
    summary: 'List the open challenges of the player',
    request: challenges.challengesRequestSchema,
    answer: challenges.challengesAnswerSchema,
    errors: [],
    http: { route: 'GET /v1/challenges', id: 'listChallenges' },
  },
  'challenge:accept': {
    summary: 'Accept a challenge',
    request: challenges.challengeAcceptRequestSchema,
    answer: challenges.challengeAcceptedAnswerSchema,
    errors: ['unknown-challenge', 'account-needed', ...LIVE_ERRORS],
    weight: 5,
    http: { route: 'POST /v1/challenges/:id/accept', id: 'acceptChallenge' },
  },
  'challenge:close': {
    summary: 'Decline a challenge, or withdraw it',
    request: challenges.challengeCloseRequestSchema,
    answer: nothing,
    errors: ['unknown-challenge'],
    http: { route: 'DELETE /v1/challenges/:id', id: 'closeChallenge' },
  },
  'connection:ping': {
    summary: 'Whether the connection works, and what time it is',
    request: pingRequestSchema,
    answer: pingAnswerSchema,
    errors: [],
    forVisitors: true,
  },
} satisfies Record<string, Command>

export type CommandName = keyof typeof COMMANDS

const BY_NAME: ReadonlyMap<unknown, Command> = new Map(Object.entries(COMMANDS))

/** The command of this name, whatever was sent as a name. */
export const commandNamed = (name: unknown): Command | undefined => BY_NAME.get(name)

/** The weight of a command with this payload, which is not checked yet. */
export const weightOf = ({ weight = 1 }: Command, payload: unknown): number =>
  typeof weight === 'number' ? weight : weight(payload)

/**
 * All errors that a command may be answered with over the socket. A visitor has no token, and some payloads need one
 * also where visitors may send the command.
 */
export const errorsOfCommand = ({ errors }: Command): ErrorCode[] => [
  ...errors,
  ...COMMON_ERRORS,
  'payload-too-large',
  'token-expired',
  'token-missing',
]
