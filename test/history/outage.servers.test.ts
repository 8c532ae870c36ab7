import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Archive } from '../../src/history/index.ts'
import { gamesQuerySchema } from '../../src/protocol/index.ts'
import { newId, someGame } from '../support/finished.ts'
import { openHistory, quiet } from '../support/history.ts'
import type { Postgres } from '../support/postgres.ts'
import { startPostgres } from '../support/postgres.ts'

const unavailable = { code: 'unavailable' }

/** A server that has just come back may be slow to take connections. */
const eventually = <T>(work: () => Promise<T>): Promise<T> => vi.waitFor(work, { timeout: 60_000, interval: 100 })

/** All operations of an archive. */
const requests = (archive: Archive): Promise<unknown>[] => [
  archive.ping(),
  archive.store(someGame()),
  archive.list(gamesQuerySchema.parse({})),
  archive.list(gamesQuerySchema.parse({ player: newId() })),
  archive.get(newId()),
  archive.record(newId()),
  archive.player(newId()),
]

describe('A history whose PostgreSQL server is away', () => {
  let server: Postgres
  let archive: Archive
  beforeAll(async () => {
    server = await startPostgres()
    archive = await openHistory({ databaseUrl: server.url }, quiet)
  })
  afterEach(async () => {
    await server.stop()
    await server.start()
  })
  afterAll(async () => {
    await archive.close()
    await server.destroy()
  })

  const allRefused = async (): Promise<void> => {
    await Promise.all(requests(archive).map((request) => expect(request).rejects.toMatchObject(unavailable)))
  }

  it('answers with an error, and works again when the server is back', async () => {
    await server.stop()
    await allRefused()
    await server.start()
    await eventually(() => Promise.all(requests(archive)))
    expect(await archive.store(someGame())).toBe('stored')
  })

  it('answers with an error after the server was killed, and works again when it is back', async () => {
    const game = someGame()
    await archive.store(game)
    await server.kill9()
    await allRefused()
    await server.start()
    expect(await eventually(() => archive.store(game))).toBe('already')
  })

  it('answers with an error when the server accepts connections but does not answer', async () => {
    await server.freeze()
    await allRefused()
    server.thaw()
    await eventually(() => Promise.all(requests(archive)))
  })

  it('stores a game wholly or not at all when the server stops answering in between', async () => {
    const game = someGame()
    const client = new Client({ connectionString: server.url })
    await client.connect()
    // Another transaction locks one of the players: the game's own row is written, those of its seats are not yet.
    const { id } = game.players[0]
    await archive.store(someGame({ players: [game.players[0], someGame().players[1]] }))
    await client.query('BEGIN')
    await client.query('SELECT * FROM players WHERE id = $1 FOR UPDATE', [id])
    const refused = expect(archive.store(game)).rejects.toMatchObject(unavailable)
    await expect.poll(async () => (await client.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount).toBe(1)
    await server.freeze()
    await refused
    server.thaw()
    await client.query('COMMIT')
    await client.end()
    // Connections that were left with an open transaction are used by others now.
    await Promise.all(Array.from({ length: 10 }, () => eventually(() => archive.store(someGame()))))
    expect(await archive.get(game.record.header.id)).toBeNull()
    expect(await archive.store(game)).toBe('stored')
    expect(await archive.get(game.record.header.id)).not.toBeNull()
  })

  it('can be opened all the same, and migrates the schema when the server is back', async () => {
    const databaseUrl = await server.createDatabase()
    await server.stop()
    const early = await openHistory({ databaseUrl }, quiet)
    await expect(early.ping()).rejects.toMatchObject(unavailable)
    await server.start()
    expect(await eventually(() => early.store(someGame()))).toBe('stored')
    await early.close()
  })
})
