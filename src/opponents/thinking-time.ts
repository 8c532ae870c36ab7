import type { LevelName } from '../bots/index.ts'
import { LEVELS } from '../bots/index.ts'
import type { MatchTerms } from '../protocol/index.ts'
import { timeControl } from '../protocol/index.ts'

/** A clock must last for about as many more decisions. */
const DECISIONS_LEFT = 30

/** What a bot knows of its time. */
export interface Clock {
  terms: Pick<MatchTerms, 'clock'>
  /** What its clock shows, ms; null without a clock. */
  leftMs: number | null
  /** What of that goes to waiting, and to the way of the decision, ms. */
  lostMs: number
}

/** How long a bot may think about a decision, ms: its clock lasts, also for many more decisions. */
export function thinkingTime(level: LevelName, { terms, leftMs, lostMs }: Clock): number {
  const control = timeControl(terms.clock)
  const { timeMs } = LEVELS[level]
  if (leftMs === null || control.pace !== 'real-time') return timeMs
  const fair = leftMs / DECISIONS_LEFT + control.incrementMs / 2
  return Math.max(0, Math.min(timeMs, fair, leftMs / 2) - lostMs)
}
