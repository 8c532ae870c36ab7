/** How many lists are remembered: those of both cities, and of some states after the same one. */
const MOST = 8

/**
 * A function of a list, or of two, that remembers what it said of the last few. The lists of a state are values that
 * are replaced and never changed, so a list itself says whether it is the same: states share what did not change.
 */
export function remembered<List extends object, Said>(say: (list: List) => Said): (list: List) => Said
export function remembered<One extends object, Other extends object, Said>(
  say: (one: One, other: Other) => Said,
): (one: One, other: Other) => Said
export function remembered<Said>(say: (one: object, other?: object) => Said): (one: object, other?: object) => Said {
  const ones: (object | null)[] = Array.from({ length: MOST }, () => null)
  const others: (object | undefined)[] = Array.from({ length: MOST }, () => undefined)
  const said: Said[] = []
  let oldest = 0
  return (one, other) => {
    for (let each = 0; each < MOST; each++) if (ones[each] === one && others[each] === other) return said[each]!
    const now = say(one, other)
    said[oldest] = now
    ones[oldest] = one
    others[oldest] = other
    oldest = (oldest + 1) % MOST
    return now
  }
}
