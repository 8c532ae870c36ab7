import type { MatchState } from '../../../rules/index.ts'
import { buildingBits, remembered } from '../../../rules/index.ts'
import type { WonderRow } from './cards.ts'
import { DIVINITY_ROWS, TOKEN_ROWS, WONDER_ROWS } from './cards.ts'

type City = MatchState['cities'][0]

/** What some things of a city add to its features. Features are pairs of an index and a number, one after the other. */
interface Held {
  adds: readonly number[]
  /** Their science symbols, and those that there are more than once, as bits. */
  once: number
  twice: number
}

/** The discarded buildings. */
export const discardedOf = remembered(buildingBits)

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

/** The features of the tokens on the board, and their symbols as bits. */
export const boardTokensOf = remembered((tokens: MatchState['boardTokens']) => {
  const rows = tokens.map((id) => TOKEN_ROWS.get(id)!)
  return { features: rows.map(({ open }) => open), symbols: rows.reduce((bits, { symbol }) => bits | symbol, 0) }
})

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

/** @param adds pairs of an index and a number. */
export function addAll(row: Float64Array, adds: readonly number[]): void {
  for (let at = 0; at < adds.length; at += 2) row[adds[at]!]! += adds[at + 1]!
}
