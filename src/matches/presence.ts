import type { Attendance } from '../live/index.ts'
import { timeControl } from '../protocol/index.ts'
import type { Presence } from '../protocol/index.ts'
import { termsOf } from '../record/index.ts'
import type { Fold } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'

const presences = new WeakMap<Attendance, Presence>()

/** Who is there, as everybody is told: made once for each attendance of a match. */
export function presenceOf(fold: Fold, attendance: Attendance): Presence {
  let made = presences.get(attendance)
  if (!made) presences.set(attendance, (made = render(fold, attendance)))
  return made
}

function render({ header }: Fold, { seats, away, watchers }: Attendance): Presence {
  const control = timeControl(termsOf(header).clock)
  const absence = (seat: Seat): Presence['away'][0] => {
    const since = away[seat]
    if (since === undefined) return undefined
    return { since, ...(control.pace === 'real-time' && { claimFrom: since + control.graceMs }) }
  }
  const [first, second] = [absence(0), absence(1)]
  return { match: header.id, seats, away: { ...(first && { 0: first }), ...(second && { 1: second }) }, watchers }
}
