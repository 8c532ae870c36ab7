import type { Commit, LiveStore } from '../live/index.ts'
import type { CommitAnswer } from '../protocol/index.ts'
import type { EntryBody, Fold } from '../record/index.ts'
import { hasOpened } from '../record/index.ts'
import type { NextGame } from './next-header.ts'
import type { Prospect } from './prospect.ts'
import type { Replica } from './replica/replica.ts'

/** How often a command is tried again because someone else committed something in between. */
export const ATTEMPTS = 10

/** Is notified of what this node has committed. */
export interface CommitListener {
  /** An entry was appended to a match that was `before`. */
  advanced(before: Fold, replica: Replica): void
  started(replica: Replica): void
  ended(replica: Replica, last: EntryBody): void
}

/**
 * - an answer: the entry is committed, now or by an earlier call.
 * - `moved`: something else was committed first, and the replica has it.
 * - `late`: the deadline has passed, or the deal was sealed and has opened. `premature`: the condition does not hold.
 */
export type CommitOutcome = CommitAnswer | 'moved' | 'late' | 'premature'

/** Appends entries to matches: nothing happens in a match in any other way. */
export class Committer {
  readonly #store: LiveStore
  readonly #listener: CommitListener
  readonly #nextGame: NextGame

  constructor(store: LiveStore, listener: CommitListener, nextGame: NextGame) {
    this.#store = store
    this.#listener = listener
    this.#nextGame = nextGame
  }

  /**
   * Appends an entry that fits the version of the replica, and applies it.
   * @throws CodedError `illegal-action`, `unknown-match`; `unavailable`: the entry may then be committed all the same.
   */
  async commit(
    replica: Replica,
    body: Commit['body'],
    options: Pick<Commit, 'actionId' | 'condition'> = {},
  ): Promise<CommitOutcome> {
    const { match, version, lastAt: follows, fold: before } = replica
    const { actionId } = options
    if (body.type !== 'annul' && hasOpened(before.header, this.#store.now())) return 'late'
    const prospect = replica.expect(body)
    const { terms } = prospect
    const previousHash = replica.fold.logHash.value
    const commit = { match, version, follows, body, previousHash, ...options, ...terms }
    const result = await this.#store.commit(await this.#withNext(prospect, commit)).catch((error: unknown) => {
      replica.catchUpInBackground()
      throw error
    })
    switch (result.status) {
      case 'committed': {
        const { version: committed, at } = result
        replica.append({ version: committed, at, ...(actionId !== undefined && { actionId }), previousHash, body })
        if (replica.version < committed) await replica.catchUp()
        if (body.type === 'join') this.#listener.started(replica)
        this.#listener.advanced(before, replica)
        if (terms.ends) this.#listener.ended(replica, body)
        return { match, version: committed, at }
      }
      case 'stale':
        await replica.catchUp()
        return (actionId !== undefined && 'seat' in body && replica.answeredBefore(body.seat, actionId)) || 'moved'
      case 'late':
      case 'premature':
        return result.status
      case 'unknown':
        throw replica.expired()
    }
  }

  /** With the next game of the series, if the entry ends a game that one follows. */
  async #withNext(prospect: Prospect, commit: Commit): Promise<Commit> {
    const next = prospect.terms.ends === 'game' ? await this.#nextGame(prospect) : null
    return next ? { ...commit, next } : commit
  }
}
