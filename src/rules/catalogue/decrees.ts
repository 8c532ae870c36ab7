import type { Color, Resource } from './vocabulary.ts'

/** A decree (agora.md §1.5): what the controller of its chamber has for as long as they control it. */
export interface DecreeRow {
  id: string
  name: string
  /** Whenever a player constructs this, the controller gains as many coins as the number of the current age. */
  coinsOn?: Color | 'wonder'
  /** One resource symbol, or the whole coin part, is left out of the cost of a building of this colour. */
  ignoresSymbolOf?: Color
  /** Units of resources that are left out of the cost of a wonder. */
  wonderDiscount?: number
  /** Spaces that the pawn is pushed when control is gained, and pushed back when it is lost. */
  shields?: number
  /** Resources that the bank sells for 1 coin less, never below 1. */
  cheaper?: readonly Resource[]
  /** Blue buildings counted in addition when senate actions are granted. */
  extraBlue?: number
  /** Coins in addition for a card that is discarded for coins. */
  discardBonus?: number
  usesOpponentChains?: boolean
  conspiratorPlaysAgain?: boolean
}

export const DECREES = [
  { id: 'coins-blue', name: 'Coins for blue buildings', coinsOn: 'blue' },
  { id: 'coins-green', name: 'Coins for green buildings', coinsOn: 'green' },
  { id: 'coins-yellow', name: 'Coins for yellow buildings', coinsOn: 'yellow' },
  { id: 'coins-red', name: 'Coins for red buildings', coinsOn: 'red' },
  { id: 'ignore-cost-yellow', name: 'Yellow buildings ignore one symbol', ignoresSymbolOf: 'yellow' },
  { id: 'ignore-cost-red', name: 'Red buildings ignore one symbol', ignoresSymbolOf: 'red' },
  { id: 'ignore-cost-green', name: 'Green buildings ignore one symbol', ignoresSymbolOf: 'green' },
  { id: 'wonder-discount', name: 'Wonders cost one resource less', wonderDiscount: 1 },
  { id: 'shield', name: 'One shield', shields: 1 },
  { id: 'cheaper-raw', name: 'Cheaper raw materials', cheaper: ['wood', 'clay', 'stone'] },
  { id: 'cheaper-manufactured', name: 'Cheaper manufactured goods', cheaper: ['glass', 'papyrus'] },
  { id: 'senate-blue-plus-2', name: 'Two more blue buildings in the Senate', extraBlue: 2 },
  { id: 'discard-plus-2', name: 'Two more coins for a discarded card', discardBonus: 2 },
  { id: 'coins-wonder', name: 'Coins for wonders', coinsOn: 'wonder' },
  { id: 'opponent-chains', name: "The opponent's chains", usesOpponentChains: true },
  { id: 'conspirator-extra-turn', name: 'Conspirators play again', conspiratorPlaysAgain: true },
] as const satisfies readonly DecreeRow[]
