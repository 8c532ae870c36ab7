import type { TimeControl } from '../protocol/index.ts'
import type { MatchEvent, MatchState, Seat } from '../rules/index.ts'

/**
 * The clocks of a match. They are values: only committed entries change them, by the times of their commits. All in ms.
 */
export interface Clocks {
  /** The time that each seat has left; for the running seat, at `since`. */
  remaining: readonly [number, number]
  /** The seat whose time is running: the seat to decide. Null once the match is over. */
  running: Seat | null
  /** From when the time of the running seat is not charged yet (ms since 1970). Time that is given back moves it. */
  since: number
  /** The time that each seat was charged so far. */
  spent: readonly [number, number]
}

/** The clocks of a match that begins; null if the match has no clock. */
export function startClocks(control: TimeControl, running: Seat | null, at: number): Clocks | null {
  if (control.pace === 'untimed') return null
  const each = control.pace === 'real-time' ? control.totalMs : control.perTurnMs
  return { remaining: [each, each], running, since: at, spent: [0, 0] }
}

/**
 * When the time of the running seat is over; a commit at that millisecond is still in time. Null if no time is running.
 */
export const deadlineOf = (clocks: Clocks | null): number | null =>
  clocks && clocks.running !== null ? clocks.since + clocks.remaining[clocks.running] : null

/** A committed action and what it did. */
export interface Move {
  at: number
  before: MatchState
  after: MatchState
  events: readonly MatchEvent[]
}

/**
 * The clocks after an action. A seat is charged its time when the decision passes to the other seat. The increment goes
 * to the seat whose turn, or pick of the draft, is over, also if the other seat took its last decision.
 */
export function moveClocks(control: TimeControl, clocks: Clocks, { at, before, after, events }: Move): Clocks {
  const next = after.toAct
  switch (control.pace) {
    case 'real-time': {
      const moved = next === clocks.running ? clocks : pass(clocks, next, at)
      const owner = endedTurn(before, events)
      if (owner === null || next === null) return moved
      return { ...moved, remaining: add(moved.remaining, owner, control.incrementMs) }
    }
    case 'correspondence': {
      if (next === clocks.running && !beginsTurn(events)) return clocks
      const fresh = next === null ? {} : { remaining: [control.perTurnMs, control.perTurnMs] as const }
      return { ...pass(clocks, next, at), ...fresh }
    }
    case 'untimed':
      return clocks
  }
}

/** The clocks after the end of the match. */
export const stopClocks = (clocks: Clocks, at: number): Clocks => pass(clocks, null, at)

/** The clocks with some time given back to the running seat. */
export const giveBack = (clocks: Clocks, ms: number): Clocks => ({ ...clocks, since: clocks.since + ms })

/** The clocks with more time for a seat. In a correspondence match it is gone when the decision passes. */
export const giveTime = (clocks: Clocks, seat: Seat, ms: number): Clocks => ({
  ...clocks,
  remaining: add(clocks.remaining, seat, ms),
})

/** Charges the running seat; from `at` on, the time of `next` is running. */
function pass({ remaining, running, since, spent }: Clocks, next: Seat | null, at: number): Clocks {
  if (running === null) return { remaining, running: next, since: at, spent }
  // The store's clock may be set back.
  const used = Math.max(0, at - since)
  const left = add(remaining, running, -Math.min(used, remaining[running]))
  return { remaining: left, running: next, since: at, spent: add(spent, running, used) }
}

function add(times: readonly [number, number], seat: Seat, ms: number): [number, number] {
  const [first, second] = times
  return seat === 0 ? [first + ms, second] : [first, second + ms]
}

/** The seat whose turn, or pick of the draft, these events ended; null if it goes on. */
function endedTurn(before: MatchState, events: readonly MatchEvent[]): Seat | null {
  const pick = events.find((event) => event.type === 'wonder-drafted')
  if (pick) return pick.seat
  const types = new Set(events.map(({ type }) => type))
  // The turn that ends an age is over before the first player of the next age is chosen.
  return types.has('age-ended') || (types.has('turn-began') && !types.has('first-player-chosen')) ? before.turnOf : null
}

const beginsTurn = (events: readonly MatchEvent[]): boolean =>
  events.some(({ type }) => type === 'turn-began' || type === 'wonder-drafted')
