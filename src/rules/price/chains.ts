import { mythologyOf } from '../catalogue/index.ts'
import { remembered } from '../remembered.ts'
import type { City, PantheonCity } from '../state.ts'
import { COSTS } from './cost.ts'

/** What of a city has chain symbols. */
export interface Chains {
  buildings: City['buildings']
  mythologyTokens: PantheonCity['mythologyTokens']
  /** By the index of a cost, whether one of the symbols makes it free: 1 or 0. */
  frees: Uint8Array
}

const NO_TOKENS: PantheonCity['mythologyTokens'] = []

/** The costs that each chain symbol makes free: that of a building, or of the Mythology tokens of a mythology. */
const FREED = new Map<string, number[]>()
for (const { index, chain, mythology } of COSTS) {
  for (const symbol of [chain, mythology]) if (symbol !== null) FREED.set(symbol, [...(FREED.get(symbol) ?? []), index])
}

const freedBy = remembered((buildings: City['buildings'], tokens: PantheonCity['mythologyTokens']): Uint8Array => {
  const frees = new Uint8Array(COSTS.length)
  const free = (symbol: string): void => {
    const indexes = FREED.get(symbol)
    if (indexes) for (const index of indexes) frees[index] = 1
  }
  for (const id of buildings) free(id)
  for (const id of tokens) free(mythologyOf(id))
  return frees
})

/** The chain symbols of a city. */
export function chainsOf({ buildings, pantheon }: City): Chains {
  const mythologyTokens = pantheon ? pantheon.mythologyTokens : NO_TOKENS
  return { buildings, mythologyTokens, frees: freedBy(buildings, mythologyTokens) }
}
