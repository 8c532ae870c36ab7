import type { Random } from '../random.ts'

/** A number of the normal distribution with mean 0 and a standard deviation. */
export const noiseOf = (random: Random, deviation: number): number =>
  deviation === 0
    ? 0
    : deviation * Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction())
