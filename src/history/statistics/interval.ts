/** So many standard deviations around the mean are 95 % of a normal distribution. */
export const NORMAL_95 = 1.96

/** The 95 % interval of a share of points by Wilson's score, from 0 to 1; it is also right near 0 and 1. */
export function intervalOf(points: number, games: number): readonly [low: number, high: number] {
  const share = points / games
  const spread = NORMAL_95 ** 2 / games
  const middle = share + spread / 2
  const width = Math.sqrt(spread * (share * (1 - share) + spread / 4))
  return [(middle - width) / (1 + spread), (middle + width) / (1 + spread)]
}
