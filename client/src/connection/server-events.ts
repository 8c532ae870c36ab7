import type {
  ChatMessage,
  Ended,
  Presence,
  QueueJoined,
  QueueLeft,
  QueueMatched,
  Rematch,
  SessionEnded,
  TablesChange,
  Update,
  ViewAnswer,
} from '../protocol.ts'

/** What the server sends without being asked: by event, the payload. */
export interface ServerEvents {
  'match:update': Update
  'match:ended': Ended
  'match:reset': ViewAnswer & { match: string }
  'match:presence': Presence
  'match:rematch': Rematch
  'chat:message': ChatMessage
  'queue:joined': QueueJoined
  'queue:left': QueueLeft
  'queue:matched': QueueMatched
  'lobby:tables': TablesChange
  'session:ended': SessionEnded
  'server:draining': { reconnectAfterMs: number }
}
