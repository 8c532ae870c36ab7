import type { TimeControl } from '../protocol/index.ts'
import type { MatchEvent, MatchState, Seat } from '../rules/index.ts'

/**
 * The clocks of a match, as values: they change by what is committed, at the times it was committed at, and never by
 * themselves. All in ms.
 */
export interface Clocks {
  /** What each seat has left; of the running seat, what it had at `since`. */
  remaining: readonly [number, number]
  /** Whose time runs: who decides. Null once the match is over. */
  running: Seat | null
  /** From when on the time of the running seat is not charged yet (ms since 1970). Time that is given back moves it. */
  since: number
  /** What each seat was charged so far. */
  spent: readonly [number, number]
}

/** The clocks of a match that begins; null if it has none. */
export function startClocks(control: TimeControl, running: Seat | null, at: number): Clocks | null {
  if (control.pace === 'untimed') return null
  const each = control.pace === 'real-time' ? control.totalMs : control.perTurnMs
  return { remaining: [each, each], running, since: at, spent: [0, 0] }
}

/** When the time of the running seat is over: a commit at that very moment is still in time. Null if none runs. */
export const deadlineOf = (clocks: Clocks | null): number | null =>
  clocks && clocks.running !== null ? clocks.since + clocks.remaining[clocks.running] : null

/** What a committed action meant. */
export interface Move {
  at: number
  before: MatchState
  after: MatchState
  events: readonly MatchEvent[]
}

/**
 * The clocks after an action. Time is charged to who had to decide, when the decision passes to the other seat; an increment
 * is for the one whose turn (or pick of the draft) is over, whoever took the last decision in it.
 */
export function moveClocks(control: TimeControl, clocks: Clocks, { at, before, after, events }: Move): Clocks {
  const next = after.toAct
  switch (control.pace) {
    case 'real-time': {
      const moved = next === clocks.running ? clocks : pass(clocks, next, at)
      const owner = endedTurn(before, events)
      return owner === null || next === null ? moved : { ...moved, remaining: add(moved.remaining, owner, control.incrementMs) }
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

/** The clocks once the match is over, whatever ended it. */
export const stopClocks = (clocks: Clocks, at: number): Clocks => pass(clocks, null, at)

/** The clocks with some time given back to the seat whose time runs. */
export const giveBack = (clocks: Clocks, ms: number): Clocks => ({ ...clocks, since: clocks.since + ms })

/** Charges the running seat; from `at` on, time runs for another. */
function pass({ remaining, running, since, spent }: Clocks, next: Seat | null, at: number): Clocks {
  if (running === null) return { remaining, running: next, since: at, spent }
  // The store's clock may be set back.
  const used = Math.max(0, at - since)
  return { remaining: add(remaining, running, -Math.min(used, remaining[running])), running: next, since: at, spent: add(spent, running, used) }
}

function add(times: readonly [number, number], seat: Seat, ms: number): [number, number] {
  const [first, second] = times
  return seat === 0 ? [first + ms, second] : [first, second + ms]
}

/** Whose turn, or pick of the draft, these events ended; null if it goes on. */
function endedTurn(before: MatchState, events: readonly MatchEvent[]): Seat | null {
  const pick = events.find((event) => event.type === 'wonder-drafted')
  if (pick) return pick.seat
  const types = new Set(events.map(({ type }) => type))
  // Who begins an age may be chosen after the turn that ended the one before.
  return types.has('age-ended') || (types.has('turn-began') && !types.has('first-player-chosen')) ? before.turnOf : null
}

const beginsTurn = (events: readonly MatchEvent[]): boolean =>
  events.some(({ type }) => type === 'turn-began' || type === 'wonder-drafted')
