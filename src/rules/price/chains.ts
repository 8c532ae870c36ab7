import type { BuildingBits } from '../built.ts'
import { builtOf, hasBuilding } from '../built.ts'
import { mythologyOf } from '../catalogue/index.ts'
import type { Mythology } from '../catalogue/vocabulary.ts'
import { remembered } from '../remembered.ts'
import type { City, PantheonCity } from '../state.ts'
import type { Cost } from './cost.ts'

/** What of a city has chain symbols. */
export interface Chains {
  buildings: City['buildings']
  mythologyTokens: PantheonCity['mythologyTokens']
  bits: BuildingBits
  mythologies: readonly Mythology[]
}

const NO_TOKENS: PantheonCity['mythologyTokens'] = []

const mythologiesOf = remembered((tokens: PantheonCity['mythologyTokens']): readonly Mythology[] =>
  tokens.map(mythologyOf),
)

/** The chain symbols of a city. */
export function chainsOf({ buildings, pantheon }: City): Chains {
  const mythologyTokens = pantheon ? pantheon.mythologyTokens : NO_TOKENS
  return { buildings, mythologyTokens, bits: builtOf(buildings).buildings, mythologies: mythologiesOf(mythologyTokens) }
}

/** Whether these are the chain symbols of a city. */
export const areOf = ({ buildings, mythologyTokens }: Chains, { buildings: own, pantheon }: City): boolean =>
  buildings === own && (pantheon === null || mythologyTokens === pantheon.mythologyTokens)

/** Whether a chain symbol makes something free. */
export const free = ({ bits, mythologies }: Chains, { chainNumber, mythology }: Cost): boolean =>
  (chainNumber >= 0 && hasBuilding(bits, chainNumber)) || (mythology !== null && mythologies.includes(mythology))
