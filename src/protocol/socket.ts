import type { z } from 'zod'
import { sessionEndedSchema } from './accounts.ts'
import * as challenges from './challenges.ts'
import * as chat from './chat.ts'
import { errorBodySchema } from './errors.ts'
import * as lobby from './lobby.ts'
import * as matches from './matches.ts'
import * as own from './own-matches.ts'
import * as queue from './queue.ts'
import type { ServerEvents } from './server-events.ts'

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
