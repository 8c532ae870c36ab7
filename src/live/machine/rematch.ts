import type { MatchHeader } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import type { RematchState } from '../news.ts'
import { withSeat } from './match.ts'
import type { Match } from './match.ts'
import type { Step } from './step.ts'

/** See `LiveStore.offerRematch`. */
export function offerRematch(step: Step, id: string, seat: Seat, proposed: MatchHeader): RematchState | null {
  const match = step.find(id)
  if (!match || !canBePlayedAgain(match)) return null
  if (!match.rematch.offered.includes(seat)) {
    const offered = withSeat(match.rematch.offered, seat)
    step.change({ is: 'change', id, set: { rematch: { offered, next: offered.length === 2 ? proposed : null } } })
    step.publish({ match: id, type: 'rematch', rematch: rematch(step, id) })
  }
  return rematch(step, id)
}

/** An ended match; an aborted one only if both had joined. */
const canBePlayedAgain = ({ status, seated }: Match): boolean =>
  status === 'ended' || (status === 'aborted' && seated[0] !== undefined && seated[1] !== undefined)

/** See `LiveStore.rematch`. */
export function rematch(step: Step, id: string): RematchState {
  const { offered, next } = step.find(id)?.rematch ?? { offered: [], next: null }
  return { offered: [...offered], next }
}
