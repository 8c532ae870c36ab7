import { createRequire } from 'node:module'
import type sorted from 'sorted-btree'

/** Required: Node and the loader of the tests disagree on the default export of this CommonJS package. */
const { default: BTree } = createRequire(import.meta.url)('sorted-btree') as typeof sorted

type Key = readonly [at: number, id: string]
type Order = InstanceType<typeof BTree<Key>>

const byTime = ([at, id]: Key, [otherAt, otherId]: Key): number =>
  at - otherAt || (id < otherId ? -1 : id > otherId ? 1 : 0)

/**
 * Ids, ordered by the time (ms since 1970) of each. A change and the first id are O(log n). They are put into order when
 * that is first asked for: while a journal is read, most times change again and again.
 */
export class Schedule {
  readonly #times = new Map<string, number>()
  #order: Order | null = null

  get size(): number {
    return this.#times.size
  }

  /** The time of the first id; null if there is none. */
  get earliest(): number | null {
    return this.#ordered().minKey()?.[0] ?? null
  }

  #ordered(): Order {
    this.#order ??= new BTree(
      Array.from(this.#times, ([id, at]): [Key, undefined] => [[at, id], undefined]),
      byTime,
    )
    return this.#order
  }

  /** Sets the time of an id; null removes it. */
  set(id: string, at: number | null): void {
    const before = this.#times.get(id)
    if (before === (at ?? undefined)) return
    if (before !== undefined) this.#order?.delete([before, id])
    if (at === null) {
      this.#times.delete(id)
    } else {
      this.#times.set(id, at)
      this.#order?.set([at, id], undefined)
    }
  }

  /** The ids that are due, the earliest first, at most `limit`. */
  due(isDue: (at: number) => boolean, limit = Infinity): string[] {
    const ids: string[] = []
    for (const [at, id] of this.#ordered().keys()) {
      if (ids.length >= limit || !isDue(at)) break
      ids.push(id)
    }
    return ids
  }
}
