/**
 * A clock that never goes back: when the host's clock is set back, it goes on from where it was, ahead of the host's.
 * @param host the host's clock (ms since 1970).
 * @param from the earliest time that it may tell.
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
