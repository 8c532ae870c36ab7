/** What a profile says of the play of a player, from the analyses of their games. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import type { Archive } from '../../src/history/index.ts'
import { openArchive } from '../../src/history/index.ts'
import { playIn, student } from '../../src/history/play.ts'
import { ANALYSED_GAMES, DELETED_NAME, playerProfileSchema } from '../../src/protocol/index.ts'
import { someGame } from '../support/finished.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import { newPlayer } from '../support/players.ts'

const START = 1_700_000_000_000

describe('the play of some games', () => {
  it('is nothing without a game', () => {
    expect(playIn([])).toBeNull()
  })

  it('has no interval while there are few games', () => {
    const games = [
      { decisions: 30, cost: 600, expected: 4_000 },
      { decisions: 10, cost: 200, expected: 7_000 },
    ]
    expect(playIn(games)).toEqual({
      games: 2,
      decisions: 40,
      cost: { mean: 20, margin: null },
      result: { mean: 5_500, margin: null },
    })
  })

  it('is what a computation by hand gives', () => {
    const games = [
      { decisions: 10, cost: 1_000, expected: 5_000 },
      { decisions: 20, cost: 1_000, expected: 6_000 },
      { decisions: 10, cost: 2_000, expected: 4_000 },
      { decisions: 20, cost: 3_000, expected: 8_000 },
      { decisions: 40, cost: 3_000, expected: 2_000 },
    ]
    const { games: count, decisions, cost, result } = playIn(games)!
    expect([count, decisions]).toEqual([5, 100])
    // 10,000 for 100 decisions; games are off by 0, -1,000, 1,000, 1,000 and -1,000. With 4 degrees of freedom: 2.7764.
    expect(cost.mean).toBe(100)
    expect(cost.margin).toBeCloseTo((2.7764 * Math.sqrt((4e6 * 5) / 4)) / 100, 0)
    // Off by 0, 1,000, -1,000, 3,000 and -3,000: the sum of squares is 20 million.
    expect(result.mean).toBe(5_000)
    expect(result.margin! / (2.7764 * Math.sqrt(20e6 / (5 * 4)))).toBeCloseTo(1, 2)
  })

  it('has no margin at all where all games are alike', () => {
    const games = Array.from({ length: 6 }, () => ({ decisions: 30, cost: 300, expected: 5_000 }))
    expect(playIn(games)).toMatchObject({ cost: { mean: 10, margin: 0 }, result: { mean: 5_000, margin: 0 } })
  })

  it.each([
    [4, 2.7764],
    [5, 2.5706],
    [9, 2.2622],
    [20, 2.086],
    [49, 2.0096],
  ])('has the 97.5 % point of Student’s distribution with %i degrees of freedom', (freedom, point) => {
    expect(student(freedom)).toBeCloseTo(point, 2)
  })
})

describe('a profile', () => {
  let places: Places
  let database: Database
  let archive: Archive
  beforeAll(async () => {
    places = await inFolders()
    database = await openDatabase(await places.fresh(), quiet)
    archive = openArchive(database)
  })
  afterAll(async () => {
    await database.close()
    await places.end()
  })

  it('has the play of the last analysed games of a player, whoever of the two sat where', async () => {
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const count = ANALYSED_GAMES + 2
    const rows: { seat: number; playerId: string; decisions: number; cost: number; expected: number }[] = []
    for (let each = 0; each < count; each++) {
      const seat = each % 2
      const endedAt = START + each
      const game = someGame({ players: seat === 0 ? [ada, bo] : [bo, ada], endedAt })
      await archive.store(game)
      const row = { seat, playerId: ada.id, decisions: 20 + each, cost: 100 * each, expected: 5_000 + 10 * each }
      const gameId = game.record.header.id
      await database.use((db) => db.analysedSeat.create({ data: { ...row, gameId, endedAt: new Date(endedAt) } }))
      rows.push(row)
    }
    // The latest game has no analysis.
    await archive.store(someGame({ players: [ada, bo], endedAt: START + count }))
    const profile = playerProfileSchema.parse(await archive.player(ada.id))
    expect(profile.play).toEqual(playIn(rows.slice(2).reverse()))
    expect(profile.play).toMatchObject({ games: ANALYSED_GAMES, result: { mean: 5_265 } })
    expect(profile.games).toBe(count + 1)
    expect(await archive.player(bo.id)).not.toHaveProperty('play')
    // As with all other figures of a player, only the name goes with their data.
    await archive.forget(ada.id)
    expect(await archive.player(ada.id)).toEqual({ ...profile, name: DELETED_NAME })
  })
})
