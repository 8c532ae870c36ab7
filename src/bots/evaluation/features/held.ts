import type { BuildingId, CardId, MatchState } from '../../../rules/index.ts'
import { remembered } from '../../../rules/index.ts'
import type { WonderRow } from './cards.ts'
import { DIVINITY_ROWS, rowOf, TOKEN_ROWS, WONDER_ROWS } from './cards.ts'
import { FEATURES } from './names.ts'

type City = MatchState['cities'][0]

/** What some things of a city add to its features. Features are pairs of an index and a number, one after the other. */
interface Held {
  adds: readonly number[]
  /** Their science symbols, and those that there are more than once, as bits. */
  once: number
  twice: number
}

/** Buildings as bits of three numbers, by their numbers. */
type Bits = readonly [number, number, number]

/** A sum for each feature, which is 0 again after each use. */
const sums = new Float64Array(FEATURES.length)

/** What the buildings of a city are to its features. A search asks for it after every construction: so it uses loops. */
export const builtOf = remembered(
  (buildings: readonly BuildingId[]): Held & { resources: number; built: Bits; frees: Bits } => {
    const built: [number, number, number] = [0, 0, 0]
    const frees: [number, number, number] = [0, 0, 0]
    const features: number[] = []
    let [once, twice, resources] = [0, 0, 0]
    for (const id of buildings) {
      const row = rowOf(id)
      for (let at = 0; at < row.adds.length; at += 2) {
        const feature = row.adds[at]!
        if (sums[feature] === 0) features.push(feature)
        sums[feature]! += row.adds[at + 1]!
      }
      twice |= once & row.symbol
      once |= row.symbol
      resources |= row.resources
      setBit(built, row.number)
      if (row.frees >= 0) setBit(frees, row.frees)
    }
    const adds: number[] = []
    for (const feature of features) {
      adds.push(feature, sums[feature]!)
      sums[feature] = 0
    }
    return { adds, once, twice, resources, built, frees }
  },
)

function setBit(bits: [number, number, number], number: number): void {
  bits[number >> 5]! |= 1 << (number & 31)
}

/** The discarded buildings. */
export const discardedOf = remembered((pile: readonly CardId[]): Bits => {
  const bits: [number, number, number] = [0, 0, 0]
  for (const id of pile) {
    const { number } = rowOf(id)
    if (number >= 0) setBit(bits, number)
  }
  return bits
})

/** What some rows that are features of their own, each once, are to the features of their owner. */
function heldOf(rows: readonly { owned: number; symbol: number }[]): Held {
  const adds: number[] = []
  let [once, twice] = [0, 0]
  for (const { owned, symbol } of rows) {
    adds.push(owned, 1)
    twice |= once & symbol
    once |= symbol
  }
  return { adds, once, twice }
}

/** What the progress tokens of a city are to its features. */
export const tokensOf = remembered((tokens: City['tokens']) => heldOf(tokens.map((id) => TOKEN_ROWS.get(id)!)))

/** What the divinities of a city are to its features. */
export const divinitiesOf = remembered((divinities: NonNullable<City['pantheon']>['divinities']) =>
  heldOf(divinities.map((id) => DIVINITY_ROWS.get(id)!)),
)

/** The features of the tokens on the board. */
export const boardTokensOf = remembered((tokens: MatchState['boardTokens']): readonly number[] =>
  tokens.map((id) => TOKEN_ROWS.get(id)!.open),
)

/** What the wonders of a city are to its features: those that are constructed, and those that are left. */
export const wondersOf = remembered((wonders: City['wonders']) => {
  const choices: number[] = []
  const left: WonderRow[] = []
  let extraTurns = 0
  for (const { id, under } of wonders) {
    const row = WONDER_ROWS.get(id)!
    if (under === null) {
      left.push(row)
      if (row.playAgain) extraTurns++
    } else if (row.choice !== null) choices.push(row.choice)
  }
  return { built: wonders.length - left.length, choices, left, extraTurns }
})
