import { score } from '../../../rules/index.ts'
import type { MatchState } from '../../../rules/index.ts'
import { addBoard, boardOf } from './board.ts'
import { addCity, addSenate } from './city.ts'
import { AT, FEATURES, PHASES, POINTS, indexOf } from './names.ts'

/** Of all constructed wonders of a match (base.md §6). */
const MOST_WONDERS = 7

const PHASE_AT = Array.from({ length: PHASES }, (_, phase) => indexOf('phase', String(phase)))

/** The features of each seat, in the order of `FEATURES`. */
export type Features = readonly [Float64Array, Float64Array]

/** The phase of a position, from 0. */
export function phaseOf({ age, structure }: MatchState): number {
  if (age === 0) return 0
  let left = 0
  for (const card of structure) if (card !== null) left++
  return 2 * (age - 1) + (left * 2 <= structure.length ? 1 : 0)
}

/** The features of a position, of both seats in the same way. Of what a seat may not know, a sampled world tells. */
export function featuresOf(state: MatchState): Features {
  const points = score(state)
  const gone = new Set<string>(state.cities[0].buildings)
  for (const id of state.cities[1].buildings) gone.add(id)
  for (const id of state.discardPile) gone.add(id)
  let built = 0
  for (const { wonders } of state.cities) for (const { under } of wonders) if (under !== null) built++
  const board = boardOf(state)
  const phase = PHASE_AT[phaseOf(state)]!
  const rowOfSeat = (seat: 0 | 1): Float64Array => {
    const row = new Float64Array(FEATURES.length)
    for (const name of POINTS) row[AT[name]] = points[seat][name]
    const symbols = addCity(row, state.cities[seat], gone, built < MOST_WONDERS)
    addBoard(row, state, seat, symbols, board)
    if (state.senate) addSenate(row, state, seat)
    row[AT['wonders-built']] = built
    row[phase] = 1
    return row
  }
  return [rowOfSeat(0), rowOfSeat(1)]
}
