import type { Color, ScienceSymbol } from './vocabulary.ts'

/**
 * A progress token (base.md §1.6, agora.md §1.7, pantheon.md §1.7): what it gives at once and what it changes later.
 */
export interface TokenRow {
  id: string
  name: string
  /** Coins gained at once. */
  coins?: number
  science?: ScienceSymbol
  vp?: number
  /** VP at the end for each own progress token. */
  vpPerToken?: number
  /** Units of resources that are left out of the cost of a later wonder, or of a later building of a colour. */
  discount?: { units: number; of: Color | 'wonder' }
  /** The owner receives the coins that the opponent pays for trade. */
  receivesTrade?: boolean
  /** Shields in addition for each later building of a colour. */
  extraShield?: { shields: number; of: Color }
  /** Later wonders are followed by an extra turn. */
  wondersPlayAgain?: boolean
  /** Coins for each construction through a chain. */
  coinsPerChain?: number
  /** Senators are free. */
  freeSenators?: boolean
  /** Both conspiracies drawn are kept. */
  keepsBothConspiracies?: boolean
  /** VP at the end for each Mythology token and each Offering token that the owner still has. */
  vpPerKeptToken?: number
  /** Coins that the opponent loses for each space that the owner pushes the pawn. */
  coinsPerPush?: number
  /** Coins for which the owner may construct a building that has a chain symbol under its cost. */
  chainedFor?: number
}

export const BASE_TOKENS = [
  { id: 'agriculture', name: 'Agriculture', coins: 6, vp: 4 },
  { id: 'architecture', name: 'Architecture', discount: { units: 2, of: 'wonder' } },
  { id: 'economy', name: 'Economy', receivesTrade: true },
  { id: 'law', name: 'Law', science: 'scales' },
  { id: 'masonry', name: 'Masonry', discount: { units: 2, of: 'blue' } },
  { id: 'mathematics', name: 'Mathematics', vpPerToken: 3 },
  { id: 'philosophy', name: 'Philosophy', vp: 7 },
  { id: 'strategy', name: 'Strategy', extraShield: { shields: 1, of: 'red' } },
  { id: 'theology', name: 'Theology', wondersPlayAgain: true },
  { id: 'urbanism', name: 'Urbanism', coins: 6, coinsPerChain: 4 },
] as const satisfies readonly TokenRow[]

export const AGORA_TOKENS = [
  { id: 'corruption', name: 'Corruption', freeSenators: true },
  { id: 'organized-crime', name: 'Organized Crime', keepsBothConspiracies: true },
] as const satisfies readonly TokenRow[]

export const PANTHEON_TOKENS = [
  { id: 'mysticism', name: 'Mysticism', vpPerKeptToken: 2 },
  { id: 'poliorcetics', name: 'Poliorcetics', coinsPerPush: 1 },
  { id: 'engineering', name: 'Engineering', chainedFor: 1 },
] as const satisfies readonly TokenRow[]
