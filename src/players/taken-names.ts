import DataLoader from 'dataloader'
import type { Database } from '../database/index.ts'
import { DELETED_NAME, HOUSE_BOTS } from '../protocol/index.ts'
import { lookKeys } from './look-key.ts'
import { nameKey } from './name-key.ts'

/** How many names one statement asks for at most. */
const MOST_NAMES = 100
/** How many accounts one statement gives their look keys at most. */
const MOST_LOOKS = 500

/** The keys of a name, as columns of an account. */
export const keysOf = (name: string) => ({ nameKey: nameKey(name), ...lookKeys(name) })

/** The same, each with its column. */
const entriesOf = (name: string): string[] => Object.entries(keysOf(name)).map((entry) => entry.join(' '))

/** Those of the names of deleted players, and of the bots that the server plays. */
const RESERVED: ReadonlySet<string> = new Set(
  [DELETED_NAME, ...Object.values(HOUSE_BOTS).map(({ name }) => name)].flatMap(entriesOf),
)

/**
 * The names that nobody may take, as a guest or for an account: an account has the name, or it looks like that of a bot
 * or a moderator. Players who look like other players are left to the moderators.
 */
export class TakenNames {
  readonly #database: Database
  readonly #named: DataLoader<string, boolean>
  #looksAdded: Promise<void> | undefined

  constructor(database: Database) {
    this.#database = database
    this.#named = new DataLoader((names) => this.#areNamed(names), {
      // A name that is free now may be taken when it is asked for again.
      cache: false,
      maxBatchSize: MOST_NAMES,
      // Every new guest asks, so it must cost little: all who ask in one tick of the event loop share a statement.
      batchScheduleFn: (send) => void setImmediate(send),
    })
  }

  /** Whether a name, as `playerName` returns it, is taken. @throws CodedError `unavailable` */
  async has(name: string): Promise<boolean> {
    return entriesOf(name).some((entry) => RESERVED.has(entry)) || this.#named.load(name)
  }

  async #areNamed(names: readonly string[]): Promise<boolean[]> {
    await this.#addLooksOnce()
    const keys = names.map(keysOf)
    const rows = await this.#database.use(
      (db) =>
        db.$queryRaw<{ entry: string }[]>`
        SELECT 'nameKey ' || name_key AS entry FROM accounts
        WHERE name_key = ANY(${keys.map((each) => each.nameKey)})
        UNION SELECT 'lookKey ' || look_key FROM accounts
        WHERE look_key = ANY(${keys.map((each) => each.lookKey)}) AND (moderator OR owner_id IS NOT NULL)
        UNION SELECT 'capitalsKey ' || capitals_key FROM accounts
        WHERE capitals_key = ANY(${keys.map((each) => each.capitalsKey)}) AND (moderator OR owner_id IS NOT NULL)`,
    )
    const taken = new Set(rows.map(({ entry }) => entry))
    return names.map((name) => entriesOf(name).some((entry) => taken.has(entry)))
  }

  /** Once for each node, and again only after a failure. */
  #addLooksOnce(): Promise<void> {
    return (this.#looksAdded ??= this.#addLooks().catch((error: unknown) => {
      this.#looksAdded = undefined
      throw error
    }))
  }

  /** Bots and moderators that a node of an earlier version has stored have no look keys: they get theirs. */
  async #addLooks(): Promise<void> {
    const add = (): Promise<number> =>
      this.#database.write(async (db) => {
        const rows = await db.$queryRaw<{ id: string; name: string }[]>`
        SELECT player_id AS id, name FROM accounts
        WHERE look_key IS NULL AND (moderator OR owner_id IS NOT NULL) LIMIT ${MOST_LOOKS}`
        if (rows.length === 0) return 0
        const added = rows.map(({ id, name }) => ({ id, name, ...lookKeys(name) }))
        // An account that is renamed meanwhile has its keys.
        return db.$executeRaw`
        UPDATE accounts SET look_key = added."lookKey", capitals_key = added."capitalsKey"
        FROM json_to_recordset(${JSON.stringify(added)}::json)
          AS added (id text, name text, "lookKey" text, "capitalsKey" text)
        WHERE player_id = added.id AND accounts.name = added.name`
      })
    while ((await add()) > 0);
  }
}
