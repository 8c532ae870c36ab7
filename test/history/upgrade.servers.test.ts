import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMigrations } from '../../src/database/schema-engine.ts'
import { gamesQuerySchema } from '../../src/protocol/index.ts'
import { newId, someGame } from '../support/finished.ts'
import { openHistory, quiet } from '../support/history.ts'
import { newPlayer } from '../support/players.ts'
import { startPostgres } from '../support/postgres.ts'
import type { Postgres } from '../support/postgres.ts'

const FIRST = '20261122010507_games'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.destroy())

/** A database as the first version of the schema had it. */
async function firstVersion(client: Client): Promise<void> {
  await (await openHistory({ databaseUrl: server.url }, quiet)).close()
  const { migrationDirectories } = await readMigrations()
  const { content } = migrationDirectories.find(({ path }) => path === FIRST)!.migrationFile
  if (content.tag !== 'ok') throw new Error('the migration cannot be read')
  await client.query(`
    CREATE SCHEMA kept;
    ALTER TABLE _prisma_migrations SET SCHEMA kept;
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public;
    ALTER TABLE kept._prisma_migrations SET SCHEMA public;
    DELETE FROM _prisma_migrations WHERE migration_name <> '${FIRST}';
    ${content.value}`)
}

it('games that were stored before there were ratings are unrated, counted, and stay', async () => {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const [livia, gaius] = [newPlayer('Livia'), newPlayer('Gaius')]
  const ids = Array.from({ length: 5 }, newId)
  try {
    await firstVersion(client)
    for (const { id, name } of [livia, gaius]) {
      await client.query(`INSERT INTO players VALUES ($1, $2, '2025-01-01', '2025-01-05')`, [id, name])
    }
    for (const [n, id] of ids.entries()) {
      const winner = n === 4 ? null : n % 2
      const moment = `2025-01-0${n + 1}`
      await client.query(`INSERT INTO games VALUES ($1, '{"agora":false}', false, '1', 's', 'h', $2, $3, 7, $4, $4, $4, '{}')`, [
        id, winner === null ? 'tie' : 'science', winner, moment,
      ])
      for (const [seat, player] of [livia, gaius].entries()) {
        const result = winner === null ? 'shared' : winner === seat ? 'won' : 'lost'
        await client.query(`INSERT INTO game_seats VALUES ($1, $2, $3, $4, $5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9, false, $6, $7)`, [
          id, seat, player.id, player.name, result, winner === null ? 'tie' : 'science', moment,
        ])
      }
    }
  } finally {
    await client.end()
  }

  const archive = await openHistory({ databaseUrl: server.url }, quiet)
  try {
    const { games } = await archive.list(gamesQuerySchema.parse({ rated: 'false', clock: 'none' }))
    expect(games.map(({ id }) => id)).toEqual([...ids].reverse())
    for (const game of games) expect(game).toMatchObject({ clock: 'none', rated: false, origin: 'invitation' })
    expect(await archive.player(livia.id)).toMatchObject({
      games: 5, won: 2, lost: 2, shared: 1, ratings: {},
      results: { by: { science: { won: 2, lost: 2, shared: 0 }, tie: { won: 0, lost: 0, shared: 1 } }, seat: { 0: { won: 2 } } },
    })
    expect(await archive.encounter(gaius.id, livia.id, { limit: 2 })).toMatchObject({
      balance: { won: 2, lost: 2, shared: 1 },
      games: [{ id: ids[4] }, { id: ids[3] }],
    })
    // New games are counted with the old ones.
    await archive.store(someGame({ players: [livia, gaius], rated: true, outcome: { winner: 0, by: 'time' } }))
    expect(await archive.player(livia.id)).toMatchObject({ games: 6, won: 3, ratings: { 'base-real-time': { games: 1 } } })
    expect((await archive.encounter(gaius.id, livia.id, { limit: 2 }))!.balance).toEqual({ won: 2, lost: 3, shared: 1 })
  } finally {
    await archive.close()
  }
})
