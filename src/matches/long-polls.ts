import { Counts } from '../limits/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Fold } from '../record/index.ts'
import { onAbort } from '../time/index.ts'
import type { Notifier, Subscriber } from './replica/notifier.ts'

/** How many requests may wait at the same time. */
export interface LongPollLimits {
  inAll: number
  perPlayer: number
  perAddress: number
}

/** How long a request waits, for what, and for whom. */
export interface LongPoll {
  waitMs: number
  /** What the match has to be like; by default, any next version is awaited. */
  until?: (fold: Fold) => boolean
  /** Ends the wait. */
  signal?: AbortSignal | undefined
  player?: string | undefined
  /** Where the request comes from. */
  address?: string | undefined
}

/** When a client may try again that was refused because too many requests wait (ms). */
const RETRY_AFTER_MS = 1_000

/** Requests that wait for a later version of a match; their number is bounded. */
export class LongPolls {
  readonly #limits: LongPollLimits
  readonly #open = new Set<() => void>()
  readonly #byPlayer = new Counts()
  readonly #byAddress = new Counts()

  constructor(limits: LongPollLimits) {
    this.#limits = limits
  }

  /**
   * Resolves at the next version that is awaited, when the match expires, after `waitMs`, when the signal aborts, or at
   * `releaseAll`: whichever comes first.
   * @throws CodedError `limit-reached` when too many requests of one player or address wait, `busy` when too many wait in
   * all.
   */
  async wait(notifier: Notifier, { waitMs, until = () => true, signal, player, address }: LongPoll): Promise<void> {
    if (signal?.aborted) return
    const release = this.#admit(player, address)
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        stop()
        notifier.subscribers.delete(subscriber)
        this.#open.delete(done)
        resolve()
      }
      const subscriber: Subscriber = {
        notify: ({ notice, fold }) => {
          const isNext = notice.type === 'entry' && until(fold)
          if (isNext || notice.type === 'reset' || notice.type === 'expired') done()
        },
      }
      const timer = setTimeout(done, waitMs)
      const stop = onAbort(signal, done)
      notifier.subscribers.add(subscriber)
      this.#open.add(done)
    })
    release()
  }

  #admit(player: string | undefined, address: string | undefined): () => void {
    const { inAll, perPlayer, perAddress } = this.#limits
    requireRoom(this.#byPlayer, player, perPlayer)
    requireRoom(this.#byAddress, address, perAddress)
    if (this.#open.size >= inAll) {
      throw new CodedError('busy', 'Too many requests wait for a move already.', { retryAfterMs: RETRY_AFTER_MS })
    }
    const releases = [
      ...(player === undefined ? [] : [this.#byPlayer.add(player)]),
      ...(address === undefined ? [] : [this.#byAddress.add(address)]),
    ]
    return () => {
      for (const release of releases) release()
    }
  }

  /** Ends all waits. */
  releaseAll(): void {
    for (const done of [...this.#open]) done()
  }
}

function requireRoom(counts: Counts, owner: string | undefined, limit: number): void {
  if (owner === undefined || counts.of(owner) < limit) return
  throw new CodedError('limit-reached', `At most ${limit} requests of one client wait at the same time.`, { limit })
}
