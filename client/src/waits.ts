/** Without it, a client could ask without a pause, ms. */
const LEAST_MS = 100
/** Nothing that the server limits takes longer, and no timer can wait for much longer, ms. */
const MOST_MS = 24 * 60 * 60_000

/** For how long to wait if the server asks for so many ms, within reason; null if it asks for no time. */
export const waitOf = (ms: unknown): number | null =>
  typeof ms === 'number' && !Number.isNaN(ms) ? Math.min(Math.max(LEAST_MS, ms), MOST_MS) : null
