import type { MatchState, Score } from '../../../rules/index.ts'
import { score } from '../../../rules/index.ts'
import { addBoard, Boards } from './board.ts'
import { addCoins, BuiltRows } from './city.ts'
import { wondersOf } from './held.ts'
import { AT, FEATURES, indexOf, PHASES } from './names.ts'
import { addPrices } from './prices.ts'
import { addScience } from './science.ts'
import { addSenate } from './senate.ts'

const SEATS = [0, 1] as const

/** Of all constructed wonders of a match (base.md §6). */
const MOST_WONDERS = 7

const PHASE_AT = Array.from({ length: PHASES }, (_, phase) => indexOf('phase', String(phase)))

/** The features of each seat, in the order of `FEATURES`. */
export type Features = readonly [Float64Array, Float64Array]

/** The phase of a position, from 0. @param left how many of all cards of the structure are left. */
const phaseOf = (age: number, left: number, all: number): number =>
  age === 0 ? 0 : 2 * (age - 1) + (left * 2 <= all ? 1 : 0)

/** Space for the features of one position. */
export const emptyFeatures = (): Features => [new Float64Array(FEATURES.length), new Float64Array(FEATURES.length)]

const boards = new Boards()
const builtRows = [new BuiltRows(), new BuiltRows()] as const

/**
 * The features of a position, of both seats in the same way. Of what a seat may not know, a sampled world tells.
 * @param into where they are written, whatever was there.
 */
export function featuresOf(state: MatchState, into = emptyFeatures()): Features {
  const points = score(state)
  const { cities } = state
  const built = wondersOf(cities[0].wonders).built + wondersOf(cities[1].wonders).built
  const wondersAllowed = built < MOST_WONDERS
  const board = boards.of(state)
  const phase = PHASE_AT[phaseOf(state.age, board.cardsLeft, state.structure.length)]!
  for (const seat of SEATS) {
    const row = into[seat]
    const symbols = builtRows[seat].of(state.cities[seat], wondersAllowed)
    row.set(symbols.row)
    addPoints(row, points[seat])
    addCoins(row, state, seat)
    addBoard(row, state, seat, board)
    addScience(row, state, state.toAct === seat, symbols, board)
    addPrices(row, state, seat, board, wondersAllowed)
    if (state.senate) addSenate(row, state, seat)
    row[AT['wonders-built']] = built
    row[phase] = 1
  }
  return into
}

function addPoints(row: Float64Array, points: Score): void {
  row[AT.blue] = points.blue
  row[AT.green] = points.green
  row[AT.yellow] = points.yellow
  row[AT.guilds] = points.guilds
  row[AT.wonders] = points.wonders
  row[AT.progress] = points.progress
  row[AT.senate] = points.senate
  row[AT.temples] = points.temples
  row[AT.divinities] = points.divinities
  row[AT.total] = points.total
}
