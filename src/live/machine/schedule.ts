import { createRequire } from 'node:module'
import type sorted from 'sorted-btree'

/** Not imported: Node and the tests' loader disagree on what the default export of this CommonJS package is. */
const { default: BTree } = createRequire(import.meta.url)('sorted-btree') as typeof sorted

type Key = readonly [at: number, id: string]

const byTime = ([at, id]: Key, [otherAt, otherId]: Key): number =>
  at - otherAt || (id < otherId ? -1 : id > otherId ? 1 : 0)

/** Ids in the order of a time (ms since 1970) that each of them has. Every step is O(log n). */
export class Schedule {
  readonly #times = new Map<string, number>()
  readonly #order = new BTree<Key>(undefined, byTime)

  get size(): number {
    return this.#times.size
  }

  /** Gives an id a time, or takes it out of the schedule (null). */
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

  /** The first ids for whose time this holds, at most `limit`, the earliest first. */
  due(isDue: (at: number) => boolean, limit = Infinity): string[] {
    const ids: string[] = []
    for (const [at, id] of this.#order.keys()) {
      if (ids.length >= limit || !isDue(at)) break
      ids.push(id)
    }
    return ids
  }
}
