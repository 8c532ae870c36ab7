import type { BuildingId } from '../catalogue/index.ts'
import type { Resource } from '../catalogue/vocabulary.ts'

export type Units = Partial<Record<Resource, number>>

/** The price of a construction or a recruitment, with its parts (base.md §5, agora.md §4.7). Empty parts are absent. */
export interface Price {
  /** All coins to pay. */
  total: number
  /** The coins of `total` that buy resources. */
  trade: number
  /** Free through a chain symbol. */
  chained: boolean
  /** Units covered by own brown and grey cards. */
  produced?: Units
  /** Units covered by cards and wonders that produce one of a family. */
  chosen?: Units
  /** Units that progress tokens or decrees leave out. */
  discounted?: Units
  /** Units that are bought, and the coins for one of them. */
  bought?: Partial<Record<Resource, { units: number; each: number }>>
  /** The building whose chain symbol makes it free. */
  chain?: BuildingId
  /** A decree leaves out the whole coin part. */
  coinsIgnored?: boolean
}
