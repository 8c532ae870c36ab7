import type { MatchNews } from '../../live/index.ts'
import type { Updates } from '../../record/index.ts'
import type { Snapshots } from '../replica/snapshots.ts'

/** News as the store publishes it, but for entries. */
export type StateNews = Exclude<MatchNews, { type: 'entry' }>

/** What the subscribers of a replica are notified of. */
export type Notice =
  | StateNews
  /** A new version. */
  | { match: string; type: 'entry'; updates: Updates }
  /** The replica had entries that the store does not have, and was read again. `now` is the store's time (ms). */
  | { match: string; type: 'reset'; snapshots: Snapshots; now: number }
  /** The store does not have the match any more. */
  | { match: string; type: 'expired' }
