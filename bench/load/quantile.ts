/** The value below which a share of a list lies; null for an empty list. */
export function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export const median = (values: readonly number[]): number | null => quantile(values, 0.5)

/** The mean, null of nothing. */
export const mean = (sum: number, count: number): number | null => (count === 0 ? null : sum / count)
