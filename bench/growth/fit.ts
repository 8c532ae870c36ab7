/** A measured cost at a size. Both are more than 0. */
export interface Point {
  x: number
  y: number
}

/** The line through points on logarithmic axes: y = factor * x ** exponent. */
export interface Fit {
  factor: number
  exponent: number
}

/** The power that fits some points best, by least squares of the logarithms. There are at least two sizes. */
export function fit(points: readonly Point[]): Fit {
  const logs = points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }))
  const mean = (of: (point: Point) => number): number => logs.reduce((sum, point) => sum + of(point), 0) / logs.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const exponent = mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) * (point.x - x))
  return { exponent, factor: Math.exp(y - exponent * x) }
}
