import type { Database } from '../database/index.ts'
import { isForeignKeyViolation } from '../database/index.ts'
import type { Block } from '../protocol/index.ts'
import { CodedError, houseBotLevel } from '../protocol/index.ts'

/** How many players an account may block. */
export const MOST_BLOCKED = 500

/**
 * The players whose challenges a player does not want, and who do not find that player. Only accounts have such a list: nothing is stored of a guest.
 * All methods reject with `unavailable` while the database does not answer.
 */
export class Blocks {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The players whom an account blocks, the newest block first. @throws CodedError `account-needed` */
  async list(playerId: string): Promise<Block[]> {
    return this.#database.use(async (db) => {
      const account = await db.account.findUnique({
        where: { playerId },
        include: { blocks: { orderBy: [{ since: 'desc' }, { blocked: 'asc' }] } },
      })
      if (!account) throw new CodedError('account-needed')
      const ids = account.blocks.map(({ blocked }) => blocked)
      const named = await db.account.findMany({ where: { playerId: { in: ids } } })
      const byId = new Map(named.map((each) => [each.playerId, each]))
      return account.blocks.map(({ blocked: id, since }) => {
        const found = byId.get(id)
        return {
          id,
          ...(found && { name: found.name }),
          ...(found?.ownerId && { bot: true }),
          since: since.getTime(),
        }
      })
    })
  }

  /**
   * Blocks a player, who follows this one no longer. A repeated call changes nothing.
   * @throws CodedError `account-needed`, `limit-reached`, `bad-request` for the player themselves, and for
   * a bot that the server plays
   */
  async block(playerId: string, blocked: string): Promise<void> {
    if (playerId === blocked) throw new CodedError('bad-request', 'Players cannot block themselves.')
    if (houseBotLevel(blocked)) throw new CodedError('bad-request', 'The bots of the server challenge nobody.')
    try {
      await this.#database.write((db) =>
        db.$transaction(async (tx) => {
          // The lock makes two requests of one account take turns, so that neither goes past the limit.
          const rows = await tx.$queryRaw<unknown[]>`
            SELECT 1 FROM accounts WHERE player_id = ${playerId} FOR UPDATE`
          if (rows.length === 0) throw new CodedError('account-needed')
          const others = await tx.block.count({ where: { playerId, blocked: { not: blocked } } })
          if (others >= MOST_BLOCKED) {
            const details = { limit: MOST_BLOCKED }
            throw new CodedError('limit-reached', `A player blocks at most ${MOST_BLOCKED} others.`, details)
          }
          await tx.block.createMany({ data: { playerId, blocked, since: new Date() }, skipDuplicates: true })
          await tx.follow.deleteMany({ where: { playerId: blocked, followed: playerId } })
        }),
      )
    } catch (error) {
      // The account was deleted meanwhile.
      if (isForeignKeyViolation(error)) throw new CodedError('account-needed')
      throw error
    }
  }

  /** Stops blocking a player. Does nothing if the player was not blocked. */
  async unblock(playerId: string, blocked: string): Promise<void> {
    await this.#database.write((db) => db.block.deleteMany({ where: { playerId, blocked } }))
  }

  /** Those of some players who do not block a player. */
  async open<Player extends { id: string }>(players: Player[], playerId: string): Promise<Player[]> {
    const ids = players.map(({ id }) => id)
    const blocks = await this.#database.use((db) =>
      db.block.findMany({ where: { playerId: { in: ids }, blocked: playerId } }),
    )
    const closed = new Set(blocks.map((block) => block.playerId))
    return players.filter(({ id }) => !closed.has(id))
  }

  /** Whether a player blocks another one. */
  async hasBlocked(playerId: string, other: string): Promise<boolean> {
    return this.#database.use(async (db) => (await db.block.count({ where: { playerId, blocked: other } })) > 0)
  }
}
