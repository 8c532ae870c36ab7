import type { Retention } from './port.ts'

const DAY = 86_400_000

/** How long matches are kept where nothing else is said. */
export const DEFAULT_RETENTION: Retention = { waitingMs: DAY, playingMs: 14 * DAY, endedMs: DAY }
