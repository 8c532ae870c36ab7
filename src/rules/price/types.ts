import type { BuildingId, MythologyTokenId } from '../catalogue/index.ts'
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
  /** The Mythology token that is the chain symbol of a Grand Temple and makes it free. */
  chainToken?: MythologyTokenId
  /** A decree leaves out the whole coin part. */
  coinsIgnored?: boolean
  /** Constructed for the coins of Engineering. */
  engineering?: true
}

/** The price of an activation, with its parts, in coins (pantheon.md §4.3). */
export interface ActivationPrice {
  /** The cost of the space for the seat. */
  base: number
  /** The cost is doubled, because the card is the Gate. */
  gate?: true
  /** What the Sanctuary takes off. */
  sanctuary?: number
  /** What the spent Offering tokens take off. */
  offerings: number
  /** All coins to pay, never below 0. */
  total: number
}

/** How a price was paid: coins of the treasury, and coins that were stored on Astarte (pantheon.md §4.4). */
export interface Paid {
  coins: number
  stored: number
}
