export interface InHandParts<Item> {
  work: (item: Item) => Promise<void>
  /** Work on an item has failed. It is no longer in hand after this. */
  failed: (error: unknown, item: Item) => void
}

/** What is being worked on: nothing twice at the same time. An owner that stops can wait for it. */
export class InHand<Item> {
  readonly #parts: InHandParts<Item>
  readonly #works = new Map<Item, { again: boolean; ended: Promise<void> }>()
  #closed = false

  constructor(parts: InHandParts<Item>) {
    this.#parts = parts
  }

  get size(): number {
    return this.#works.size
  }

  has(item: Item): boolean {
    return this.#works.has(item)
  }

  items(): Item[] {
    return [...this.#works.keys()]
  }

  /**
   * Begins to work on an item; if it is in hand, it is worked on once more afterwards, unless the work fails. Resolves
   * when the item is no longer in hand. After `close`, nothing begins.
   */
  begin(item: Item): Promise<void> {
    const current = this.#works.get(item)
    if (current) {
      current.again = true
      return current.ended
    }
    const begun = { again: true, ended: Promise.resolve() }
    this.#works.set(item, begun)
    begun.ended = this.#work(item, begun)
    return begun.ended
  }

  async #work(item: Item, begun: { again: boolean }): Promise<void> {
    const { work, failed } = this.#parts
    try {
      while (begun.again && !this.#closed) {
        begun.again = false
        await work(item)
      }
    } catch (error) {
      failed(error, item)
    } finally {
      this.#works.delete(item)
    }
  }

  /** Begins nothing more. Resolves when nothing is in hand. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#works.values()].map(({ ended }) => ended))
  }
}
