import type { OwnMatch } from '../protocol/index.ts'
import type { Fold } from '../record/index.ts'
import { deadlineOf, hidesSeats, kindOf, originOf, otherSeat, seatOf, shownPlace, termsOf } from '../record/index.ts'

/** A match as a player who has a seat in it sees it in a list. Null: the player has none, or the match has ended. */
export function ownMatch(fold: Fold, player: string): OwnMatch | null {
  const { header, createdAt, startedAt, players, state, clocks, outcome, version } = fold
  const you = seatOf(fold, player)
  if (you === null || outcome) return null
  const opponent = players[otherSeat(you)]
  const deadline = clocks && deadlineOf(clocks)
  return {
    match: header.id,
    ...(!hidesSeats(fold) && { you }),
    ...(opponent && { opponent }),
    status: state ? 'playing' : 'waiting',
    kind: kindOf(header),
    terms: termsOf(header),
    origin: originOf(header),
    ...(header.series && { series: shownPlace(header.series) }),
    version,
    ...(state && state.toAct !== null && { toAct: state.toAct }),
    ...(deadline !== null && { deadline }),
    since: header.host.player.id === player ? createdAt : startedAt!,
    ...(!state && { code: header.code }),
  }
}
