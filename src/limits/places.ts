import { CodedError } from '../protocol/index.ts'
import { onAbort } from '../time/index.ts'
import { Turns } from './turns.ts'
import type { Place } from './turns.ts'

/** How much may wait for places. */
export interface PlaceLimits {
  perOwner: number
  inAll: number
}

/** Who wants a place. */
export interface Wish<P> extends Place {
  /** Comes after everything else, whoever's it is. */
  isSpare?: boolean | undefined
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
  readonly #all: readonly P[]
  /** Those that were given back last are last. */
  readonly #free: P[]
  readonly #waiting = new Turns<Waiting<P>>()
  readonly #spare = new Turns<Waiting<P>>()
  #closed = false

  constructor(places: readonly P[], limits: PlaceLimits) {
    this.#all = places
    this.#free = [...places].reverse()
    this.#limits = limits
  }

  /** How much waits. */
  get waiting(): number {
    return this.#waiting.size + this.#spare.size
  }

  /**
   * What part of the time work of an owner can have, if all owners who wait get the same, and divide it among their work.
   * 1 while nobody waits.
   */
  shareOf(owner: string): number {
    const own = this.#waiting.of(owner)
    const others = this.#waiting.owners - (own > 0 ? 1 : 0)
    return this.#all.length / (this.#all.length + others + own)
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
    const place = free ?? (await this.#wait(wish))
    let isTaken = true
    return {
      place,
      release: () => {
        if (isTaken) this.#release(place)
        isTaken = false
      },
    }
  }

  /** Refuses what waits, and everything from now on. */
  close(): void {
    this.#closed = true
    for (const turns of [this.#waiting, this.#spare]) {
      for (let next = turns.next(); next; next = turns.next()) next.refuse(new CodedError('draining'))
    }
  }

  #turnsOf({ isSpare }: Wish<P>): Turns<Waiting<P>> {
    return isSpare ? this.#spare : this.#waiting
  }

  #freeFor({ prefers }: Wish<P>): P | undefined {
    const preferred = prefers ? this.#free.findIndex(prefers) : -1
    return preferred < 0 ? this.#free.pop() : this.#free.splice(preferred, 1)[0]
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
    const next = this.#waiting.next(suits) ?? this.#spare.next(suits)
    if (next) next.begin(place)
    else this.#free.push(place)
  }
}
