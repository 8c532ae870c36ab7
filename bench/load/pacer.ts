/** Runs moves at once, or, with a rate, so many per second over all matches. */
export class Pacer {
  readonly #rate: number | null
  readonly #waiting: (() => void)[] = []
  readonly #timer: NodeJS.Timeout | null = null

  /** `rate`: moves per second; null for as fast as possible. */
  constructor(rate: number | null) {
    this.#rate = rate
    if (rate === null) return
    let owed = 0
    let last = performance.now()
    this.#timer = setInterval(() => {
      const now = performance.now()
      owed = Math.min(owed + ((now - last) * rate) / 1000, rate / 10)
      last = now
      for (; owed >= 1 && this.#waiting.length > 0; owed -= 1) this.#runAny()
    }, 1)
  }

  /** A random one of those that wait, so that no match is favoured. */
  #runAny(): void {
    const index = Math.floor(Math.random() * this.#waiting.length)
    const move = this.#waiting[index]!
    const last = this.#waiting.pop()!
    if (index < this.#waiting.length) this.#waiting[index] = last
    move()
  }

  run(move: () => void): void {
    if (this.#rate === null) move()
    else this.#waiting.push(move)
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
  }
}
