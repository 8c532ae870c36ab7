import type { Features } from './features/features.ts'
import { FEATURES } from './features/names.ts'

/**
 * A small network that says how likely a seat is to win, with one hidden layer of rectified units. It is run once from
 * each side: what it says for one seat less what it says for the other one is the logit, so the seats are equal.
 */
export interface Network {
  /** Hidden units. */
  units: number
  /** For each feature, in the order of `FEATURES`: a weight for its own seat, without a hidden unit. */
  direct: Float64Array
  /** For each feature: the weights of the hidden units of its own seat, and then those of the other seat's units. */
  hidden: Float64Array
  /** The weight of each hidden unit. */
  output: Float64Array
}

/** A network that knows nothing yet. */
export const emptyNetwork = (units: number): Network => ({
  units,
  direct: new Float64Array(FEATURES.length),
  hidden: new Float64Array(FEATURES.length * 2 * units),
  output: new Float64Array(units),
})

/** Space for the sums of the hidden units of both sides. */
export const unitsOf = ({ units }: Network): Float64Array => new Float64Array(2 * units)

/** The logit of seat 0's probability of winning. @param sums of `unitsOf`; holds the sums of the units afterwards. */
export function logitOf({ units, direct, hidden, output }: Network, features: Features, sums: Float64Array): number {
  const [first, second] = features
  let logit = 0
  sums.fill(0)
  for (let feature = 0; feature < direct.length; feature++) {
    const one = first[feature]!
    const other = second[feature]!
    if (one === 0 && other === 0) continue
    logit += (one - other) * direct[feature]!
    // The sums are those of this seat's units and then those of the other seat's, like the weights; for the other seat
    // it is the other way round.
    const from = feature * 2 * units
    for (let unit = 0; unit < units; unit++) {
      const own = hidden[from + unit]!
      const opposite = hidden[from + unit + units]!
      sums[unit]! += one * own + other * opposite
      sums[unit + units]! += one * opposite + other * own
    }
  }
  for (let unit = 0; unit < units; unit++) {
    logit += output[unit]! * (Math.max(0, sums[unit]!) - Math.max(0, sums[units + unit]!))
  }
  return logit
}
