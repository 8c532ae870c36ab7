import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readMigrations } from '../../src/database/migrations.ts'
import type { GamesQuery, PlayerRef } from '../../src/protocol/index.ts'
import { gameSchema, gamesQuerySchema, gameSummarySchema } from '../../src/protocol/index.ts'
import { newId, someGame } from '../support/finished.ts'
import { openHistory, quiet } from '../support/history.ts'
import { newPlayer } from '../support/players.ts'
import type { Postgres } from '../support/postgres.ts'
import { startPostgres } from '../support/postgres.ts'

const BEFORE_RATINGS = '20261122010507_games'
const BEFORE_LISTED = '20261126032139_held_deliveries'
const BEFORE_KINDS = '20261122045027_ratings'
const BOUNDS = '20261123090000_rating_bounds'

let server: Postgres
let databaseUrl: string
let client: Client
beforeAll(async () => {
  server = await startPostgres()
})
beforeEach(async () => {
  databaseUrl = await server.createDatabase()
  client = new Client({ connectionString: databaseUrl })
  await client.connect()
})
afterEach(() => client.end())
afterAll(() => server.destroy())

/** Gives the database the schema that it had after a migration. */
async function rewind(last: string): Promise<void> {
  await (await openHistory({ databaseUrl }, quiet)).close()
  const migrations = await readMigrations()
  const before = migrations.filter(({ name }) => name <= last)
  expect(before.length).toBeLessThan(migrations.length)
  await client.query(`
    CREATE SCHEMA aside;
    ALTER TABLE _prisma_migrations SET SCHEMA aside;
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public;
    ALTER TABLE aside._prisma_migrations SET SCHEMA public;
    DELETE FROM _prisma_migrations WHERE migration_name > '${last}';`)
  for (const { script } of before) await client.query(script)
}

const query = (wanted: Partial<GamesQuery>): GamesQuery => ({ ...gamesQuerySchema.parse({}), ...wanted })

it('Games of private matches are no longer in the list of all games, but in those of their players', async () => {
  const [livia, gaius] = [newPlayer('Livia'), newPlayer('Gaius')]
  const [open, hidden, old] = [newId(), newId(), newId()]
  await rewind(BEFORE_LISTED)
  for (const { id, name } of [livia, gaius]) {
    await client.query(`INSERT INTO players (id, name) VALUES ($1, $2)`, [id, name])
  }
  const headers = [
    [open, { terms: { visibility: 'public' } }],
    [hidden, { terms: { visibility: 'private' } }],
    // The first matches had no terms.
    [old, {}],
  ] as const
  for (const [id, header] of headers) {
    await client.query(
      `INSERT INTO games (id, kind, options, rules, seed, seed_hash, ended_by, winner, versions,
         created_at, started_at, ended_at, record)
       VALUES ($1, 'base', '{}', '1', 's', 'h', 'science', 0, 70, '2025-01-01', '2025-01-01', '2025-01-01', $2)`,
      [id, { header }],
    )
    for (const [seat, { id: player, name }] of [livia, gaius].entries()) {
      await client.query(
        `INSERT INTO game_seats (game_id, seat, player_id, name, opponent_id, result, score, kind, ended_by, ended_at)
         VALUES ($1, $2, $3, $4, $5, $6, '{}', 'base', 'science', '2025-01-01')`,
        [id, seat, player, name, seat === 0 ? gaius.id : livia.id, seat === 0 ? 'won' : 'lost'],
      )
    }
  }

  const archive = await openHistory({ databaseUrl }, quiet)
  try {
    const found = async (wanted: Partial<GamesQuery>): Promise<string[]> =>
      (await archive.list(query(wanted))).games.map(({ id }) => id).sort()
    expect(await found({})).toEqual([open, old].sort())
    expect(await found({ kind: 'base' })).toEqual([open, old].sort())
    expect(await found({ player: livia.id })).toEqual([open, hidden, old].sort())
  } finally {
    await archive.close()
  }
})

it('Games that were stored before there were ratings remain, unrated, and are counted', async () => {
  const [livia, gaius] = [newPlayer('Livia'), newPlayer('Gaius')]
  const ids = Array.from({ length: 5 }, newId)
  await rewind(BEFORE_RATINGS)
  for (const { id, name } of [livia, gaius]) {
    await client.query(`INSERT INTO players VALUES ($1, $2, '2025-01-01', '2025-01-05')`, [id, name])
  }
  for (const [n, id] of ids.entries()) {
    const winner = n === 4 ? null : n % 2
    const by = winner === null ? 'tie' : 'science'
    const moment = `2025-01-0${n + 1}`
    await client.query(
      `INSERT INTO games VALUES ($1, '{"agora":false}', false, '1', 's', 'h', $2, $3, 7, $4, $4, $4, '{}')`,
      [id, by, winner, moment],
    )
    for (const [seat, player] of [livia, gaius].entries()) {
      const result = winner === null ? 'shared' : winner === seat ? 'won' : 'lost'
      await client.query(
        'INSERT INTO game_seats VALUES ($1, $2, $3, $4, $5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9, false, $6, $7)',
        [id, seat, player.id, player.name, result, by, moment],
      )
    }
  }

  const archive = await openHistory({ databaseUrl }, quiet)
  try {
    const { games } = await archive.list(query({ rated: false, clock: 'none' }))
    expect(games.map(({ id }) => id)).toEqual([...ids].reverse())
    for (const game of games) {
      expect(game).toMatchObject({ kind: 'base', clock: 'none', rated: false, origin: 'invitation' })
    }
    expect(await archive.player(livia.id)).toMatchObject({
      games: 5,
      won: 2,
      lost: 2,
      shared: 1,
      ratings: {},
      results: {
        by: { science: { won: 2, lost: 2, shared: 0 }, tie: { won: 0, lost: 0, shared: 1 } },
        seat: { 0: { won: 2 } },
        kind: { base: { won: 2, lost: 2, shared: 1 } },
      },
    })
    expect(await archive.encounter(gaius.id, livia.id, { limit: 2 })).toMatchObject({
      balance: { won: 2, lost: 2, shared: 1 },
      games: [{ id: ids[4] }, { id: ids[3] }],
    })
    // New games are counted with the old ones.
    await archive.store(someGame({ players: [livia, gaius], rated: true, outcome: { winner: 0, by: 'time' } }))
    expect(await archive.player(livia.id)).toMatchObject({
      games: 6,
      won: 3,
      ratings: { 'base-real-time': { games: 1 } },
    })
    expect((await archive.encounter(gaius.id, livia.id, { limit: 2 }))!.balance).toEqual({ won: 2, lost: 3, shared: 1 })
  } finally {
    await archive.close()
  }
})

/** Points of a seat, in the order of the columns; each source has another value. */
const pointsOf = (seat: number) => ({
  blue: 10 + seat,
  green: 20 + seat,
  yellow: 30 + seat,
  guilds: 40 + seat,
  wonders: 50 + seat,
  progress: 60 + seat,
  coins: 70 + seat,
  military: 2 + seat,
  senate: 90 + seat,
  total: 372 + 9 * seat,
})
/** The categories that are newer than these games. */
const NEWER = { temples: 0, divinities: 0 }

/** Stores a rated game as the version before kinds of game did. */
async function storeOld(id: string, players: PlayerRef[], agora: boolean, by: string, endedAt: string): Promise<void> {
  const options = { agora, wonders: 'draft', tiedPawn: 'begins' }
  await client.query(
    `INSERT INTO games (id, options, agora, clock, rated, origin, rules, seed, seed_hash, ended_by, winner, versions,
       created_at, started_at, ended_at, record)
     VALUES ($1, $2, $3, 'blitz', true, 'queue', '1', 's', 'h', $4, 0, 70, $5, $5, $5, $6)`,
    [id, options, agora, by, endedAt, { header: { options } }],
  )
  for (const [seat, { id: player, name }] of players.entries()) {
    const result = seat === 0 ? 'won' : 'lost'
    await client.query(
      `INSERT INTO game_seats (game_id, seat, player_id, name, opponent_id, result,
         blue, green, yellow, guilds, wonders, progress, coins, military, senate, total,
         agora, clock, rated, ended_by, ended_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 'blitz', true, $18, $19)`,
      [id, seat, player, name, players[1 - seat]!.id, result, ...Object.values(pointsOf(seat)), agora, by, endedAt],
    )
    await client.query(`INSERT INTO rating_changes VALUES ($1, $2, $3, $4, $5, $6, 1500, 350, 0.06, 1600, 300, 0.06)`, [
      id,
      seat,
      player,
      `${agora ? 'agora' : 'base'}-real-time`,
      endedAt,
      result,
    ])
    await client.query(
      `INSERT INTO player_results VALUES ($1, $2, $3, $4, $5, 1)
       ON CONFLICT (player_id, agora, seat, ended_by, result) DO UPDATE SET games = player_results.games + 1`,
      [player, agora, seat, by, result],
    )
  }
}

it('Games that were stored before there were kinds of game are unchanged, and are found by their kind', async () => {
  const players = [newPlayer('Livia'), newPlayer('Gaius')]
  const [livia] = players
  const [base, agora, latest] = [newId(), newId(), newId()]
  await rewind(BEFORE_KINDS)
  for (const { id, name } of players) {
    await client.query(`INSERT INTO players VALUES ($1, $2, '2025-01-01', '2025-01-03')`, [id, name])
  }
  await storeOld(base, players, false, 'science', '2025-01-01')
  await storeOld(agora, players, true, 'politics', '2025-01-02')
  await storeOld(latest, players, true, 'absence', '2025-01-03')

  const archive = await openHistory({ databaseUrl }, quiet)
  try {
    const found = async (wanted: Partial<GamesQuery>): Promise<string[]> =>
      (await archive.list(query(wanted))).games.map(({ id }) => id)
    expect(await found({})).toEqual([latest, agora, base])
    expect(await found({ kind: 'base' })).toEqual([base])
    expect(await found({ player: livia!.id, kind: 'agora' })).toEqual([latest, agora])
    expect(await found({ kind: 'agora', by: 'politics', clock: 'blitz', rated: true })).toEqual([agora])

    const game = (await archive.get(agora))!
    expect(gameSchema.safeParse({ ...game, id: agora }).error).toBeUndefined()
    expect(game).toMatchObject({
      kind: 'agora',
      outcome: { by: 'politics', winner: 0 },
      ratings: { kind: 'agora-real-time' },
    })
    expect(game.options).toEqual({ wonders: 'draft', tiedPawn: 'begins' })
    expect(game.scores).toEqual({ 0: { ...pointsOf(0), ...NEWER }, 1: { ...pointsOf(1), ...NEWER } })
    // The record is what was committed, and is never rewritten.
    expect(await archive.record(agora)).toEqual({
      header: { options: { agora: true, wonders: 'draft', tiedPawn: 'begins' } },
    })
    const won = { won: 1, lost: 0, shared: 0 }
    expect((await archive.player(livia!.id))!.results).toEqual({
      by: { science: won, politics: won, absence: won },
      seat: { 0: { won: 3, lost: 0, shared: 0 }, 1: { won: 0, lost: 0, shared: 0 } },
      kind: { base: won, agora: { won: 2, lost: 0, shared: 0 } },
      pool: { people: { won: 3, lost: 0, shared: 0 }, bots: { won: 0, lost: 0, shared: 0 } },
    })
    await archive.store(
      someGame({ players: [players[0]!, players[1]!], kind: 'agora', outcome: { winner: 0, by: 'science' } }),
    )
    expect((await archive.player(livia!.id))!.results.kind.agora).toEqual({ won: 3, lost: 0, shared: 0 })
  } finally {
    await archive.close()
  }
})

/** Ratings as no version should have stored them. */
const OUT_OF_BOUNDS = [
  { what: 'too high', rating: '9000.5', deviation: '600.1', volatility: '1.5' },
  { what: 'too low', rating: '-1e300', deviation: '0', volatility: '0' },
  { what: 'infinite', rating: 'Infinity', deviation: 'Infinity', volatility: '-Infinity' },
  { what: 'no numbers', rating: 'NaN', deviation: 'NaN', volatility: 'NaN' },
]

it.each(OUT_OF_BOUNDS)(
  'Stored ratings that are $what are shown, rated and brought back within their bounds',
  async ({ rating, deviation, volatility }) => {
    const players: [PlayerRef, PlayerRef] = [newPlayer('Livia'), newPlayer('Gaius')]
    const [livia] = players
    const [kind, games] = ['base-real-time', [someGame({ players, rated: true, endedAt: 1_700_000_000_000 })]] as const
    const isBounded = (one: { rating: number; deviation: number }): boolean =>
      one.rating >= -1000 && one.rating <= 6000 && one.deviation >= 1 && one.deviation <= 600
    const figures = [rating, deviation, volatility]
    const spoil = async (): Promise<void> => {
      await client.query('UPDATE ratings SET rating = $1, deviation = $2, volatility = $3, listed = true', figures)
      await client.query(
        `UPDATE rating_changes SET rating_before = $1, deviation_before = $2, volatility_before = $3, rating_after = $1,
         deviation_after = $2, volatility_after = $3`,
        figures,
      )
    }
    const archive = await openHistory({ databaseUrl }, quiet)
    try {
      await archive.store(games[0])
      await spoil()
      expect(isBounded(await archive.rating(livia.id, kind))).toBe(true)
      expect(isBounded((await archive.player(livia.id))!.ratings[kind]!)).toBe(true)
      const { places } = await archive.leaderboard(kind, { limit: 10 })
      expect(places.map(isBounded)).toEqual([true, true])
      const { changes } = await archive.ratingHistory(livia.id, kind, { limit: 10 })
      expect(changes.map(({ before, after }) => [isBounded(before), isBounded(after)])).toEqual([[true, true]])
      const listed = await archive.list(query({ rated: true }))
      for (const game of [...listed.games, (await archive.get(listed.games[0]!.id))!]) {
        expect(gameSummarySchema.shape.ratings.safeParse(game.ratings).error).toBeUndefined()
      }

      // Later games, and one that is stored late, are rated from what is in bounds.
      for (const endedAt of [1_700_000_000_001, 1_699_999_999_999]) {
        await archive.store(someGame({ players, rated: true, endedAt }))
      }
      for (const { id } of players) expect(isBounded(await archive.rating(id, kind))).toBe(true)
      await spoil()
    } finally {
      await archive.close()
    }

    await client.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [BOUNDS])
    await (await openHistory({ databaseUrl }, quiet)).close()
    const { rows: ratings } = await client.query<{ fits: boolean }>(
      `SELECT rating BETWEEN -1000 AND 6000 AND deviation BETWEEN 1 AND 600 AND volatility BETWEEN 0.001 AND 0.999
       AND (NOT listed OR deviation <= 100) AS fits FROM ratings`,
    )
    const { rows: rated } = await client.query<{ fits: boolean }>(
      `SELECT rating_before BETWEEN -1000 AND 6000 AND deviation_before BETWEEN 1 AND 600
       AND volatility_before BETWEEN 0.001 AND 0.999 AND rating_after BETWEEN -1000 AND 6000
       AND deviation_after BETWEEN 1 AND 600 AND volatility_after BETWEEN 0.001 AND 0.999 AS fits FROM rating_changes`,
    )
    expect([ratings, rated].map((rows) => rows.map(({ fits }) => fits))).toEqual([
      [true, true],
      [true, true, true, true, true, true],
    ])
  },
)
