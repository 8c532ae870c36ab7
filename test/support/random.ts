/** A reproducible source of numbers in [0, 1): the same seed gives the same sequence (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One element of a list that is not empty. */
export const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!
