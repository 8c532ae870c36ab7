import type { Database } from '../database/index.ts'
import type { Followed } from '../protocol/index.ts'
import { CodedError, MOST_FOLLOWED, playerRef } from '../protocol/index.ts'

/**
 * The accounts that an account follows. All methods reject with `unavailable` while the database does not answer.
 */
export class Follows {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The accounts that an account follows; who was followed last is first. @throws CodedError `account-needed` */
  async list(playerId: string): Promise<Pick<Followed, 'id' | 'name' | 'bot' | 'since'>[]> {
    const account = await this.#database.use((db) =>
      db.account.findUnique({
        where: { playerId },
        include: {
          following: { orderBy: [{ since: 'desc' }, { followed: 'asc' }], include: { followedAccount: true } },
        },
      }),
    )
    if (!account) throw new CodedError('account-needed')
    return account.following.map(({ followed, since, followedAccount: { name, ownerId } }) => ({
      ...playerRef(followed, name, ownerId !== null),
      since: since.getTime(),
    }))
  }

  /**
   * Follows an account. A repeated call changes nothing.
   * @throws CodedError `account-needed`, `limit-reached`, `bad-request` for the player themselves, and `unknown-player`
   * if the other player has no account, or blocks this one
   */
  async follow(playerId: string, followed: string): Promise<void> {
    if (playerId === followed) throw new CodedError('bad-request', 'Players cannot follow themselves.')
    await this.#database.write((db) =>
      db.$transaction(async (tx) => {
        // The locks, in an order that is the same for both players, make requests of one account take turns, and make
        // this one wait for a block that begins.
        const rows = await tx.$queryRaw<{ id: string }[]>`
          SELECT player_id AS id FROM accounts WHERE player_id IN (${playerId}, ${followed})
          ORDER BY player_id FOR UPDATE`
        const isThere = (player: string): boolean => rows.some(({ id }) => id === player)
        if (!isThere(playerId)) throw new CodedError('account-needed')
        const isBlocked = (await tx.block.count({ where: { playerId: followed, blocked: playerId } })) > 0
        if (!isThere(followed) || isBlocked) throw new CodedError('unknown-player')
        const others = await tx.follow.count({ where: { playerId, followed: { not: followed } } })
        if (others >= MOST_FOLLOWED) {
          const details = { limit: MOST_FOLLOWED }
          throw new CodedError('limit-reached', `A player follows at most ${MOST_FOLLOWED} others.`, details)
        }
        await tx.follow.createMany({ data: { playerId, followed, since: new Date() }, skipDuplicates: true })
      }),
    )
  }

  /** Stops following an account. Does nothing if it was not followed. */
  async unfollow(playerId: string, followed: string): Promise<void> {
    await this.#database.write((db) => db.follow.deleteMany({ where: { playerId, followed } }))
  }
}
