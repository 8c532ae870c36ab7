import { LRUCache } from 'lru-cache'

/** Something that waits for its turn. */
export interface Place {
  /** Whose it is: a player, an account, a host, a network. Owners take turns with each other. */
  owner: string
  /** How much of its owner's share it takes; a usual turn is 1. */
  weight?: number | undefined
  /** The order among what waits for the same owner, and between owners who have had the same: the least comes first. */
  dueAt?: number | undefined
}

/** How many owners are remembered of whom nothing waits. */
const MOST_LEFT = 1_000

interface Line<Work extends Place> {
  owner: string
  /** What the owner has had, as one number for all owners: who has the least comes next. */
  had: number
  /** In the order of `dueAt`; then in the order of arrival. */
  works: Work[]
}

/**
 * Whose turn it is. However much of one owner waits, the others have their shares: each turn goes to the owner who has had
 * the least. Who begins to wait counts as having had what the last owner had, if they had less: nobody saves up turns.
 */
export class Turns<Work extends Place> {
  readonly #lines = new Map<string, Line<Work>>()
  /** What owners have had of whom nothing waits: they may come back at once. */
  readonly #left = new LRUCache<string, number>({ max: MOST_LEFT })
  /** What the owner of the last turn had had before it. */
  #now = 0
  #size = 0

  /** How much waits. */
  get size(): number {
    return this.#size
  }

  /** How many owners wait. */
  get owners(): number {
    return this.#lines.size
  }

  /** How much waits of one owner. */
  of(owner: string): number {
    return this.#lines.get(owner)?.works.length ?? 0
  }

  add(work: Work): void {
    const line = this.#lines.get(work.owner) ?? this.#begin(work.owner)
    const place = line.works.findLastIndex((other) => dueAtOf(other) <= dueAtOf(work)) + 1
    line.works.splice(place, 0, work)
    this.#size += 1
  }

  /** Counts a turn of an owner who did not have to wait. */
  count({ owner, weight = 1 }: Place): void {
    this.#left.set(owner, this.#hadBy(owner) + weight)
  }

  /** Nothing is in progress: what owners have had no longer counts. */
  rest(): void {
    if (this.#size > 0) return
    this.#left.clear()
    this.#now = 0
  }

  #hadBy(owner: string): number {
    return Math.max(this.#left.get(owner) ?? 0, this.#now)
  }

  #begin(owner: string): Line<Work> {
    const line: Line<Work> = { owner, had: this.#hadBy(owner), works: [] }
    this.#left.delete(owner)
    this.#lines.set(owner, line)
    return line
  }

  /** Work that waits is withdrawn. */
  remove(work: Work): void {
    const line = this.#lines.get(work.owner)
    const place = line ? line.works.indexOf(work) : -1
    if (place >= 0) this.#take(line!, place)
  }

  /**
   * Takes out the work whose turn it is.
   * @param suits what is wanted rather than other work of the same owner, and of owners who have had as much.
   */
  next(suits: (work: Work) => boolean = () => true): Work | undefined {
    let chosen: Found<Work> | undefined
    for (const line of this.#lines.values()) {
      if (chosen && line.had > chosen.line.had) continue
      const suited = line.works.findIndex(suits)
      const found = { line, place: Math.max(0, suited), suits: suited >= 0 }
      if (!chosen || comesBefore(found, chosen)) chosen = found
    }
    if (!chosen) return undefined
    const { line, place } = chosen
    this.#now = line.had
    line.had += line.works[place]!.weight ?? 1
    return this.#take(line, place)
  }

  #take(line: Line<Work>, place: number): Work {
    const [work] = line.works.splice(place, 1)
    this.#size -= 1
    // The owner takes the last place among those who have had as much.
    this.#lines.delete(line.owner)
    if (line.works.length > 0) this.#lines.set(line.owner, line)
    else this.#left.set(line.owner, line.had)
    return work!
  }
}

const dueAtOf = ({ dueAt = 0 }: Place): number => dueAt

interface Found<Work extends Place> {
  line: Line<Work>
  place: number
  suits: boolean
}

/** Whether the turn of one comes before that of another whose owner has had as much, or more. */
function comesBefore<Work extends Place>(one: Found<Work>, other: Found<Work>): boolean {
  if (one.line.had !== other.line.had) return one.line.had < other.line.had
  if (one.suits !== other.suits) return one.suits
  return dueAtOf(one.line.works[one.place]!) < dueAtOf(other.line.works[other.place]!)
}
