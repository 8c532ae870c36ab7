import type { z } from 'zod'
import type {
  ChatMessage,
  drainingSchema,
  Ended,
  ErrorBody,
  Presence,
  QueueJoined,
  QueueLeft,
  QueueMatched,
  Rematch,
  SessionEnded,
  TablesChange,
  Update,
} from '../protocol/index.ts'

/** What the server sends without being asked. */
export interface ServerEvents {
  'match:update': Update
  'match:ended': Ended
  'match:presence': Presence
  'match:rematch': Rematch
  'chat:message': ChatMessage
  /** To a player on all his connections: what happens to him in the queue, whatever device or node it was done from. */
  'queue:joined': QueueJoined
  'queue:left': QueueLeft
  'queue:matched': QueueMatched
  'lobby:tables': TablesChange
  /** The token that the connection was opened with is no longer good: the connection is closed. */
  'session:ended': SessionEnded
  'server:draining': z.infer<typeof drainingSchema>
  /** A message that asked for no acknowledgement, so that it could not be answered otherwise. */
  'error:protocol': ErrorBody
}

export type Send = <E extends keyof ServerEvents>(event: E, payload: ServerEvents[E]) => void
