import type { z } from 'zod'
import type { SessionEnded } from './accounts.ts'
import type { Challenge, ChallengeClosed } from './challenges.ts'
import type { ChatMessage } from './chat.ts'
import type { ErrorBody } from './errors.ts'
import type { TablesChange } from './lobby.ts'
import type { drainingSchema, Ended, Expired, Presence, Rematch, Reset, Update } from './matches.ts'
import type { OwnMatch } from './own-matches.ts'
import type { QueueJoined, QueueLeft, QueueMatched } from './queue.ts'

/** By name, the payload of each event that a viewer of a match receives. */
export interface MatchServerEvents {
  /** Once for each version, in order. */
  'match:update': Update
  /** When the store has lost versions that the viewer knows. */
  'match:reset': Reset
  /** After the update of the version that ended the match. */
  'match:ended': Ended
  /** The server no longer has the match. It is the last event of the match. */
  'match:expired': Expired
  /** At first, then on every change. */
  'match:presence': Presence
  /** At first if a seat has offered one already, then on every change. */
  'match:rematch': Rematch
  /** For the viewers of one room. */
  'chat:message': ChatMessage
}

/** By name, the payload of each event for a player who watches all of their matches. */
export interface PlayerServerEvents {
  /** A match of the player has begun. */
  'player:started': OwnMatch
  /** The other seat decides now in a match of the player. */
  'player:turn': OwnMatch
  /** A match of the player has ended. */
  'player:ended': Ended
  /** The server no longer has a match of the player. */
  'match:expired': Expired
}

/** By name, the payload of each event that the server sends on its own. */
export interface ServerEvents extends MatchServerEvents, PlayerServerEvents {
  /** To all connections of a player, whatever device or node the queue was joined from. */
  'queue:joined': QueueJoined
  'queue:left': QueueLeft
  'queue:matched': QueueMatched
  /** To all connections of both players of a challenge. */
  'challenge:opened': Challenge
  'challenge:closed': ChallengeClosed
  'lobby:tables': TablesChange
  /** The token of the connection is no longer valid: the server closes the connection. */
  'session:ended': SessionEnded
  'server:draining': z.infer<typeof drainingSchema>
  /** The error of a message that asked for no acknowledgement, and so cannot be answered. */
  'error:protocol': ErrorBody
}

type EventOf<Events> = { [Name in keyof Events]: { event: Name; payload: Events[Name] } }[keyof Events]

/** An event for a viewer of a match. */
export type MatchServerEvent = EventOf<MatchServerEvents>

/** An event for a player who watches all of their matches. */
export type PlayerServerEvent = EventOf<PlayerServerEvents>

/** An event for a client. */
export type ServerEvent = EventOf<ServerEvents>
