const DAY_MS = 86_400_000

/** A day by UTC, as `YYYY-MM-DD`. */
export type Day = string & { readonly is: 'day' }

/** The day of a moment (ms since 1970). */
export const dayAt = (at: number): Day => new Date(at).toISOString().slice(0, 10) as Day

/** When a day begins, and when it is over (ms since 1970). */
export const startOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
export const endOf = (day: Day): number => startOf(day) + DAY_MS

export const dayBefore = (day: Day): Day => dayAt(startOf(day) - DAY_MS)
export const dayAfter = (day: Day): Day => dayAt(endOf(day))
