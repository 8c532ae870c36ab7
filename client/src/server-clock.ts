/** Of the last answers, so many are compared. */
const SAMPLES = 8

interface Sample {
  offset: number
  roundTrip: number
}

/**
 * The time of the server, learnt from what it sends. The answer that took the shortest time tells it best: it is
 * wrong by at most half of that time. Times of the server are ms since 1970. Local times are those of
 * `performance.now()`, which goes on evenly when someone sets the clock of the device.
 */
export class ServerClock {
  #samples: Sample[] = []
  /** Until the server has said more, its clock shows what that of the device does. */
  #offset = Date.now() - performance.now()
  #ahead = this.#offset

  /** The server said at some moment between `sentAt` and `receivedAt`, both local, that it was `serverNow`. */
  learn(serverNow: number, sentAt: number, receivedAt: number): void {
    const sample = { offset: serverNow - (sentAt + receivedAt) / 2, roundTrip: receivedAt - sentAt }
    this.#samples = [...this.#samples, sample].slice(-SAMPLES)
    this.#offset = this.#samples.reduce((best, next) => (next.roundTrip < best.roundTrip ? next : best)).offset
  }

  /** At the local time `receivedAt` it was `serverTime` already, or later. */
  learnAtLeast(serverTime: number, receivedAt: number): void {
    if (serverTime - receivedAt > this.#offset) this.#offset = serverTime - receivedAt
  }

  /**
   * Another connection, or a device that has slept: what was learnt may no longer hold. The offset stays until there
   * is a better one.
   */
  beginAnew(): void {
    this.#samples = []
  }

  /** What the server's clock shows when the local one shows `local`. */
  now(local = performance.now()): number {
    return local + this.#offset
  }

  /** By how much the clock of the device has gone ahead of `performance.now()` since the last call, ms. */
  skipped(): number {
    const ahead = Date.now() - performance.now()
    const skipped = ahead - this.#ahead
    this.#ahead = ahead
    return skipped
  }

  /** What the server's clock shows when the clock of the device, which may be wrong, shows `deviceTime`. */
  at(deviceTime: number): number {
    return this.now() + deviceTime - Date.now()
  }
}
