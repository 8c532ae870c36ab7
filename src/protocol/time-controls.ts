import { z } from 'zod'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** How time is measured. All in ms. */
export type TimeControl =
  /** A time for the whole match, and more of it after each turn. Who is away for longer than the grace can lose by it. */
  | { pace: 'real-time'; totalMs: number; incrementMs: number; graceMs: number }
  /** So much for each turn, from its beginning. */
  | { pace: 'correspondence'; perTurnMs: number }
  /** As long as both like. */
  | { pace: 'untimed' }

/** Every time control there is. */
export const TIME_CONTROLS = {
  blitz: { pace: 'real-time', totalMs: 5 * MINUTE, incrementMs: 5 * SECOND, graceMs: MINUTE },
  standard: { pace: 'real-time', totalMs: 15 * MINUTE, incrementMs: 10 * SECOND, graceMs: MINUTE },
  slow: { pace: 'real-time', totalMs: 30 * MINUTE, incrementMs: 20 * SECOND, graceMs: 2 * MINUTE },
  'correspondence-1': { pace: 'correspondence', perTurnMs: DAY },
  'correspondence-3': { pace: 'correspondence', perTurnMs: 3 * DAY },
  'correspondence-7': { pace: 'correspondence', perTurnMs: 7 * DAY },
  none: { pace: 'untimed' },
} as const satisfies Record<string, TimeControl>

export type TimeControlId = keyof typeof TIME_CONTROLS

export const timeControlIdSchema = z.enum(Object.keys(TIME_CONTROLS) as [TimeControlId, ...TimeControlId[]])

export const timeControl = (id: TimeControlId): TimeControl => TIME_CONTROLS[id]
