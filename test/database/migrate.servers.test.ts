import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { migrationNames } from '../../src/database/migrations.ts'
import { gamesQuerySchema } from '../../src/protocol/index.ts'
import { someGame } from '../support/finished.ts'
import { openHistory, quiet } from '../support/history.ts'
import type { Postgres } from '../support/postgres.ts'
import { startPostgres } from '../support/postgres.ts'

describe('Migrations of a PostgreSQL server', () => {
  let server: Postgres
  let client: Client
  let url: string
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterEach(() => client.end())
  afterAll(() => server.destroy())

  const connect = async (): Promise<void> => {
    url = await server.createDatabase()
    client = new Client({ connectionString: url })
    await client.connect()
  }
  const ask = async (sql: string): Promise<Record<string, unknown>[]> =>
    (await client.query<Record<string, unknown>>(sql)).rows
  const tables = async (): Promise<unknown[]> =>
    (await ask(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)).map(
      ({ tablename }) => tablename,
    )

  it('are applied once by however many nodes start at the same time', async () => {
    await connect()
    const archives = await Promise.all(Array.from({ length: 8 }, () => openHistory({ databaseUrl: url }, quiet)))
    expect(await tables()).toEqual([
      '_prisma_migrations',
      'accounts',
      'analysed_seats',
      'announcements',
      'blocks',
      'counted_games',
      'daily_deals',
      'deal_tries',
      'deliveries',
      'early_ends',
      'encounters',
      'follows',
      'game_analyses',
      'game_chat',
      'game_seats',
      'games',
      'measures',
      'nodes',
      'passkeys',
      'player_results',
      'player_wonders',
      'players',
      'push_subscriptions',
      'puzzle_answers',
      'puzzle_candidates',
      'puzzle_ratings',
      'puzzles',
      'rating_changes',
      'ratings',
      'recovery_codes',
      'reports',
      'resets',
      'revocations',
      'sanctions',
      'server_keys',
      'sessions',
      'statistic_drafts',
      'statistic_groups',
      'statistic_things',
      'tournament_pairings',
      'tournament_players',
      'tournament_rounds',
      'tournaments',
      'used_challenges',
      'webhooks',
    ])
    const names = await migrationNames()
    const account = 'SELECT migration_name AS name, applied_steps_count AS steps FROM _prisma_migrations'
    expect(await ask(`${account} WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`)).toEqual(
      names.map((name) => ({ name, steps: 1 })),
    )
    expect(await ask(account)).toHaveLength(names.length)
    const results = await Promise.all(archives.map((archive) => archive.store(someGame())))
    expect(results).toEqual(archives.map(() => 'stored'))
    for (const archive of archives) await archive.close()
  })

  it('are not applied again at the next start, and games stay', async () => {
    await connect()
    const first = await openHistory({ databaseUrl: url }, quiet)
    await first.store(someGame())
    await first.close()
    const second = await openHistory({ databaseUrl: url }, quiet)
    expect((await second.list(gamesQuerySchema.parse({}))).games).toHaveLength(1)
    await second.close()
    expect(await ask('SELECT 1 FROM _prisma_migrations')).toHaveLength((await migrationNames()).length)
  })

  it('leave nothing behind when one fails, name the fault, and succeed once it is removed', async () => {
    await connect()
    // This type has the name of the second object that the migrations create.
    await ask(`CREATE TYPE seat_result AS ENUM ('mine')`)
    await expect(openHistory({ databaseUrl: url }, quiet)).rejects.toThrow('type "seat_result" already exists')
    expect(await tables()).toEqual([])
    await ask('DROP TYPE seat_result')
    await (await openHistory({ databaseUrl: url }, quiet)).close()
    expect(await tables()).toContain('games')
  })

  it('of one node wait for those of another', async () => {
    await connect()
    await ask('BEGIN')
    await ask('SELECT pg_advisory_xact_lock(7307051993)')
    let open = false
    const opening = openHistory({ databaseUrl: url }, quiet).finally(() => (open = true))
    const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
    await expect.poll(async () => (await ask(waiting)).length, { timeout: 30_000 }).toBe(1)
    expect([open, await tables()]).toEqual([false, []])
    await ask('COMMIT')
    await (await opening).close()
    expect(await tables()).toContain('games')
  })

  it('fail with the reason when the database does not exist', async () => {
    await connect()
    await expect(openHistory({ databaseUrl: `${url}_not_there` }, quiet)).rejects.toThrow(/does not exist/)
  })
})
