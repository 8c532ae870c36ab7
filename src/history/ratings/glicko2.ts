/** A rating of Glicko-2, on its public scale. */
export interface Standing {
  rating: number
  deviation: number
  volatility: number
}

/** An opponent, and the player's score against them: 1, 0.5 or 0. */
export interface Match {
  opponent: Standing
  score: number
}

/** The rating in the middle of the scale, and how many points are one step of the scale of the formulas. */
const MIDDLE = 1500
const SCALE = 173.7178
/** Each halving adds a binary digit to the volatility: after so many, a number has no further ones. */
const HALVINGS = 100

/**
 * A rating after a period of matches, by the steps of Glickman, "Example of the Glicko-2 system", whose letters it has.
 * The volatility is found by halving an interval, which always ends.
 * @param tau - how much volatilities may change
 */
export function afterPeriod(
  { rating, deviation, volatility }: Standing,
  matches: readonly Match[],
  tau: number,
): Standing {
  // Steps 2 to 4: the scale; what was to be expected of each match, and how much it tells.
  const mu = (rating - MIDDLE) / SCALE
  const phi = deviation / SCALE
  const terms = matches.map(({ opponent, score }) => {
    const g = 1 / Math.sqrt(1 + (3 * (opponent.deviation / SCALE) ** 2) / Math.PI ** 2)
    const expected = 1 / (1 + Math.exp((-g * (rating - opponent.rating)) / SCALE))
    return { information: g ** 2 * expected * (1 - expected), surprise: g * (score - expected) }
  })
  const sum = (of: (term: (typeof terms)[number]) => number): number =>
    terms.reduce((total, term) => total + of(term), 0)
  const v = 1 / sum(({ information }) => information)
  const surprise = sum((term) => term.surprise)

  // Steps 5 to 8: the new volatility, the wider deviation before the period, and the narrower one after it.
  const sigma = newVolatility({ phi, v, delta: v * surprise, volatility, tau })
  const wide = Math.sqrt(phi ** 2 + sigma ** 2)
  const narrow = 1 / Math.sqrt(1 / wide ** 2 + 1 / v)
  return { rating: SCALE * (mu + narrow ** 2 * surprise) + MIDDLE, deviation: SCALE * narrow, volatility: sigma }
}

/** Step 5: where the function of the logarithm of the variance is zero. */
function newVolatility(of: { phi: number; v: number; delta: number; volatility: number; tau: number }): number {
  const { phi, v, delta, volatility, tau } = of
  const a = Math.log(volatility ** 2)
  const f = (x: number): number =>
    (Math.exp(x) * (delta ** 2 - phi ** 2 - v - Math.exp(x))) / (2 * (phi ** 2 + v + Math.exp(x)) ** 2) -
    (x - a) / tau ** 2
  let b = a - tau
  if (delta ** 2 > phi ** 2 + v) b = Math.log(delta ** 2 - phi ** 2 - v)
  else while (f(b) < 0) b -= tau
  // The function falls, and is zero between the two.
  let [low, high] = a < b ? [a, b] : [b, a]
  for (let halved = 0; halved < HALVINGS; halved++) {
    const middle = (low + high) / 2
    if (f(middle) > 0) low = middle
    else high = middle
  }
  return Math.exp(low / 2)
}
