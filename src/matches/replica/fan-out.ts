/** How many members one slice has. Between two slices, other work gets its turn. */
const SLICE = 50

/**
 * Notifies many members of everything in order, a slice of them at a time. A match can have thousands of spectators;
 * its players, and other matches, must not wait for them.
 */
export class FanOut<Member> {
  /** By member, how many notifications there had been when they were added: they receive those after. */
  readonly #members = new Map<Member, number>()
  readonly #pending: { number: number; notify: (member: Member) => void }[] = []
  #count = 0
  #running = false

  get size(): number {
    return this.#members.size
  }

  add(member: Member): void {
    this.#members.set(member, this.#count)
  }

  delete(member: Member): void {
    this.#members.delete(member)
  }

  /** Notifies each present member, unless they are deleted before their turn. `notify` must not throw. */
  notify(notify: (member: Member) => void): void {
    this.#count += 1
    if (this.#members.size === 0) return
    this.#pending.push({ number: this.#count, notify })
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    for (let next = this.#pending.shift(); next; next = this.#pending.shift()) {
      const { number, notify } = next
      let left = 0
      for (const member of [...this.#members.keys()]) {
        if (left === 0) await new Promise((resolve) => setImmediate(resolve))
        left = left === 0 ? SLICE - 1 : left - 1
        const since = this.#members.get(member)
        if (since !== undefined && since < number) notify(member)
      }
    }
    this.#running = false
  }
}
