import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Lobby } from '../lobby/index.ts'
import type { Matches } from '../matches/index.ts'
import type { MatchOrigin, OwnMatch, PlayerRef } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import { InHand } from '../time/index.ts'

export interface ExpulsionParts {
  matches: Pick<Matches, 'own' | 'endings' | 'views'>
  lobby: Pick<Lobby, 'queue' | 'challenges'>
  log: Logger
}

const MATCHES_PER_PAGE = 50
/** How matches begin that may wait for a player whom nobody knows yet. */
const OPEN_TO_OTHERS: ReadonlySet<MatchOrigin> = new Set(['invitation', 'table'])
/** After this time (ms) every node knows that a session has ended, and begins nothing more for its player. */
const KNOWN_EVERYWHERE_MS = 10_000

/**
 * The one way to end a player, for bans, deletions and revoked tokens of bots: the player leaves the queue, their
 * challenges are closed, the matches that wait for someone are cancelled, and those in play are given up, so that no
 * opponent waits for a player who cannot come back. Repeated work changes nothing. So every node does this when it learns
 * of a ban, and again a while after a ban or the end of a session: what begins meanwhile ends, too, at a node that does not
 * know of it yet, or as the next game of a series.
 */
export class Expulsion {
  readonly #parts: ExpulsionParts
  /** The players who are being removed. */
  readonly #players: InHand<string>
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(parts: ExpulsionParts) {
    this.#parts = parts
    this.#players = new InHand({
      work: (player) => this.expel(player),
      failed: (error, player) => {
        parts.log.warn({ err: error, player }, 'a player could not be removed from everything; the node tries again')
        this.beginLater(player)
      },
    })
  }

  /** Begins to remove players from everything that they take part in, now and again later. */
  begin(players: Iterable<string>): void {
    for (const player of players) {
      void this.#players.begin(player)
      this.beginLater(player)
    }
  }

  /** Removes a player once every node knows that their sessions have ended. */
  beginLater(player: string): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#players.begin(player)
    }, KNOWN_EVERYWHERE_MS).unref()
    this.#timers.add(timer)
  }

  /** Begins nothing more. Resolves when what was begun is done. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#players.close()
  }

  /**
   * Removes a player from everything that they take part in.
   * @throws CodedError `unavailable`, after what could be done was done: it can be repeated.
   */
  async expel(id: string): Promise<void> {
    const { lobby } = this.#parts
    const player = { id, name: '' }
    const failures: unknown[] = []
    const guarded = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work()
      } catch (error) {
        // A match or a challenge may end by itself meanwhile.
        if (error instanceof CodedError && error.code !== 'unavailable') return
        failures.push(error)
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
      for await (const own of this.#matchesOf(player)) {
        await guarded(() => (own.status === 'waiting' ? this.#cancel(own) : this.#giveUp(player, own.match)))
      }
    })
    if (failures.length > 0) throw failures[0]
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

  /** Of a match that waits for nobody in particular. Of any other one both players are known: it begins in a moment. */
  async #cancel({ match, origin }: OwnMatch): Promise<void> {
    if (OPEN_TO_OTHERS.has(origin)) await this.#parts.matches.endings.cancel(match)
  }

  /** Gives a match up, with the games of the series that follow it. */
  async #giveUp(player: PlayerRef, match: string): Promise<void> {
    const { endings, views } = this.#parts.matches
    await endings.resign(player, { match, actionId: randomUUID() })
    const { series } = (await views.view(player, match)).snapshot
    if (series?.next !== undefined) await this.#giveUp(player, series.next)
  }
}
