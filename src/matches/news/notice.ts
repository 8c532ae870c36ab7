import type { MatchNews } from '../../live/index.ts'
import type { Transition } from '../replica/transition.ts'

/** News as the store publishes it, but for entries. */
export type StateNews = Exclude<MatchNews, { type: 'entry' }>

/**
 * What the subscribers of a replica are notified of: the store's news, but in place of an entry the transition that it
 * caused.
 */
export type Notice = StateNews | { match: string; type: 'entry'; transition: Transition }
