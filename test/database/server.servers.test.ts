/** What a server finds at DATABASE_URL: it is used as it should be, or refused in words. */
import { Client } from 'pg'
import type { Logger } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { DatabaseRefusal, openDatabase } from '../../src/database/index.ts'
import { Revocations } from '../../src/players/revocations.ts'
import { Sanctions } from '../../src/players/sanctions.ts'
import { quiet } from '../support/history.ts'
import type { PgBouncer } from '../support/pgbouncer.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import type { Postgres } from '../support/postgres.ts'
import { startPostgres } from '../support/postgres.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.destroy())

const ask = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
/** A new database whose connections have a time zone by default. */
const inZone = async (zone: string): Promise<string> => {
  const url = await server.createDatabase()
  await ask(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone TO '${zone}'`)
  return url
}
const using = async <T>(url: string, work: (database: Database) => Promise<T>, log: Logger = quiet): Promise<T> => {
  const database = await openDatabase({ databaseUrl: url }, log)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
const schemaOfTables = (url: string): Promise<Record<string, unknown>[]> =>
  ask(url, `SELECT schemaname AS schema FROM pg_tables WHERE tablename = 'players'`)
/** A logger that keeps what it is told. */
const keeping = (): { log: Logger; lines: { level: string; fields: unknown; message: string }[] } => {
  const lines: { level: string; fields: unknown; message: string }[] = []
  const to = (level: string) => (fields: unknown, message: string) => void lines.push({ level, fields, message })
  return { log: { info: to('info'), warn: to('warn'), error: to('error') } as unknown as Logger, lines }
}

/**
 * Revocations and sanctions on both sides of a moment at which Berlin sets its clocks back (1:00 UTC): the hour before it
 * comes again. A copy reads them as they come.
 */
const seenAcrossTheChangeOf = (url: string): Promise<boolean[]> =>
  using(url, async (database) => {
    const [revocations, sanctions] = [new Revocations(database), new Sanctions(database)]
    const seen: boolean[] = []
    for (const [name, at] of [
      ['before', '00:59:30'],
      ['after', '01:00:30'],
      ['much-later', '01:59:59'],
    ] as const) {
      const moment = `'2026-10-25 ${at}+00'`
      await ask(url, `INSERT INTO revocations VALUES ('${name}', ${moment}, '2100-01-01')`)
      await ask(
        url,
        `INSERT INTO sanctions (player_id, type, why, changed_at) VALUES ('${name}', 'ban', '', ${moment})`,
      )
      await Promise.all([revocations.poll(), sanctions.poll()])
      seen.push(revocations.has(name), sanctions.isBanned(name))
    }
    return seen
  })
const ALL_SEEN = Array.from({ length: 6 }, () => true)

/** What the server reads, and what it is (ms). */
const momentsIn = (url: string): Promise<[number, number]> =>
  using(url, async (database) => {
    const expiresAt = new Date('2100-07-01')
    const { revokedAt } = await database.use((db) => db.revocation.create({ data: { session: 'one', expiresAt } }))
    const [row] = await ask(
      url,
      `SELECT extract(epoch FROM revoked_at)::float8 * 1000 AS ms FROM revocations WHERE session = 'one'`,
    )
    return [revokedAt.getTime(), row!.ms as number]
  })

describe('A database with a time zone of its own', () => {
  it.each(['UTC', 'Asia/Tokyo', 'America/St_Johns', 'Europe/Berlin'])('(%s) is read in UTC', async (zone) => {
    const [read, is] = await momentsIn(await inZone(zone))
    expect(read).toBe(is)
  })

  it('shows log-outs and bans to other nodes when it sets its clocks back', async () => {
    expect(await seenAcrossTheChangeOf(await inZone('Europe/Berlin'))).toEqual(ALL_SEEN)
  })
})

describe('The schema of DATABASE_URL', () => {
  it('holds the tables, and everything works there', async () => {
    const url = await server.createDatabase()
    await ask(url, 'CREATE SCHEMA "My games"')
    const inSchema = `${url}?schema=${encodeURIComponent('My games')}`
    for (let start = 0; start < 2; start += 1) {
      await using(inSchema, (database) => database.use((db) => db.player.count()))
    }
    expect(await schemaOfTables(url)).toEqual([{ schema: 'My games' }])
    expect(await ask(url, `SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'`)).toEqual([
      { tables: 0 },
    ])
  })

  it('may be the usual one', async () => {
    const url = await server.createDatabase()
    await using(`${url}?schema=public`, async (database) => database.ping())
    expect(await schemaOfTables(url)).toEqual([{ schema: 'public' }])
  })

  it('is refused in words if it does not exist, or if the tables would be in another one', async () => {
    const url = await server.createDatabase()
    const opening = openDatabase({ databaseUrl: `${url}?schema=games` }, quiet)
    await expect(opening).rejects.toThrow('DATABASE_URL names the schema "games"')
    await ask(url, `CREATE SCHEMA other; ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path TO other`)
    await expect(openDatabase({ databaseUrl: `${url}?schema=public` }, quiet)).rejects.toThrow(
      'the connections are in "other"',
    )
    await using(url, (database) => database.ping())
    expect(await schemaOfTables(url)).toEqual([{ schema: 'other' }])
  })
})

describe('A database', () => {
  it.each(['LATIN1', 'SQL_ASCII'])('with the encoding %s is refused, and stays empty', async (encoding) => {
    const url = await server.createDatabase(`ENCODING '${encoding}' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'`)
    const opening = openDatabase({ databaseUrl: url }, quiet)
    await expect(opening).rejects.toBeInstanceOf(DatabaseRefusal)
    await expect(opening).rejects.toThrow(`The database has the encoding ${encoding}`)
    expect(await schemaOfTables(url)).toEqual([])
  })

  it('without a schema for the tables is refused', async () => {
    const url = await server.createDatabase()
    await ask(url, 'DROP SCHEMA public')
    await expect(openDatabase({ databaseUrl: url }, quiet)).rejects.toThrow('There is no schema for the tables')
  })

  it('is used through as many connections as DATABASE_URL says', async () => {
    const url = await server.createDatabase()
    await using(`${url}?connection_limit=2&application_name=counted`, async (database) => {
      await Promise.all(Array.from({ length: 20 }, () => database.ping()))
      const [row] = await ask(
        url,
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'counted'`,
      )
      expect(row!.count).toBe(2)
    })
  })

  it('is opened with a warning that names the parameters without effect', async () => {
    const { log, lines } = keeping()
    await using(`${await server.createDatabase()}?pool_timeout=3&stream=x`, (database) => database.ping(), log)
    expect(lines).toContainEqual({
      level: 'warn',
      fields: { parameters: ['pool_timeout', 'stream'] },
      message: 'DATABASE_URL has parameters that have no effect',
    })
  })
})

describe('PgBouncer', () => {
  const pools: Record<string, PgBouncer> = {}
  beforeAll(async () => {
    for (const mode of ['session', 'transaction', 'statement'] as const)
      pools[mode] = await startPgBouncer(server.url, mode)
  })
  afterAll(async () => {
    for (const pool of Object.values(pools)) await pool.destroy()
  })

  it.each(['session', 'transaction'])('that pools %ss passes the time zone on', async (mode) => {
    const url = await inZone('Europe/Berlin')
    const behind = pools[mode]!.behind(url)
    // A client with another zone uses the same connections of the pool, and in the mode of transactions at the same time.
    const other = new Client({ connectionString: behind })
    await other.connect()
    await other.query(`SET TimeZone TO 'Asia/Tokyo'`)
    if (mode === 'session') await other.end()
    try {
      expect(await seenAcrossTheChangeOf(behind)).toEqual(ALL_SEEN)
      const [read, is] = await momentsIn(behind)
      expect(read).toBe(is)
    } finally {
      if (mode === 'transaction') await other.end()
    }
  })

  it('that pools statements is refused in words, and taken for no outage', async () => {
    const { log, lines } = keeping()
    const opening = openDatabase({ databaseUrl: pools.statement!.behind(await server.createDatabase()) }, log)
    await expect(opening).rejects.toBeInstanceOf(DatabaseRefusal)
    await expect(opening).rejects.toThrow('There are no transactions behind the pool at DATABASE_URL')
    expect(lines.map(({ message }) => message)).not.toContain('the database does not answer; matches go on without it')
  })

  it('that does not pass a setting of DATABASE_URL on is refused with the name of the setting', async () => {
    const behind = pools.transaction!.behind(await server.createDatabase())
    for (const [query, name] of [
      ['schema=games', 'search_path'],
      ['options=-c%20work_mem%3D8MB', 'options'],
    ]) {
      const opening = openDatabase({ databaseUrl: `${behind}?${query}` }, quiet)
      await expect(opening).rejects.toThrow(`does not pass on the setting ${name}`)
    }
  })

  it('that knows no such database is refused, and one whose server is away is waited for', async () => {
    const own = await startPostgres()
    const pool = await startPgBouncer(own.url, 'transaction')
    try {
      const missing = pool.behind(own.url.replace(/[^/]*$/, 'not_there'))
      await expect(openDatabase({ databaseUrl: missing }, quiet)).rejects.toThrow('not_there')
      await own.stop()
      const database = await openDatabase({ databaseUrl: pool.behind(own.url) }, quiet)
      try {
        await expect(database.ping()).rejects.toMatchObject({ code: 'unavailable' })
        await own.start()
        await expect
          .poll(() =>
            database.ping().then(
              () => 'answers',
              () => 'is away',
            ),
          )
          .toBe('answers')
      } finally {
        await database.close()
      }
    } finally {
      await pool.destroy()
      await own.destroy()
    }
  })

  it('that turns out to pool statements after the start is named once in the log', async () => {
    const own = await startPostgres()
    const pool = await startPgBouncer(own.url, 'statement')
    const { log, lines } = keeping()
    await own.stop()
    const database = await openDatabase({ databaseUrl: pool.behind(own.url) }, log)
    try {
      await own.start()
      const outcome = (): Promise<string> =>
        database.ping().then(
          () => 'answers',
          ({ name }: Error) => name,
        )
      await expect.poll(outcome).toBe('DatabaseRefusal')
      expect(await outcome()).toBe('DatabaseRefusal')
      expect(lines.filter(({ level }) => level === 'error')).toEqual([
        {
          level: 'error',
          message: 'the database cannot be used',
          fields: { reason: expect.stringContaining('There are no transactions') as string },
        },
      ])
    } finally {
      await database.close()
      await pool.destroy()
      await own.destroy()
    }
  })
})
