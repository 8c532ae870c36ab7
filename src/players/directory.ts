import type { Database, Prisma } from '../database/index.ts'
import type { PlayerRef, PlayersQuery } from '../protocol/index.ts'
import { CodedError, playerRef, SEARCH } from '../protocol/index.ts'
import { countCharacters } from '../text/index.ts'
import { playerName } from './name.ts'
import { nameKey } from './name-key.ts'

/** The accounts, by the beginnings of their names. */
export class Directory {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * The accounts whose names begin like this, in the order of their names, without those that block the caller.
   * @throws CodedError `name-invalid`, `bad-request` for too few characters, `unavailable`
   */
  async search({ name, limit }: PlayersQuery, caller: string | null): Promise<PlayerRef[]> {
    const beginning = nameKey(playerName(name))
    if (countCharacters(beginning) < SEARCH.least) {
      throw new CodedError('bad-request', `A search needs at least ${SEARCH.least} characters of a name.`)
    }
    return this.#database.use((db) => searchAccounts(db, { beginning, limit, caller }))
  }
}

/**
 * Reads by the index of beginnings, whose collation compares byte by byte. Whether an account blocks the caller is looked
 * up for each account that is read: nothing bounds how many block one player.
 */
export async function searchAccounts(
  db: Prisma.TransactionClient,
  { beginning, limit, caller }: { beginning: string; limit: number; caller: string | null },
): Promise<PlayerRef[]> {
  const rows = await db.$queryRaw<{ id: string; name: string; bot: boolean }[]>`
    SELECT player_id AS id, name, owner_id IS NOT NULL AS bot FROM accounts
    WHERE name_key COLLATE "C" >= ${beginning} AND name_key COLLATE "C" < ${`${beginning}\u{10FFFF}`}
      AND (SELECT count(*) FROM blocks WHERE blocks.player_id = accounts.player_id AND blocked_id = ${caller}) = 0
    ORDER BY name_key COLLATE "C" LIMIT ${limit}`
  return rows.map(({ id, name, bot }) => playerRef(id, name, bot))
}
