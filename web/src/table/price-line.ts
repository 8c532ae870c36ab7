/** A part of a price. */
export interface PriceLine {
  text: string
  /** Less than nothing if the price is lower by it; none if the line only says why. */
  coins?: number
  resource?: string
}
