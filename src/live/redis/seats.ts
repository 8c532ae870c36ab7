import type { TakenSeat } from '../port.ts'
import { latestSeats } from '../seats.ts'
import type { Connection } from './connection.ts'
import { matchKeys, seatsKey, shardOf, SHARDS } from './keys.ts'

/** How many seats a player can have taken in the matches of one shard in the same ms, at most. */
const SEATS_AT_ONCE = 20

/** The seats that players have in matches that have not ended: a sorted set in each shard. */
export class Seats {
  readonly #connection: Connection<unknown>

  constructor(connection: Connection<unknown>) {
    this.#connection = connection
  }

  /** See `LiveStore.matchesOf`. A seat in a match that has expired is removed. */
  async of(player: string, limit: number, after?: TakenSeat): Promise<TakenSeat[]> {
    for (;;) {
      const seats = latestSeats(await this.#inShards(player, limit, after), limit, after)
      const logs = await this.#connection.ask((redis) =>
        Promise.all(seats.map(({ match }) => redis.exists(matchKeys(match).log))),
      )
      const expired = seats.filter((_, index) => logs[index] === 0)
      if (expired.length === 0) return seats
      await this.#connection.ask((redis) =>
        Promise.all(expired.map(({ match }) => redis.zrem(seatsKey(shardOf(match), player), match))),
      )
    }
  }

  /** Enough seats of a player from each shard, those at the moment of `after` among them. */
  async #inShards(player: string, limit: number, after?: TakenSeat): Promise<TakenSeat[]> {
    const latest = after?.since ?? '+inf'
    const most = limit + (after ? SEATS_AT_ONCE : 0)
    const shards = await this.#connection.ask((redis) =>
      Promise.all(
        SHARDS.map((shard) =>
          redis.zrange(seatsKey(shard, player), latest, '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, most, 'WITHSCORES'),
        ),
      ),
    )
    return shards.flatMap((shard) => pairsOf(shard).map(([match, since]) => ({ match, since: Number(since) })))
  }
}

/** Each two that follow each other. */
const pairsOf = (items: readonly string[]): [string, string][] =>
  items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1]!] as [string, string]] : []))
