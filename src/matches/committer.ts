import type { Commit, LiveStore } from '../live/index.ts'
import type { CommitAnswer } from '../protocol/index.ts'
import type { Feed } from './feed.ts'
import { answeredBefore, prospectOf } from './judge.ts'

/** Somebody else commits in between at most a few times. */
export const ATTEMPTS = 10

/** Told of what was committed here. */
export interface CommitListener {
  started(feed: Feed): void
  ended(feed: Feed): void
}

/**
 * - an answer: it is committed, now or before.
 * - `moved`: the match has moved on by something else, and the feed knows it.
 * - `late`: the deadline has passed. `premature`: the condition does not hold.
 */
export type CommitOutcome = CommitAnswer | 'moved' | 'late' | 'premature'

/** Appends entries to matches: the one way for anything to happen in them. */
export class Committer {
  readonly #store: LiveStore
  readonly #listener: CommitListener

  constructor(store: LiveStore, listener: CommitListener) {
    this.#store = store
    this.#listener = listener
  }

  /**
   * Appends an entry that fits the feed's version, and applies it.
   * @throws CodedError `illegal-action`, `unknown-match`, `unavailable`: it may then have been committed all the same.
   */
  async commit(feed: Feed, body: Commit['body'], how: Pick<Commit, 'actionId' | 'condition'> = {}): Promise<CommitOutcome> {
    const { match, version } = feed
    const { actionId } = how
    const prospect = prospectOf(feed.fold, body)
    const result = await this.#store.commit({ match, version, body, ...how, ...prospect }).catch((error: unknown) => {
      feed.chase()
      throw error
    })
    switch (result.status) {
      case 'committed': {
        const { version: committed, at } = result
        feed.receive({ version: committed, at, ...(actionId !== undefined && { actionId }), body })
        if (body.type === 'join') this.#listener.started(feed)
        if (prospect.ends) this.#listener.ended(feed)
        return { match, version: committed, at }
      }
      case 'stale':
        await feed.catchUp()
        return (actionId !== undefined && answeredBefore(feed.fold, body.seat, actionId)) || 'moved'
      case 'late':
      case 'premature':
        return result.status
      case 'unknown':
        throw feed.expired()
    }
  }
}
