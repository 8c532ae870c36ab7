import { z } from 'zod'
import { sessionEndedSchema } from './accounts.ts'
import * as challenges from './challenges.ts'
import * as chat from './chat.ts'
import { pingAnswerSchema, pingRequestSchema } from './connection.ts'
import { errorBodySchema } from './errors.ts'
import { explainRequestSchema, explanationAnswerSchema } from './explanation.ts'
import { hintAnswerSchema, hintRequestSchema } from './hints.ts'
import * as lobby from './lobby.ts'
import * as matches from './matches.ts'
import * as own from './own-matches.ts'
import * as shown from './public-matches.ts'
import * as queue from './queue.ts'
import type { ServerEvents } from './server-events.ts'

/** An event that a client may send: its payload, and the answer in addition to `ok: true`. */
export interface ClientEvent {
  request: z.ZodType
  answer: z.ZodType
  summary: string
  /** Whether visitors may send it, who have no token. */
  forVisitors?: true
}

const nothing = z.strictObject({})

/** By name, every event that a client may send. */
export const CLIENT_EVENTS = {
  'match:create': {
    request: matches.createRequestSchema,
    answer: matches.viewAnswerSchema,
    summary: 'Create a match, and watch it; a repeated `actionId` creates nothing more',
  },
  'match:join': {
    request: matches.joinRequestSchema,
    answer: matches.viewAnswerSchema,
    summary: 'Take the free seat of a match, and watch it',
  },
  'match:watch': {
    request: matches.watchRequestSchema,
    answer: matches.viewAnswerSchema,
    summary: 'Watch a match, from the own seat or as a spectator',
    forVisitors: true,
  },
  'match:unwatch': {
    request: matches.unwatchRequestSchema,
    answer: matches.unwatchRequestSchema,
    summary: 'Stop watching a match',
    forVisitors: true,
  },
  'match:explain': {
    request: explainRequestSchema,
    answer: explanationAnswerSchema,
    summary: 'What the present position means: prices, ledgers, what is blocked and why',
    forVisitors: true,
  },
  'match:hint': {
    request: hintRequestSchema,
    answer: hintAnswerSchema,
    summary: 'The best actions, in an unrated match against a bot of the server',
  },
  'match:act': {
    request: matches.actRequestSchema,
    answer: matches.committedAnswerSchema,
    summary: 'Do one of the legal actions',
  },
  'match:resign': {
    request: matches.resignRequestSchema,
    answer: matches.committedAnswerSchema,
    summary: 'Give the match up',
  },
  'match:abort': {
    request: matches.abortRequestSchema,
    answer: matches.committedAnswerSchema,
    summary: 'End a match before both players have moved',
  },
  'match:draw': {
    request: matches.drawRequestSchema,
    answer: matches.committedAnswerSchema,
    summary: 'Offer a draw, or answer an offer',
  },
  'match:claim': {
    request: matches.claimWinRequestSchema,
    answer: matches.committedAnswerSchema,
    summary: 'Claim the win because the other player is away',
  },
  'match:give': {
    request: matches.giveTimeRequestSchema,
    answer: matches.committedAnswerSchema,
    summary: 'Give time to the other player',
  },
  'match:rematch': { request: matches.rematchRequestSchema, answer: matches.rematchSchema, summary: 'Play again' },
  'chat:say': { request: chat.sayRequestSchema, answer: chat.saidSchema, summary: 'Say something in a match' },
  'chat:read': { request: chat.readChatRequestSchema, answer: chat.chatSchema, summary: 'Read what was said' },
  'chat:mute': { request: chat.muteRequestSchema, answer: chat.muteRequestSchema, summary: 'Mute the other player' },
  'queue:join': {
    request: queue.queueJoinRequestSchema,
    answer: queue.queueAnswerSchema,
    summary: 'Wait for an opponent in a pool',
  },
  'queue:status': {
    request: queue.queueStatusRequestSchema,
    answer: queue.queueAnswerSchema,
    summary: 'Where the player stands in the queue',
  },
  'queue:leave': {
    request: queue.queueLeaveRequestSchema,
    answer: queue.queueAnswerSchema,
    summary: 'Leave the queue',
  },
  'lobby:watch': {
    request: lobby.lobbyWatchRequestSchema,
    answer: lobby.tablesAnswerSchema,
    summary: 'Watch the list of open tables',
  },
  'lobby:unwatch': {
    request: lobby.lobbyUnwatchRequestSchema,
    answer: nothing,
    summary: 'Stop watching the list of open tables',
  },
  'lobby:matches': {
    request: shown.publicMatchesRequestSchema,
    answer: shown.publicMatchesAnswerSchema,
    summary: 'List public matches in play',
  },
  'player:matches': {
    request: own.ownMatchesRequestSchema,
    answer: own.ownMatchesAnswerSchema,
    summary: 'List the matches of the player that have not ended',
  },
  'player:watch': {
    request: own.playerWatchRequestSchema,
    answer: own.ownMatchesAnswerSchema,
    summary: 'Watch all matches of the player',
  },
  'player:unwatch': {
    request: own.playerUnwatchRequestSchema,
    answer: nothing,
    summary: 'Stop watching the matches of the player',
  },
  'challenge:send': {
    request: challenges.challengeRequestSchema,
    answer: challenges.challengeAnswerSchema,
    summary: 'Challenge a player',
  },
  'challenge:list': {
    request: challenges.challengesRequestSchema,
    answer: challenges.challengesAnswerSchema,
    summary: 'List the open challenges of the player',
  },
  'challenge:accept': {
    request: challenges.challengeAcceptRequestSchema,
    answer: challenges.challengeAcceptedAnswerSchema,
    summary: 'Accept a challenge',
  },
  'challenge:close': {
    request: challenges.challengeCloseRequestSchema,
    answer: nothing,
    summary: 'Decline a challenge, or withdraw it',
  },
  'connection:ping': {
    request: pingRequestSchema,
    answer: pingAnswerSchema,
    summary: 'Whether the connection works, and what time it is',
    forVisitors: true,
  },
} satisfies Record<string, ClientEvent>

/** What visitors may send: what it takes to watch, and nothing else. */
export const VISITOR_EVENTS: ReadonlySet<unknown> = new Set(
  Object.entries<ClientEvent>(CLIENT_EVENTS).flatMap(([event, { forVisitors }]) => (forVisitors ? [event] : [])),
)

/** By name, every event that the server sends on its own. */
export const SERVER_EVENTS = {
  'match:update': { payload: matches.updateSchema, summary: 'A version of a match: once for each, in order' },
  'match:reset': { payload: matches.resetSchema, summary: 'The server has lost versions: this view replaces others' },
  'match:ended': { payload: matches.endedSchema, summary: 'A match has ended' },
  'match:expired': { payload: matches.expiredSchema, summary: 'The server no longer has a match' },
  'match:presence': { payload: matches.presenceSchema, summary: 'Who is connected to a match' },
  'match:rematch': { payload: matches.rematchSchema, summary: 'Somebody wants to play again, or the match is made' },
  'chat:message': { payload: chat.chatMessageSchema, summary: 'Something was said in the room of this viewer' },
  'player:started': { payload: own.ownMatchSchema, summary: 'A match of the player has begun' },
  'player:turn': { payload: own.ownMatchSchema, summary: 'The other seat decides now in a match of the player' },
  'player:ended': { payload: matches.endedSchema, summary: 'A match of the player has ended' },
  'queue:joined': { payload: queue.queueJoinedSchema, summary: 'The player waits in a pool' },
  'queue:left': { payload: queue.queueLeftSchema, summary: 'The player no longer waits, and has no match' },
  'queue:matched': { payload: queue.queueMatchedSchema, summary: 'The player has an opponent, and a match' },
  'challenge:opened': { payload: challenges.challengeSchema, summary: 'The player has sent or received a challenge' },
  'challenge:closed': { payload: challenges.challengeClosedSchema, summary: 'A challenge is no longer open' },
  'lobby:tables': { payload: lobby.tablesChangeSchema, summary: 'The list of open tables has changed' },
  'session:ended': { payload: sessionEndedSchema, summary: 'The token is no longer valid; the connection closes' },
  'server:draining': { payload: matches.drainingSchema, summary: 'The server stops: connect again after that time' },
  'error:protocol': { payload: errorBodySchema, summary: 'A message could not be answered' },
} satisfies { [Name in keyof ServerEvents]: { payload: z.ZodType<ServerEvents[Name]>; summary: string } }
