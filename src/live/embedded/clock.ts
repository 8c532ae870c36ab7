/**
 * A clock that never goes back. When the host's clock is set back, this one continues from its last time, at the same
 * rate.
 * @param host the host's clock (ms since 1970).
 * @param from the earliest time that it returns.
 */
export function steadyClock(host: () => number, from: number): () => number {
  let last = host()
  let ahead = Math.max(0, from - last)
  return () => {
    const now = host()
    ahead += Math.max(0, last - now)
    last = now
    return now + ahead
  }
}
