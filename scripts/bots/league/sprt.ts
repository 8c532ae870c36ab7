/** What a test has found: the first player is better by `higher` Elo rather than by `lower`, or the other way round. */
export type Verdict = 'better' | 'not better'

/** How often each verdict may be wrong. */
const WRONG = 0.05
const BOUND = Math.log((1 - WRONG) / WRONG)
/** Before so many deals their variance is not known well enough. */
const FEWEST_DEALS = 10
/** So much of a deal that was won once and lost once counts from the beginning, so that equal deals have a variance. */
const PRIOR_VARIANCE = 0.05

/** The expected points of a game against a player that is weaker by so many Elo. */
const expected = (elo: number): number => 1 / (1 + 10 ** (-elo / 400))

/**
 * A sequential probability ratio test (Wald 1945) of two differences of strength, by the points of deals that both players
 * have played from both seats. The games of a deal are alike, so that a deal is the sample; its points are taken to be
 * normally distributed, with the variance that was seen.
 */
export class SequentialTest {
  readonly #lower: number
  readonly #higher: number
  #deals = 0
  #sum = 0
  #squares = 0

  /** @param lower, higher Elo. */
  constructor(lower: number, higher: number) {
    this.#lower = expected(lower)
    this.#higher = expected(higher)
  }

  /** @param share of the points of a deal that the first player took, from 0 to 1. */
  add(share: number): void {
    this.#deals += 1
    this.#sum += share
    this.#squares += share ** 2
  }

  /** The logarithm of how much more likely what was seen is if the first player is better by the higher difference. */
  get likelihood(): number {
    if (this.#deals === 0) return 0
    const mean = this.#sum / this.#deals
    const variance = (this.#squares - this.#deals * mean ** 2 + PRIOR_VARIANCE) / this.#deals
    const [lower, higher] = [this.#lower, this.#higher]
    return (this.#deals * (higher - lower) * (2 * mean - lower - higher)) / (2 * variance)
  }

  /** Null: more deals are needed. */
  get verdict(): Verdict | null {
    if (this.#deals < FEWEST_DEALS || Math.abs(this.likelihood) < BOUND) return null
    return this.likelihood > 0 ? 'better' : 'not better'
  }
}
