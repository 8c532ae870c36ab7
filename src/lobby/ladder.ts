import type { Logger } from 'pino'
import type { LadderStore } from '../live/index.ts'
import type { MatchHeader } from '../record/index.ts'
import type { BackgroundWork } from '../time/index.ts'
import { startChecks } from './checks.ts'
import type { LobbyMatches } from './matches.ts'
import type { LobbyTimes } from './times.ts'

/** The ladder of engines, as the operator wants it. */
export interface LadderTerms {
  /** How many of its games are in play at once, over all nodes. 0: there is none. */
  places: number
  /** The player to whom a bot belongs; null if there is none. @throws CodedError `unavailable`. */
  ownerOf: (bot: string) => Promise<string | null>
}

export const noLadder: LadderTerms = { places: 0, ownerOf: () => Promise.resolve(null) }

interface LadderParts {
  store: LadderStore
  /** See `LadderTerms`. */
  places: number
  matches: Pick<LobbyMatches, 'isOver'>
  logger: Logger
  times: Pick<LobbyTimes, 'poll' | 'ladderCheck'>
}

/** Games that one poll checks. */
const MOST_CLAIMED = 100

/**
 * The places of the ladder. A game has one from its pairing to its end. The place of a game whose end no node has reported,
 * or of a pairing that came to nothing, is given back by a later poll.
 */
export class Ladder {
  readonly #store: LadderStore
  /** Null: there is no ladder, and nothing to check. */
  readonly #polls: BackgroundWork | null

  constructor({ store, places, matches, times, logger }: LadderParts) {
    this.#store = store
    const checks = {
      claim: () => store.claim(MOST_CLAIMED, times.ladderCheck),
      check: async (match: string) => {
        if (await matches.isOver(match)) await store.remove(match)
      },
      everyMs: times.poll,
      logger,
      failures: {
        round: 'the places of the ladder could not be checked; the lobby tries again',
        item: 'a game of the ladder could not be checked; the lobby tries again',
      },
    }
    this.#polls = places > 0 ? startChecks(checks) : null
  }

  /** A game is in play. @throws CodedError `unavailable`. */
  playing({ id }: MatchHeader): Promise<void> {
    return this.#store.add(id)
  }

  /** @throws CodedError `unavailable`. */
  ended({ id }: MatchHeader): Promise<void> {
    return this.#store.remove(id)
  }

  /** Resolves when what was begun is done. */
  async stop(): Promise<void> {
    await this.#polls?.stop()
  }
}
