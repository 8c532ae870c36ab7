/** How many of something each owner has at present. An owner with none takes no memory. */
export class Counts {
  readonly #counts = new Map<string, number>()

  of(owner: string): number {
    return this.#counts.get(owner) ?? 0
  }

  /** Counts one more. Returns a function that takes it away; only its first call counts. */
  add(owner: string): () => void {
    this.#counts.set(owner, this.of(owner) + 1)
    let counted = true
    return () => {
      if (!counted) return
      counted = false
      const left = this.of(owner) - 1
      if (left > 0) this.#counts.set(owner, left)
      else this.#counts.delete(owner)
    }
  }
}
