import type { Attendance } from '../../live/index.ts'
import type { Presence } from '../../protocol/index.ts'
import { timeControl } from '../../protocol/index.ts'
import type { Fold } from '../../record/index.ts'
import { hidesSeats, isAlone, isHouseSeat, termsOf } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'

/** The payload of `match:presence`, the same for every viewer. A player whom the server plays is always present. */
export function presencePayload(fold: Fold, { seats: connected, away, watchers }: Attendance): Presence {
  const { header } = fold
  // Nobody is told which seat waits.
  if (hidesSeats(fold)) return { match: header.id, seats: [], away: {}, watchers }
  const control = timeControl(termsOf(header).clock)
  const hasOther = isAlone(fold) && connected.length > 0
  const isThere = (seat: Seat): boolean => hasOther || connected.includes(seat) || isHouseSeat(fold, seat)
  const seats = ([0, 1] as const).filter(isThere)
  const absence = (seat: Seat): Presence['away'][0] => {
    const since = away[seat]
    if (since === undefined || isThere(seat)) return undefined
    return { since, ...(control.pace === 'real-time' && { claimFrom: since + control.graceMs }) }
  }
  const [first, second] = [absence(0), absence(1)]
  return { match: header.id, seats, away: { ...(first && { 0: first }), ...(second && { 1: second }) }, watchers }
}
