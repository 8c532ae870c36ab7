import type { MatchState } from '../../../rules/index.ts'
import { score } from '../../../rules/index.ts'
import { addBoard, boardOf } from './board.ts'
import { addCity, addSenate } from './city.ts'
import { AT, FEATURES, indexOf, PHASES, POINTS } from './names.ts'
import { addPrices, shownOf } from './prices.ts'

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

/** Space for the features of one position. */
export const emptyFeatures = (): Features => [new Float64Array(FEATURES.length), new Float64Array(FEATURES.length)]

/**
 * The features of a position, of both seats in the same way. Of what a seat may not know, a sampled world tells.
 * @param into where they are written, whatever was there.
 */
export function featuresOf(state: MatchState, into = emptyFeatures()): Features {
  const points = score(state)
  let built = 0
  for (const { wonders } of state.cities) for (const { under } of wonders) if (under !== null) built++
  const wondersAllowed = built < MOST_WONDERS
  const board = boardOf(state)
  const shown = shownOf(state, board.slots)
  const phase = PHASE_AT[phaseOf(state)]!
  for (const seat of [0, 1] as const) {
    const row = into[seat].fill(0)
    for (const name of POINTS) row[AT[name]] = points[seat][name]
    const held = addCity(row, state, seat, wondersAllowed)
    addBoard(row, state, seat, held, board)
    addPrices(row, state, seat, shown, { produced: held.resources, wondersAllowed })
    if (state.senate) addSenate(row, state, seat)
    row[AT['wonders-built']] = built
    row[phase] = 1
  }
  return into
}
