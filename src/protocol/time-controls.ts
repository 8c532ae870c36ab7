import { z } from 'zod'
import { grows } from './grows.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** How the time of the players is limited. All times in ms. */
export type TimeControl =
  /**
   * A time for the whole match, and an increment after each turn. A player who is away for longer than the grace can
   * lose.
   */
  | { pace: 'real-time'; totalMs: number; incrementMs: number; graceMs: number }
  /** A time for each turn. */
  | { pace: 'correspondence'; perTurnMs: number }
  /** No limit. */
  | { pace: 'untimed' }

/** All time controls. */
export const TIME_CONTROLS = {
  blitz: { pace: 'real-time', totalMs: 5 * MINUTE, incrementMs: 5 * SECOND, graceMs: MINUTE },
  standard: { pace: 'real-time', totalMs: 15 * MINUTE, incrementMs: 10 * SECOND, graceMs: MINUTE },
  slow: { pace: 'real-time', totalMs: 30 * MINUTE, incrementMs: 20 * SECOND, graceMs: 2 * MINUTE },
  'correspondence-1': { pace: 'correspondence', perTurnMs: DAY },
  'correspondence-3': { pace: 'correspondence', perTurnMs: 3 * DAY },
  'correspondence-7': { pace: 'correspondence', perTurnMs: 7 * DAY },
  none: { pace: 'untimed' },
  'test-real-time': { pace: 'real-time', totalMs: 10 * SECOND, incrementMs: SECOND, graceMs: 2 * SECOND },
  'test-correspondence': { pace: 'correspondence', perTurnMs: 10 * SECOND },
} as const satisfies Record<string, TimeControl>

export type TimeControlId = keyof typeof TIME_CONTROLS

export const timeControlIdSchema = z
  .enum(Object.keys(TIME_CONTROLS) as TimeControlId[])
  .describe('A time control')
  .meta(grows('TimeControlId'))

/** The clocks that matches on a server in test mode alone may have. */
export const TEST_CLOCKS = ['test-real-time', 'test-correspondence'] as const satisfies TimeControlId[]

export const isTestClock = (id: TimeControlId): boolean => (TEST_CLOCKS as readonly TimeControlId[]).includes(id)

/** The time controls that every server has. */
export const offeredClockSchema = timeControlIdSchema.exclude(TEST_CLOCKS)

export const timeControl = (id: TimeControlId): TimeControl => TIME_CONTROLS[id]
