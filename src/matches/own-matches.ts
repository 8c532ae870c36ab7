import type { LiveStore, TakenSeat } from '../live/index.ts'
import { fromCursor, pageOf, toCursor } from '../paging/index.ts'
import type { OwnMatch, OwnMatchesAnswer, OwnMatchesRequest, PlayerRef } from '../protocol/index.ts'
import { CodedError, primitives } from '../protocol/index.ts'
import { seatOf } from '../record/index.ts'
import { ownMatch } from './own-match.ts'
import type { Replicas } from './replica/replicas.ts'

/**
 * The matches of a player that have not ended. The store lists them, in the operation in which a player takes a seat;
 * so a player who has lost the id of a match finds the match here, after a restart and on any node.
 */
export class OwnMatches {
  readonly #store: Pick<LiveStore, 'matchesOf' | 'now'>
  readonly #replicas: Replicas

  constructor(store: Pick<LiveStore, 'matchesOf' | 'now'>, replicas: Replicas) {
    this.#store = store
    this.#replicas = replicas
  }

  /**
   * A page of the matches in which a player has a seat, the seat that was taken last first. A match that ends meanwhile is
   * left out, and so is one whose rules are not those of this server: a page may be shorter than its limit.
   * @throws CodedError `bad-cursor`, `unavailable`.
   */
  async page(player: PlayerRef, { limit, cursor }: OwnMatchesRequest): Promise<OwnMatchesAnswer> {
    const after = cursor === undefined ? undefined : seatFromCursor(cursor, player)
    const seats = await this.#store.matchesOf(player.id, limit + 1, after)
    const { rows, next } = pageOf(seats, limit, ({ since, match }) => toCursor([since, match], listOf(player)))
    const matches = await Promise.all(rows.map((seat) => this.#entry(player, seat)))
    return {
      matches: matches.filter((match) => match !== null),
      now: this.#store.now(),
      ...(next !== undefined && { next }),
    }
  }

  async #entry(player: PlayerRef, { match }: TakenSeat): Promise<OwnMatch | null> {
    try {
      return await this.#replicas.use(match, async (replica) => {
        // The store knows of the seat; another node may have given it to the player a moment ago.
        if (seatOf(replica.fold, player.id) === null) await replica.catchUp()
        return ownMatch(replica.fold, player.id)
      })
    } catch (error) {
      if (error instanceof CodedError && (error.code === 'unknown-match' || error.code === 'other-rules')) return null
      throw error
    }
  }
}

const listOf = ({ id }: PlayerRef): unknown => ['matches', id]

/** @throws CodedError `bad-cursor`. */
function seatFromCursor(cursor: string, player: PlayerRef): TakenSeat {
  const [time = '', match = '', ...more] = fromCursor(cursor, listOf(player))
  const isSeat = /^\d{1,15}$/.test(time) && primitives.matchId.safeParse(match).success && more.length === 0
  if (!isSeat) throw new CodedError('bad-cursor')
  return { match, since: Number(time) }
}
