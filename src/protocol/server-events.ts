import type { z } from 'zod'
import { sessionEndedSchema } from './accounts.ts'
import { announcedSchema } from './announcements.ts'
import * as challenges from './challenges.ts'
import * as chat from './chat.ts'
import { errorBodySchema } from './errors.ts'
import * as lobby from './lobby.ts'
import * as matches from './matches.ts'
import * as own from './own-matches.ts'
import * as queue from './queue.ts'
import { seriesNextSchema } from './series.ts'
import * as tournaments from './tournaments.ts'

/** Who gets an event. */
export const AUDIENCES = {
  viewers: 'everyone who watches the match',
  'own-matches': 'a player who watches all of their matches',
  player: 'all connections of a player',
  lobby: 'everyone who watches the open tables',
  connection: 'one connection',
}
export type Audience = keyof typeof AUDIENCES

interface Declared {
  to: readonly Audience[]
  payload: z.ZodType
  summary: string
}

/** By name, every event that the server sends on its own. */
export const SERVER_EVENTS = {
  'match:update': {
    to: ['viewers'],
    payload: matches.updateSchema,
    summary: 'Once for each version, in order; but not for one that an answer has brought',
  },
  'match:ended': {
    to: ['viewers'],
    payload: matches.endedSchema,
    summary: 'After the update that ended the match',
  },
  'match:reset': {
    to: ['viewers'],
    payload: matches.resetSchema,
    summary: 'The server has lost versions that it had sent: this view replaces the snapshot of the client',
  },
  'match:expired': {
    to: ['viewers', 'own-matches'],
    payload: matches.expiredSchema,
    summary: 'The server no longer has the match. It is the last event of the match',
  },
  'match:presence': {
    to: ['viewers'],
    payload: matches.presenceSchema,
    summary: 'Who is connected: at the beginning of the watch, and after every change',
  },
  'match:rematch': {
    to: ['viewers'],
    payload: matches.rematchSchema,
    summary:
      'A player wants a rematch, or it was created; also at the beginning of the watch, if a player already wants one',
  },
  'series:next': {
    to: ['viewers'],
    payload: seriesNextSchema,
    summary: 'The next game of the series has begun; also at the beginning of the watch of a game that has ended',
  },
  'chat:message': {
    to: ['viewers'],
    payload: chat.chatMessageSchema,
    summary: 'The room of this viewer has a new line',
  },
  'player:started': {
    to: ['own-matches'],
    payload: own.ownMatchSchema,
    summary: 'A match of the player has begun',
  },
  'player:turn': {
    to: ['own-matches'],
    payload: own.ownMatchSchema,
    summary: 'The other seat decides now in a match of the player',
  },
  'player:ended': {
    to: ['own-matches'],
    payload: matches.endedSchema,
    summary: 'A match of the player has ended',
  },
  'queue:joined': {
    to: ['player'],
    payload: queue.queueJoinedSchema,
    summary: 'The player waits in a pool; any of their devices may have joined it',
  },
  'queue:left': {
    to: ['player'],
    payload: queue.queueLeftSchema,
    summary: 'The player no longer waits, and has not been matched',
  },
  'queue:matched': {
    to: ['player'],
    payload: queue.queueMatchedSchema,
    summary: 'The player has an opponent, and their match has begun',
  },
  'challenge:opened': {
    to: ['player'],
    payload: challenges.challengeSchema,
    summary: 'The player has sent or received a challenge',
  },
  'challenge:closed': {
    to: ['player'],
    payload: challenges.challengeClosedSchema,
    summary: 'The challenge was accepted, declined or withdrawn, or has expired',
  },
  'tournament:paired': {
    to: ['player'],
    payload: tournaments.tournamentPairedSchema,
    summary: 'The player has a match in a round of a tournament, which has begun',
  },
  'tournament:round': {
    to: ['player'],
    payload: tournaments.tournamentRoundSchema,
    summary: 'A round of a tournament of the player has been paired; in an arena, one of the players alone are told',
  },
  'tournament:ended': {
    to: ['player'],
    payload: tournaments.tournamentEndedSchema,
    summary: 'A tournament of the player has ended, or was cancelled',
  },
  'lobby:tables': {
    to: ['lobby'],
    payload: lobby.tablesChangeSchema,
    summary: 'The list of open tables has changed',
  },
  'session:ended': {
    to: ['connection'],
    payload: sessionEndedSchema,
    summary: 'The token was revoked or has expired, or the player was banned; the server closes the connection',
  },
  'server:notice': {
    to: ['player'],
    payload: announcedSchema,
    summary:
      'What the server tells everybody has changed: a notice, or that new matches are paused; also when a connection begins, if there is any',
  },
  'server:draining': {
    to: ['connection'],
    payload: matches.drainingSchema,
    summary: 'The server is about to stop: connect again after that time',
  },
  'error:protocol': {
    to: ['connection'],
    payload: errorBodySchema,
    summary:
      'The server could not answer a message that asked for no acknowledgement, or closes the connection because of too many messages',
  },
} as const satisfies Record<string, Declared>

type Events = typeof SERVER_EVENTS

/** By name, the payload of each event that the server sends on its own. */
export type ServerEvents = { [Name in keyof Events]: z.output<Events[Name]['payload']> }

/** An event for this audience. */
export type EventTo<To extends Audience> = {
  [Name in keyof Events]: To extends Events[Name]['to'][number] ? { event: Name; payload: ServerEvents[Name] } : never
}[keyof Events]

/** An event for a viewer of a match. */
export type MatchServerEvent = EventTo<'viewers'>

/** An event for a player who watches all of their matches. */
export type PlayerServerEvent = EventTo<'own-matches'>

/** An event for a client. */
export type ServerEvent = { [To in Audience]: EventTo<To> }[Audience]
