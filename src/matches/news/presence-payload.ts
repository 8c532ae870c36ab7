import type { Attendance } from '../../live/index.ts'
import { timeControl } from '../../protocol/index.ts'
import type { Presence } from '../../protocol/index.ts'
import { termsOf } from '../../record/index.ts'
import type { Fold } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'

/** The payload of `match:presence`, the same for every viewer. */
export function presencePayload({ header }: Fold, { seats, away, watchers }: Attendance): Presence {
  const control = timeControl(termsOf(header).clock)
  const absence = (seat: Seat): Presence['away'][0] => {
    const since = away[seat]
    if (since === undefined) return undefined
    return { since, ...(control.pace === 'real-time' && { claimFrom: since + control.graceMs }) }
  }
  const [first, second] = [absence(0), absence(1)]
  return { match: header.id, seats, away: { ...(first && { 0: first }), ...(second && { 1: second }) }, watchers }
}
