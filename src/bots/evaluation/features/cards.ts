import type { BuildingId, CardId, Cost, Guild, ScienceSymbol, TokenId, WonderId } from '../../../rules/index.ts'
import {
  buildingCost,
  BUILDINGS,
  PANTHEON_CARDS,
  RESOURCES,
  SCIENCE_SYMBOLS,
  TOKENS,
  wonderCost,
  WONDERS,
} from '../../../rules/index.ts'
import { AT, indexOf } from './names.ts'

/** What is looked up of a card of the structure, once for all positions. */
export interface CardRow {
  /** Null for a senator. */
  cost: Cost | null
  /** Its science symbol, as a bit; 0 without one. */
  symbol: number
  shields: number
  /** Its resources, as bits. */
  resources: number
  /** Printed points, without those of a guild. */
  points: number
  /** Printed coins, without those for each card of a kind. */
  coins: number
  guild: Guild | null
  /** Points of a blue card. */
  blue: number
}

const bitOf = (symbol: ScienceSymbol | undefined): number =>
  symbol === undefined ? 0 : 1 << SCIENCE_SYMBOLS.indexOf(symbol)

const BUILDING_ROWS = new Map<CardId, CardRow>(
  Object.values(BUILDINGS).map(({ id, color, produces, science, shields, vp, coins, guild }) => [
    id as BuildingId,
    {
      cost: buildingCost(id as BuildingId),
      symbol: bitOf(science),
      shields: shields ?? 0,
      resources: RESOURCES.reduce((bits, resource, index) => (produces?.[resource] ? bits | (1 << index) : bits), 0),
      points: vp ?? 0,
      coins: coins ?? 0,
      guild: guild ?? null,
      blue: color === 'blue' ? (vp ?? 0) : 0,
    },
  ]),
)

const SENATOR: CardRow = {
  cost: null,
  symbol: 0,
  shields: 0,
  resources: 0,
  points: 0,
  coins: 0,
  guild: null,
  blue: 0,
}

/** The row of a card of the structure. */
export const rowOf = (card: CardId): CardRow => BUILDING_ROWS.get(card) ?? SENATOR

/** What is looked up of a progress token. */
export const TOKEN_ROWS = new Map(
  Object.values(TOKENS).map(({ id, science }) => [
    id as TokenId,
    { owned: indexOf('token', id), open: indexOf('token-open', id), symbol: bitOf(science) },
  ]),
)

/** What is looked up of a wonder. `left` is the feature of an own one that is not constructed. */
export interface WonderRow {
  cost: Cost
  left: number
  /** The feature of an own one for which the seat has the coins. */
  payable: number
  /** The feature of what it produces; null for nothing. */
  choice: number | null
  playAgain: boolean
  points: number
  /** Units of its cost, with the feature of what produces them. */
  units: readonly { produced: number; units: number }[]
}

export const WONDER_ROWS = new Map<WonderId, WonderRow>(
  Object.values(WONDERS).map(({ id, producesOneOf, playAgain, cost, vp }) => [
    id as WonderId,
    {
      cost: wonderCost(id as WonderId),
      left: indexOf('wonder-left', id),
      payable: indexOf('wonder-payable', id),
      choice: producesOneOf ? AT[`${producesOneOf}-choices`] : null,
      playAgain: playAgain === true,
      points: vp ?? 0,
      units: RESOURCES.flatMap((resource) => {
        const units = cost[resource] ?? 0
        return units > 0 ? [{ produced: indexOf('produces', resource), units }] : []
      }),
    },
  ]),
)

/** What is looked up of a card of the Pantheon. */
export const DIVINITY_ROWS = new Map(
  Object.values(PANTHEON_CARDS).map(({ id, science }) => [
    id,
    { owned: indexOf('divinity', id), symbol: bitOf(science) },
  ]),
)

/** How many bits of a number of 32 bits are set. */
export function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
