/** A position: how likely the evaluation said that a seat wins, and how it ended for that seat; both from 0 to 1. */
export interface Prediction {
  predicted: number
  actual: number
}

/** The positions with a prediction in one tenth of the scale, with their means. */
export interface Decile extends Prediction {
  /** From 0: predictions from `decile` / 10 up to (`decile` + 1) / 10. */
  decile: number
  positions: number
}

/** The deciles that have positions, in order. */
export function decilesOf(predictions: readonly Prediction[]): Decile[] {
  const sums = Array.from({ length: 10 }, (_, decile) => ({ decile, predicted: 0, actual: 0, positions: 0 }))
  for (const { predicted, actual } of predictions) {
    const sum = sums[Math.min(9, Math.floor(predicted * 10))]!
    sum.predicted += predicted
    sum.actual += actual
    sum.positions++
  }
  return sums
    .filter(({ positions }) => positions > 0)
    .map(({ decile, predicted, actual, positions }) => ({
      decile,
      positions,
      predicted: predicted / positions,
      actual: actual / positions,
    }))
}

/** The greatest difference of means in a decile with so many positions or more; 0 if there is none. */
export const worstOf = (deciles: readonly Decile[], leastPositions: number): number =>
  Math.max(
    0,
    ...deciles
      .filter(({ positions }) => positions >= leastPositions)
      .map(({ predicted, actual }) => Math.abs(predicted - actual)),
  )

const SCALES = Array.from({ length: 151 }, (_, step) => 0.5 + step / 100)

/** By what the logits of predictions should be multiplied, from 0.5 to 2: where what happened is most likely. */
export function scaleOf(predictions: readonly Prediction[]): number {
  const logits = predictions.map(({ predicted, actual }) => ({ x: Math.log(predicted / (1 - predicted)), actual }))
  const loss = (scale: number): number =>
    logits.reduce((sum, { x, actual }) => sum + Math.log(1 + Math.exp(-scale * x)) + (1 - actual) * scale * x, 0)
  const losses = SCALES.map((scale) => ({ scale, loss: loss(scale) }))
  return losses.reduce((best, each) => (each.loss < best.loss ? each : best)).scale
}
