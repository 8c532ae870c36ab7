import { Client as Database } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveMatch } from '../../client/src/index.ts'
import type { ErrorBody, GamesPage } from '../../src/protocol/index.ts'
import { finishedGame, get } from '../support/rest.ts'
import { seatTwo } from '../support/seated-match.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import type { Stores } from '../support/stack.ts'
import { startStores } from '../support/stack.ts'

let stores: Stores
let server: Server
beforeAll(async () => {
  stores = await startStores()
  server = await startServer(stores.environment)
})
afterAll(async () => {
  await server?.destroy()
  await stores?.destroy()
})

/** The code of the error in the answer to a request, undefined if there is none. */
async function errorOf(path: string): Promise<string | undefined> {
  const body = (await (await fetch(`${server.url}${path}`)).json()) as Partial<ErrorBody>
  return body.error?.code
}

/** How many rows the database has of a game, and of its seats. */
async function rowsOf(match: string): Promise<[number, number]> {
  const database = new Database({ connectionString: stores.postgres.url })
  await database.connect()
  try {
    const count = async (sql: string): Promise<number> =>
      Number((await database.query<{ count: string }>(sql, [match])).rows[0]!.count)
    return [
      await count('SELECT count(*) FROM games WHERE id = $1'),
      await count('SELECT count(*) FROM game_seats WHERE game_id = $1'),
    ]
  } finally {
    await database.end()
  }
}

const gamesOf = async (player: string): Promise<string[]> =>
  (await get<GamesPage>(`${server.url}/v1/games?player=${player}`)).games.map(({ id }) => id)

/** Plays up to the middle of a game, stops Postgres, and plays on to the end. */
async function finishWithoutPostgres(): Promise<{ match: string; player: string }> {
  const table = await seatTwo(server.url)
  const [ada] = table.seats
  try {
    const playing = table.play()
    await ada.match.until(({ version }) => version > 20)
    await stores.postgres.stop()
    await playing
    const { scores, status } = ada.match.value.snapshot
    expect(status).toBe('ended')
    // The server still serves matches.
    await expect.poll(() => get(`${server.url}/readyz`)).toEqual({ status: 'ok', degraded: ['history'] })
    expect(await errorOf('/v1/games')).toBe('unavailable')
    // The game itself can be read all the same.
    expect((await finishedGame(server.url, table.match)).game.scores).toEqual(scores)
    return { match: table.match, player: ada.curia.session.value.player!.id }
  } finally {
    table.close()
  }
}

async function expectStoredOnce({ match, player }: { match: string; player: string }): Promise<void> {
  await expect.poll(() => gamesOf(player).catch(String), { interval: 250 }).toEqual([match])
  expect(await rowsOf(match)).toEqual([1, 2])
  await finishedGame(server.url, match)
}

describe('while Postgres is down', () => {
  it('a game ends for its players; it is stored once when Postgres is back', async () => {
    const game = await finishWithoutPostgres()
    await stores.postgres.start()
    await expectStoredOnce(game)
    await expect.poll(() => get(`${server.url}/readyz`)).toEqual({ status: 'ok' })
  })

  it('the server can be killed and started again; the game is stored once all the same', async () => {
    const game = await finishWithoutPostgres()
    await server.end('SIGKILL')
    await server.start()
    expect(await errorOf(`/v1/games/${game.match}`)).toBeUndefined()
    await stores.postgres.start()
    await expectStoredOnce(game)
  })
})

describe('while Redis is down', () => {
  it('no move is made and nothing is lost; the game goes on when Redis is back', async () => {
    const table = await seatTwo(server.url)
    const [ada, ben] = table.seats.map(({ match }) => match) as [LiveMatch, LiveMatch]
    try {
      const playing = table.play()
      await ada.until(({ version }) => version > 15)
      await stores.redis.kill9()
      await expect.poll(() => errorOf('/readyz')).toBe('unavailable')
      await stores.redis.restart()
      await playing
      const { game } = await finishedGame(server.url, table.match)
      expect(game.scores).toEqual(ada.value.snapshot.scores)
      expect(ben.value.snapshot.status).toBe('ended')
    } finally {
      table.close()
    }
  })

  it('a server that was killed with Redis goes on with what Redis has written', async () => {
    const table = await seatTwo(server.url)
    try {
      const playing = table.play()
      await table.seats[0].match.until(({ version }) => version > 10)
      await Promise.all([server.end('SIGKILL'), stores.redis.kill9()])
      await stores.redis.restart()
      await server.start()
      await playing
      await finishedGame(server.url, table.match)
    } finally {
      table.close()
    }
  })
})
