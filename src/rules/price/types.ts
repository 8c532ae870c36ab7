import type { BuildingId } from '../catalogue/index.ts'
import type { Resource } from '../catalogue/vocabulary.ts'

export type Units = Partial<Record<Resource, number>>

/** What a construction or a recruitment costs, and why (base.md §5, agora.md §4.7). Parts that are nothing are left out. */
export interface Price {
  /** Coins to pay in all. */
  total: number
  /** The part of it that buys resources. */
  trade: number
  /** Free through a chain symbol. */
  chained: boolean
  /** Units covered by own brown and grey cards. */
  produced?: Units
  /** Units covered by cards and wonders that produce one of a family. */
  chosen?: Units
  /** Units that a progress token or a decree leaves out. */
  discounted?: Units
  /** Units bought, and what one of them costs. */
  bought?: Partial<Record<Resource, { units: number; each: number }>>
  /** The building whose chain symbol makes it free. */
  chain?: BuildingId
  /** A decree leaves out the whole coin part. */
  coinsIgnored?: boolean
}

