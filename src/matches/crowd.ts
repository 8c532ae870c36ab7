/** Told in one go; in between, others get their turn. */
const SLICE = 50

/**
 * Those who only look on. There may be thousands of them: they are told of everything in order, but a few at a time, so that the
 * players and other matches do not wait for them.
 */
export class Crowd<Member> {
  /** By member, how many things had been told when he came: he hears of those after. */
  readonly #members = new Map<Member, number>()
  readonly #things: { number: number; tell: (member: Member) => void }[] = []
  #told = 0
  #telling = false

  get size(): number {
    return this.#members.size
  }

  add(member: Member): void {
    this.#members.set(member, this.#told)
  }

  delete(member: Member): void {
    this.#members.delete(member)
  }

  /** Everybody who is here now will be told, unless he leaves before. `tell` must not throw. */
  tell(tell: (member: Member) => void): void {
    this.#told += 1
    if (this.#members.size === 0) return
    this.#things.push({ number: this.#told, tell })
    if (!this.#telling) void this.#tellAll()
  }

  async #tellAll(): Promise<void> {
    this.#telling = true
    for (let thing = this.#things.shift(); thing; thing = this.#things.shift()) {
      const { number, tell } = thing
      let left = 0
      for (const member of [...this.#members.keys()]) {
        if (left === 0) await new Promise((resolve) => setImmediate(resolve))
        left = left === 0 ? SLICE - 1 : left - 1
        const came = this.#members.get(member)
        if (came !== undefined && came < number) tell(member)
      }
    }
    this.#telling = false
  }
}
