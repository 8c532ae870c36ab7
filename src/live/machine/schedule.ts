import { createRequire } from 'node:module'
import type sorted from 'sorted-btree'

/** Required: Node and the loader of the tests disagree on the default export of this CommonJS package. */
const { default: BTree } = createRequire(import.meta.url)('sorted-btree') as typeof sorted

type Key = readonly [at: number, id: string]

const byTime = ([at, id]: Key, [otherAt, otherId]: Key): number =>
  at - otherAt || (id < otherId ? -1 : id > otherId ? 1 : 0)

/** Ids, ordered by the time (ms since 1970) of each. A change and the first id are O(log n). */
export class Schedule {
  readonly #times = new Map<string, number>()
  readonly #order = new BTree<Key>(undefined, byTime)

  get size(): number {
    return this.#times.size
  }

  /** The time of the first id; null if there is none. */
  get earliest(): number | null {
    return this.#order.minKey()?.[0] ?? null
  }

  /** Sets the time of an id; null removes it. */
  set(id: string, at: number | null): void {
    const before = this.#times.get(id)
    if (before === (at ?? undefined)) return
    if (before !== undefined) this.#order.delete([before, id])
    if (at === null) {
      this.#times.delete(id)
    } else {
      this.#times.set(id, at)
      this.#order.set([at, id], undefined)
    }
  }

  /** The ids that are due, the earliest first, at most `limit`. */
  due(isDue: (at: number) => boolean, limit = Infinity): string[] {
    const ids: string[] = []
    for (const [at, id] of this.#order.keys()) {
      if (ids.length >= limit || !isDue(at)) break
      ids.push(id)
    }
    return ids
  }
}
