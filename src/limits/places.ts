import { CodedError } from '../protocol/index.ts'
import { onAbort } from '../time/index.ts'
import type { Place } from './turns.ts'
import { Turns } from './turns.ts'

/** How much may wait for places. */
export interface PlaceLimits {
  perOwner: number
  inAll: number
}

export type Rank = 'first' | 'usual' | 'spare'

/** Who wants a place. */
export interface Wish<P> extends Place {
  /** Of what is `first`, whoever's it is, something has every second place. What is `spare` comes after everything else. */
  rank?: Rank | undefined
  /** The place that would be best. Another one does, too. */
  prefers?: ((place: P) => boolean) | undefined
  /** How much may wait, if it is not what is usual in these places. */
  limits?: PlaceLimits | undefined
  /** When it is aborted, the wish is withdrawn with its reason. */
  signal?: AbortSignal | undefined
}

/** A place, until it is given back. */
export interface Taken<P> {
  place: P
  /** Gives it back. Only the first call counts. */
  release: () => void
}

interface Waiting<P> extends Wish<P> {
  begin: (place: P) => void
  refuse: (reason: Error) => void
}

/**
 * Places for work that takes long, each for one piece of work at a time, such as threads. Owners take turns with each other
 * for them. Work that would wait for too much other work is refused at once.
 */
export class Places<P> {
  readonly #limits: PlaceLimits
  readonly #places: readonly P[]
  /** Those that were given back last are last. */
  readonly #free: P[]
  readonly #waiting: Readonly<Record<Rank, Turns<Waiting<P>>>> = {
    first: new Turns(),
    usual: new Turns(),
    spare: new Turns(),
  }
  /** The place that was given last went to what is first. */
  #wasFirst = false
  #closed = false

  constructor(places: readonly P[], limits: PlaceLimits) {
    this.#places = places
    this.#free = [...places].reverse()
    this.#limits = limits
  }

  /** Places that differ in nothing. */
  static alike(count: number, limits: PlaceLimits): Places<number> {
    return new Places(
      Array.from({ length: count }, (_, place) => place),
      limits,
    )
  }

  /** How much waits. */
  get waiting(): number {
    return this.#all.reduce((sum, { size }) => sum + size, 0)
  }

  /** In how many places something is. */
  get taken(): number {
    return this.#places.length - this.#free.length
  }

  /** Whether nothing is in a place, and nothing waits. */
  get isIdle(): boolean {
    return this.taken === 0
  }

  /**
   * What part of the time work of an owner can have, if all owners who wait get the same, and divide it among their work.
   * 1 while nobody waits.
   */
  shareOf(owner: string): number {
    const { usual } = this.#waiting
    const own = usual.of(owner)
    const others = usual.owners - (own > 0 ? 1 : 0)
    return this.#places.length / (this.#places.length + others + own)
  }

  /** Does some work in a place. Resolves and rejects as the work does. @throws as `take`. */
  async run<T>(wish: Wish<P>, work: (place: P) => Promise<T>): Promise<T> {
    const { place, release } = await this.take(wish)
    try {
      return await work(place)
    } finally {
      release()
    }
  }

  /** @throws CodedError `busy` if too much waits, `draining`; the reason of the signal. */
  async take(wish: Wish<P>): Promise<Taken<P>> {
    wish.signal?.throwIfAborted()
    if (this.#closed) throw new CodedError('draining')
    const free = this.#freeFor(wish)
    if (free !== undefined) this.#turnsOf(wish).count(wish)
    return this.#taken(free ?? (await this.#wait(wish)))
  }

  /** Takes all places that are free, for work that counts as nobody's. */
  takeFree(): Taken<P>[] {
    return this.#closed ? [] : this.#free.splice(0).map((place) => this.#taken(place))
  }

  /** Refuses what waits, and everything from now on. */
  close(): void {
    this.#closed = true
    for (const turns of this.#all) {
      for (let next = turns.next(); next; next = turns.next()) next.refuse(new CodedError('draining'))
    }
  }

  get #all(): Turns<Waiting<P>>[] {
    return Object.values(this.#waiting)
  }

  #turnsOf({ rank = 'usual' }: Wish<P>): Turns<Waiting<P>> {
    return this.#waiting[rank]
  }

  #freeFor({ prefers }: Wish<P>): P | undefined {
    const preferred = prefers ? this.#free.findIndex(prefers) : -1
    return preferred < 0 ? this.#free.pop() : this.#free.splice(preferred, 1)[0]
  }

  #taken(place: P): Taken<P> {
    let isTaken = true
    return {
      place,
      release: () => {
        if (isTaken) this.#release(place)
        isTaken = false
      },
    }
  }

  #wait(wish: Wish<P>): Promise<P> {
    const turns = this.#turnsOf(wish)
    const { perOwner, inAll } = wish.limits ?? this.#limits
    if (turns.of(wish.owner) >= perOwner || this.waiting >= inAll) throw new CodedError('busy')
    return new Promise((resolve, reject) => {
      const waiting: Waiting<P> = {
        ...wish,
        begin: (place) => {
          stop()
          resolve(place)
        },
        refuse: (reason) => {
          stop()
          reject(reason)
        },
      }
      const stop = onAbort(wish.signal, () => {
        turns.remove(waiting)
        reject(wish.signal!.reason as Error)
      })
      turns.add(waiting)
    })
  }

  #release(place: P): void {
    const suits = ({ prefers }: Waiting<P>): boolean => !prefers || prefers(place)
    const { first, usual, spare } = this.#waiting
    const order = this.#wasFirst ? [usual, first, spare] : [first, usual, spare]
    const turns = order.find(({ size }) => size > 0)
    this.#wasFirst = turns === first
    if (turns) turns.next(suits)!.begin(place)
    else this.#free.push(place)
    if (this.isIdle) for (const each of this.#all) each.rest()
  }
}
