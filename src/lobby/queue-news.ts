import type { QueueJoined, QueueLeft, QueueMatched } from '../protocol/index.ts'

/** What happens to a player in the queue. The payload is what the player's clients are sent. */
export type QueueNews =
  | { type: 'joined'; player: string; payload: QueueJoined }
  | { type: 'left'; player: string; payload: QueueLeft }
  | { type: 'matched'; player: string; payload: QueueMatched }

/** Is notified on every node, whichever node the news comes from. */
export interface QueueSubscriber {
  news(news: QueueNews): void
}
