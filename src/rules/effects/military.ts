import type { MilitaryTokenId } from '../catalogue/index.ts'
import { MILITARY_TOKENS } from '../catalogue/index.ts'
import { CAPITAL } from '../catalogue/military.ts'
import { sumOf, tokensOf } from '../city.ts'
import type { Play } from '../play.ts'
import { stepsOf, withoutItem } from '../play.ts'
import type { Seat } from '../seat.ts'
import { other } from '../seat.ts'
import type { MatchState, Step } from '../state.ts'
import { loseCoins } from './coins.ts'

/**
 * Pushes the pawn towards the other capital, where it stops, or to the Minerva pawn, which stops it (base.md §6,
 * agora.md §1.8, §4.6, pantheon.md §4.8). On each space that it enters the opponent loses coins by Poliorcetics, and
 * the military token is taken. Coins are lost at once; the steps of the tokens are returned, in the order of the
 * spaces.
 */
export function pushPawn(play: Play, seat: Seat, shields: number): Step[] {
  if (shields === 0) return []
  const { state, events } = play
  const from = state.pawn
  const entered = spacesEntered(state, seat, shields)
  if (entered.length > 0) {
    state.pawn = entered.at(-1)!
    events.push({ type: 'pawn-moved', seat, from, to: state.pawn })
  }
  if (entered.length < shields) stopAtMinerva(play, seat)
  const coinsPerPush = sumOf(tokensOf(state.cities[seat]), (token) => token.coinsPerPush)
  // A token lies in a zone of several spaces, and its distance is that of the first of them: the pawn moves one space at
  // a time, so it enters a zone through this space alone. It comes from the other end only on its way back, after the
  // token was taken.
  return entered.flatMap((space) => {
    if (coinsPerPush > 0) loseCoins(play, other(seat), coinsPerPush, 'poliorcetics')
    const token = state.militaryTokens[seat].find((id) => MILITARY_TOKENS[id].distance === forward(seat) * space)
    return token ? takeMilitaryToken(play, seat, seat, token) : []
  })
}

/** The direction in which a seat pushes the pawn. */
const forward = (seat: Seat): 1 | -1 => (seat === 0 ? 1 : -1)

/** The spaces that the pawn enters when a seat pushes it, in order. */
function spacesEntered({ pawn, pantheon }: MatchState, seat: Seat, shields: number): number[] {
  const spaces: number[] = []
  let next = pawn + forward(seat)
  while (spaces.length < shields && Math.abs(next) <= CAPITAL && next !== pantheon?.minerva) {
    spaces.push(next)
    next += forward(seat)
  }
  return spaces
}

/** Where the pawn would stand if a seat pushed it. */
export const pawnAfter = (state: MatchState, seat: Seat, shields: number): number =>
  spacesEntered(state, seat, shields).at(-1) ?? state.pawn

/** The Minerva pawn is discarded if it stands on the next space: it has stopped the push. */
function stopAtMinerva({ state, events }: Play, seat: Seat): void {
  const next = state.pawn + forward(seat)
  if (state.pantheon?.minerva !== next) return
  state.pantheon.minerva = null
  events.push({ type: 'minerva-removed', seat, position: next })
}

/**
 * A seat takes the military token on a side of the track, the side where that seat pushes. Coins are lost at once;
 * returns the steps of the token.
 */
export function takeMilitaryToken(play: Play, seat: Seat, side: Seat, token: MilitaryTokenId): Step[] {
  removeMilitaryToken(play.state, side, token)
  play.events.push({ type: 'military-token-taken', seat, token, ...(side !== seat && { side }) })
  const { opponentLoses, steps } = MILITARY_TOKENS[token]
  if (opponentLoses) loseCoins(play, other(seat), opponentLoses, 'military')
  return stepsOf(steps, seat, { kind: 'military-token', id: token })
}

/** A seat discards the military token on a side of the track, without effect (pantheon.md §5 "Neptune"). */
export function discardMilitaryToken({ state, events }: Play, seat: Seat, side: Seat, token: MilitaryTokenId): void {
  removeMilitaryToken(state, side, token)
  events.push({ type: 'military-token-discarded', seat, side, token })
}

function removeMilitaryToken(state: MatchState, side: Seat, token: MilitaryTokenId): void {
  const [first, second] = state.militaryTokens
  state.militaryTokens = side === 0 ? [withoutItem(first, token), second] : [first, withoutItem(second, token)]
}
