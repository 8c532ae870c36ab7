import type { Logger } from 'pino'
import type { LadderStore } from '../live/index.ts'
import type { MatchHeader } from '../record/index.ts'
import { BackgroundWork } from '../time/index.ts'
import { logFailure } from './failures.ts'
import type { LobbyMatches } from './matches.ts'
import { forEach } from './tasks.ts'
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
  matches: Pick<LobbyMatches, 'isOver'>
  logger: Logger
  times: Pick<LobbyTimes, 'poll' | 'ladderCheck'>
}

/** Games that one poll checks, and how many of them at once. */
const MOST_CLAIMED = 100
const AT_ONCE = 16

/**
 * The places of the ladder. A game has one from its pairing to its end. The place of a game whose end no node has reported,
 * or of a pairing that came to nothing, is given back by a later poll.
 */
export class Ladder {
  readonly #parts: LadderParts
  readonly #polls: BackgroundWork

  constructor(parts: LadderParts) {
    const { times, logger } = parts
    this.#parts = parts
    this.#polls = new BackgroundWork({
      round: () => this.#poll(),
      everyMs: times.poll,
      waitsFirst: true,
      failed: (error) =>
        logFailure(logger, error, 'the places of the ladder could not be checked; the lobby tries again'),
    })
  }

  /** A game is in play. @throws CodedError `unavailable`. */
  playing({ id }: MatchHeader): Promise<void> {
    return this.#parts.store.add(id)
  }

  /** @throws CodedError `unavailable`. */
  ended({ id }: MatchHeader): Promise<void> {
    return this.#parts.store.remove(id)
  }

  async #poll(): Promise<void> {
    const { store, matches, logger, times } = this.#parts
    await forEach(await store.claim(MOST_CLAIMED, times.ladderCheck), AT_ONCE, async (match) => {
      try {
        if (await matches.isOver(match)) await store.remove(match)
      } catch (error) {
        logFailure(logger, error, 'a game of the ladder could not be checked; the lobby tries again')
      }
    })
  }

  /** Resolves when what was begun is done. */
  stop(): Promise<void> {
    return this.#polls.stop()
  }
}
