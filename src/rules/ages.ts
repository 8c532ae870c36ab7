import { ACTIVATION_AGE } from './catalogue/constants.ts'
import { openPantheon } from './effects/divinities.ts'
import { layOut, turnUpUncovered } from './effects/structure.ts'
import type { Play } from './play.ts'
import { push } from './play.ts'
import type { Seat } from './seat.ts'
import { other } from './seat.ts'
import type { Age, MatchState } from './state.ts'
import { hasCards } from './structure.ts'

/**
 * Ends the turn once everything that the action caused is resolved (base.md §4.3 "end of action").
 * Returns true if that was the end of Age III.
 */
export function endTurn(play: Play): boolean {
  const { state } = play
  turnUpUncovered(play)
  // The steps of a token come first; the turn ends again after them.
  if (state.stack.length > 0) return false
  if (!hasCards(state)) return endAge(play)
  beginTurn(play, state.extraTurn ? state.turnOf : other(state.turnOf), state.extraTurn)
  return false
}

function endAge(play: Play): boolean {
  const { state, events } = play
  events.push({ type: 'age-ended', age: state.age as Age })
  if (state.age === 3) return true
  const next = state.age === 1 ? 2 : 3
  if (next === ACTIVATION_AGE) openPantheon(play)
  layOut(play, next)
  state.extraTurn = false
  if (state.pawn === 0 && state.options.tiedPawn === 'begins') beginTurn(play, state.turnOf, false)
  else push(play, { kind: 'first-player', seat: weakerSeat(state) })
  return false
}

/**
 * The seat that chooses the first player of the next age: the one on whose side the pawn stands, or, with the pawn in
 * the centre, the one that took the last card (base.md §4.5).
 */
const weakerSeat = ({ pawn, turnOf }: MatchState): Seat => (pawn === 0 ? turnOf : pawn < 0 ? 0 : 1)

/** Begins a new turn, in which a prepared conspiracy may be triggered again. */
export function beginTurn(play: Play, seat: Seat, extra: boolean): void {
  const { state, events } = play
  state.turnOf = seat
  state.extraTurn = false
  state.mayTrigger = true
  push(play, { kind: 'turn', seat })
  events.push({ type: 'turn-began', seat, extra })
}
