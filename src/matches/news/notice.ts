import type { MatchNews } from '../../live/index.ts'
import type { Snapshots } from '../replica/snapshots.ts'
import type { Transition } from '../replica/transition.ts'

/** News as the store publishes it, but for entries. */
export type StateNews = Exclude<MatchNews, { type: 'entry' }>

/** What the subscribers of a replica are notified of. */
export type Notice =
  | StateNews
  /** A new version: in place of the entry, the transition that it caused. */
  | { match: string; type: 'entry'; transition: Transition }
  /** The replica had entries that the store does not have, and was read again. `now` is the store's time (ms). */
  | { match: string; type: 'reset'; snapshots: Snapshots; now: number }
