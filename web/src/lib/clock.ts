const DAY = 86_400_000
const HOUR = 3_600_000
const MINUTE = 60_000
/** Below this, tenths of seconds count. */
const SHORT = 20_000

/** What is left, as it stands on a clock: `1 d 4 h`, `1:02:03`, `3:41`, `9.4`. */
export function clockText(ms: number): string {
  if (ms >= DAY) return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`
  if (ms < SHORT) return (Math.floor(ms / 100) / 10).toFixed(1)
  const seconds = Math.floor(ms / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)}:${two(Math.floor((ms % HOUR) / MINUTE))}:${two(seconds % 60)}`
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}

/** Below this a clock warns, ms. */
const lowAt = (clock: string): number => (clock === 'blitz' ? 20_000 : 30_000)

/** When a player is warned, the last time at the end: ms that are left. */
export const warningsOf = (clock: string): readonly number[] => [lowAt(clock), LAST_WARNING]
const LAST_WARNING = 10_000

/** Whether a clock warns. */
export const isLow = (ms: number, clock: string): boolean => ms < lowAt(clock)
