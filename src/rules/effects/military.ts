import { MILITARY_TOKENS } from '../catalogue/index.ts'
import type { MilitaryTokenId } from '../catalogue/index.ts'
import { CAPITAL } from '../catalogue/military.ts'
import type { Play } from '../play.ts'
import { withoutItem } from '../play.ts'
import { other } from '../seat.ts'
import type { Seat } from '../seat.ts'
import type { Step } from '../state.ts'
import { loseCoins } from './coins.ts'

/**
 * Pushes the pawn space by space towards the other capital, where it stops (base.md §6, agora.md §1.8, §4.6), and takes
 * the military tokens on its way. Coins are lost at once; the steps of the tokens are returned, in the order of the
 * spaces.
 */
export function pushPawn(play: Play, seat: Seat, shields: number): Step[] {
  const { state, events } = play
  const direction = seat === 0 ? 1 : -1
  const from = state.pawn
  const taken: MilitaryTokenId[] = []
  for (let left = shields; left > 0 && Math.abs(state.pawn) < CAPITAL; left--) {
    state.pawn += direction
    const token = state.militaryTokens[seat].find((id) => MILITARY_TOKENS[id].distance === direction * state.pawn)
    if (token) taken.push(token)
  }
  if (state.pawn !== from) events.push({ type: 'pawn-moved', seat, from, to: state.pawn })
  return taken.flatMap((token) => takeToken(play, seat, token))
}

function takeToken(play: Play, seat: Seat, token: MilitaryTokenId): Step[] {
  const { state, events } = play
  const [first, second] = state.militaryTokens
  state.militaryTokens = seat === 0 ? [withoutItem(first, token), second] : [first, withoutItem(second, token)]
  events.push({ type: 'military-token-taken', seat, token })
  const { opponentLoses, steps } = MILITARY_TOKENS[token]
  if (opponentLoses) loseCoins(play, other(seat), opponentLoses, 'military')
  return steps?.map((step) => ({ ...step, seat })) ?? []
}
