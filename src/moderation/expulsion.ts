import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Lobby } from '../lobby/index.ts'
import type { Matches } from '../matches/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { OwnMatch, PlayerRef } from '../protocol/index.ts'

export interface ExpulsionParts {
  matches: Pick<Matches, 'own' | 'endings'>
  lobby: Pick<Lobby, 'queue' | 'challenges'>
  log: Logger
}

const MATCHES_PER_PAGE = 50

/**
 * What a ban does beside the end of the sessions: the player leaves the queue, their challenges are closed, the matches
 * that wait for somebody are cancelled, and those in play are given up, so that no opponent waits for a player who cannot
 * come back. Every node does this when it learns of the ban: what was begun at another node in the last seconds ends,
 * too, and repeated work changes nothing.
 */
export class Expulsion {
  readonly #parts: ExpulsionParts
  readonly #running = new Set<Promise<void>>()

  constructor(parts: ExpulsionParts) {
    this.#parts = parts
  }

  /** Begins to remove players from everything that they take part in. */
  begin(players: Iterable<string>): void {
    for (const player of players) {
      const running = this.#expel(player).finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
  }

  /** Resolves when what was begun is done. */
  async ended(): Promise<void> {
    await Promise.all(this.#running)
  }

  async #expel(id: string): Promise<void> {
    const { lobby, log } = this.#parts
    const player = { id, name: '' }
    const guarded = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work()
      } catch (error) {
        // A match or a challenge may end by itself meanwhile.
        if (error instanceof CodedError && error.code !== 'unavailable') return
        log.warn({ err: error, player: id }, 'a banned player could not be removed from everything')
      }
    }
    await guarded(() => lobby.queue.leave(id))
    await guarded(async () => {
      const { received, sent } = await lobby.challenges.list(player)
      for (const challenge of [...received, ...sent]) {
        await guarded(() => lobby.challenges.close(player, challenge.id))
      }
    })
    await guarded(async () => {
      for await (const match of this.#matchesOf(player)) await guarded(() => this.#give(player, match))
    })
  }

  async *#matchesOf(player: PlayerRef): AsyncGenerator<OwnMatch> {
    let cursor: string | undefined
    do {
      const query = { limit: MATCHES_PER_PAGE, ...(cursor !== undefined && { cursor }) }
      const page = await this.#parts.matches.own.page(player, query)
      yield* page.matches
      cursor = page.next
    } while (cursor !== undefined)
  }

  /** Gives a match up, or cancels it. */
  async #give(player: PlayerRef, { match, status }: OwnMatch): Promise<void> {
    const { endings } = this.#parts.matches
    if (status === 'waiting') await endings.cancel(match)
    else await endings.resign(player, { match, actionId: randomUUID() })
  }
}
