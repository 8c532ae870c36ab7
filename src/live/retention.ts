import type { Retention } from './port.ts'

const DAY = 86_400_000

/** How long matches are kept where nothing else is said. */
export const DEFAULT_RETENTION: Retention = { waitingMs: DAY, playingMs: 14 * DAY, endedMs: DAY }

/** A match outlives its deadline by so long (ms), however long ago its last commit was: someone has to end it. */
export const AFTER_DEADLINE_MS = DAY

/** How long an ended match in which someone says something waits before it is offered to the history again (ms). */
export const CHAT_SETTLES_MS = 10_000
