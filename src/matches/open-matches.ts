import { LRUCache } from 'lru-cache'
import { CodedError } from '../protocol/index.ts'
import type { MatchHeader } from '../record/index.ts'
import type { LifecycleSubscriber } from './lifecycle.ts'

/** How many hosts are remembered; the least recently seen are forgotten first. */
const MOST_HOSTS = 10_000
/** How many matches are checked when a host has reached the limit: others may have ended on another node, or expired. */
const CHECKED_AT_ONCE = 5

/** Bounds the matches that one player has created on this node and that have not ended. */
export class OpenMatches implements LifecycleSubscriber {
  readonly #most: number
  readonly #isOver: (match: string) => Promise<boolean>
  /** By host, oldest first. */
  readonly #byHost = new LRUCache<string, Set<string>>({ max: MOST_HOSTS })

  /** `isOver`: whether a match has ended or expired. */
  constructor(most: number, isOver: (match: string) => Promise<boolean>) {
    this.#most = most
    this.#isOver = isOver
  }

  /** Takes a place for a match that is about to be created. @throws CodedError `limit-reached`, `unavailable`. */
  async take({ id, host }: MatchHeader): Promise<void> {
    const open = this.#of(host.player.id)
    if (open.size >= this.#most) await this.#dropEnded(open)
    const limit = this.#most
    if (open.size >= limit) {
      throw new CodedError('limit-reached', `A player has at most ${limit} matches that have not ended.`, { limit })
    }
    open.add(id)
  }

  ended({ id, host }: MatchHeader): void {
    this.#byHost.get(host.player.id)?.delete(id)
  }

  #of(host: string): Set<string> {
    let open = this.#byHost.get(host)
    if (!open) this.#byHost.set(host, (open = new Set()))
    return open
  }

  /** Those that are still open become the youngest, so that the others are checked the next time. */
  async #dropEnded(open: Set<string>): Promise<void> {
    for (const match of [...open].slice(0, CHECKED_AT_ONCE)) {
      const isOver = await this.#isOver(match)
      if (open.delete(match) && !isOver) open.add(match)
    }
  }
}
