import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import type { Archive, FinishedGame } from '../../src/history/index.ts'
import { openArchive } from '../../src/history/index.ts'
import type {
  EncounterPage,
  GamesPage,
  LeaderboardPage,
  Leaderboards,
  PlayerProfile,
  PlayerWonders,
  RatingHistoryPage,
} from '../../src/protocol/index.ts'
import { someGame } from '../support/finished.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import type { Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'
import { newPlayer } from '../support/players.ts'

const START = 1_700_000_000_000
/** Games of the same two on one day would count less and less. */
const DAY_MS = 86_400_000
const NOBODY = 'AAAAAAAAAAAAAAAA'

let places: Places
let database: Database
let archive: Archive
let http: Http
const livia = newPlayer('Livia')
const gaius = newPlayer('Gaius')
const marcia = newPlayer('Marcia')

/** Every third game is with Agora and a correspondence clock: Livia loses all of them, and a few of the others. */
beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
  archive = openArchive(database)
  http = await openHttp({ archive }, database)
  for (let n = 0; n < 40; n++) {
    const players: FinishedGame['players'] = n % 2 ? [livia, gaius] : [gaius, livia]
    const livias = n % 2 ? 0 : 1
    const wins = n % 3 !== 0 && n % 4 !== 1
    await archive.store(
      someGame({
        players,
        rated: n !== 5,
        clock: n % 3 ? 'blitz' : 'correspondence-3',
        kind: n % 3 ? 'base' : 'agora',
        outcome: { winner: wins ? livias : ((1 - livias) as 0 | 1), by: n % 3 ? 'science' : 'time' },
        wonders: [{ seat: livias, wonder: 'pyramids', constructed: n % 2 === 0 }],
        endedAt: START + n * DAY_MS,
      }),
    )
  }
  await archive.store(someGame({ players: [marcia, gaius] }))
})
afterAll(async () => {
  await http.close()
  await database.close()
  await places.end()
})

const get = async <Body>(path: string): Promise<Body> => {
  const { statusCode, body, headers } = await http.nobody.get<Body>(path)
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('public, no-cache')
  return body
}
/** All pages, each asked for with the `next` of the one before. */
const pages = async <Page extends { next?: string | undefined }>(path: string): Promise<Page[]> => {
  const all = [await get<Page>(path)]
  for (let next = all[0]!.next; next !== undefined; next = all.at(-1)!.next)
    all.push(await get<Page>(`${path}&cursor=${next}`))
  return all
}

describe('a profile', () => {
  it('has ratings by kind, and results by ending, by seat and by kind of game', async () => {
    const profile = await get<PlayerProfile>(`/v1/players/${livia.id}`)
    expect(profile).toMatchObject({
      id: livia.id,
      name: 'Livia',
      since: START,
      games: 40,
      won: 19,
      lost: 21,
      shared: 0,
    })
    expect(Object.keys(profile.ratings)).toEqual(['base-real-time', 'agora-correspondence'])
    expect(profile.ratings['base-real-time']).toMatchObject({ games: 25, provisional: false })
    expect(profile.results).toEqual({
      by: { science: { won: 19, lost: 7, shared: 0 }, time: { won: 0, lost: 14, shared: 0 } },
      seat: { 0: { won: 6, lost: 14, shared: 0 }, 1: { won: 13, lost: 7, shared: 0 } },
      kind: { base: { won: 19, lost: 7, shared: 0 }, agora: { won: 0, lost: 14, shared: 0 } },
      pool: { people: { won: 19, lost: 21, shared: 0 }, bots: { won: 0, lost: 0, shared: 0 } },
    })
  })

  it('marks a provisional rating', async () => {
    const rookie = newPlayer('Titus')
    await archive.store(someGame({ players: [rookie, marcia], rated: true }))
    const { ratings } = await get<PlayerProfile>(`/v1/players/${rookie.id}`)
    expect(ratings['base-real-time']).toMatchObject({ games: 1, provisional: true })
  })

  it('has the wonders that were drafted', async () => {
    expect(await get<PlayerWonders>(`/v1/players/${livia.id}/wonders`)).toEqual({
      wonders: [{ wonder: 'pyramids', drafted: 40, constructed: 20, won: 19, winRate: 19 / 40 }],
    })
    expect(await get<PlayerWonders>(`/v1/players/${gaius.id}/wonders`)).toEqual({ wonders: [] })
  })

  it('has the history of each rating, on pages', async () => {
    const history = await pages<RatingHistoryPage>(
      `/v1/players/${livia.id}/ratings/agora-correspondence/history?limit=6`,
    )
    expect(history.map(({ changes }) => changes.length)).toEqual([6, 6, 2])
    const changes = history.flatMap((page) => page.changes)
    expect(changes.every(({ opponent, result }) => opponent.id === gaius.id && result === 'lost')).toBe(true)
    expect(changes.at(-1)).toMatchObject({ endedAt: START, before: { rating: 1500, deviation: 350 } })
    for (const { before, after } of changes) expect(after.rating).toBeLessThan(before.rating)
  })

  it('is unknown for a player without a finished game', async () => {
    for (const path of ['', '/wonders', `/opponents/${livia.id}`]) {
      expect(codeOf(await http.nobody.get(`/v1/players/${NOBODY}${path}`))).toEqual([404, 'unknown-player'])
    }
    expect(codeOf(await http.nobody.get(`/v1/players/${livia.id}/opponents/${NOBODY}`))).toEqual([
      404,
      'unknown-player',
    ])
  })

  it('refuses unknown parameters', async () => {
    for (const path of [
      '/ratings/chess/history',
      '/opponents/x',
      '/ratings/base-real-time/history?limit=0',
      `/opponents/${gaius.id}?colour=red`,
    ]) {
      expect(codeOf(await http.nobody.get(`/v1/players/${livia.id}${path}`))).toEqual([400, 'bad-request'])
    }
    const cursor = 'cursor=abc'
    for (const path of [
      `/ratings/base-real-time/history?${cursor}`,
      `/opponents/${gaius.id}?${cursor}`,
      `/games?${cursor}`,
    ]) {
      expect(codeOf(await http.nobody.get(`/v1/players/${livia.id}${path}`))).toEqual([400, 'bad-cursor'])
    }
    expect(codeOf(await http.nobody.get(`/v1/leaderboards/base-real-time?${cursor}`))).toEqual([400, 'bad-cursor'])
  })
})

describe('two players', () => {
  it('have a balance, and the games of both, on pages', async () => {
    const found = await pages<EncounterPage>(`/v1/players/${livia.id}/opponents/${gaius.id}?limit=15`)
    expect(found.map(({ games }) => games.length)).toEqual([15, 15, 10])
    for (const page of found)
      expect(page).toMatchObject({ player: livia, opponent: gaius, balance: { won: 19, lost: 21, shared: 0 } })
    const { games } = await get<GamesPage>(`/v1/players/${livia.id}/games?limit=40`)
    expect(found.flatMap((page) => page.games)).toEqual(games)
  })

  it('who never met have no games', async () => {
    const { balance, games } = await get<EncounterPage>(`/v1/players/${livia.id}/opponents/${marcia.id}`)
    expect([balance, games]).toEqual([{ won: 0, lost: 0, shared: 0 }, []])
  })
})

describe('games', () => {
  it.each([
    ['rated=false', 1],
    ['rated=true', 39],
    ['clock=blitz', 26],
    ['clock=correspondence-3&rated=true', 14],
    ['clock=slow', 0],
    ['rated=true&kind=base&by=science', 25],
  ])('of a player are listed by %s', async (query, count) => {
    expect((await get<GamesPage>(`/v1/players/${livia.id}/games?limit=100&${query}`)).games).toHaveLength(count)
  })

  it('show the change of both ratings', async () => {
    const { games } = await get<GamesPage>(`/v1/players/${livia.id}/games?limit=100`)
    for (const game of games) {
      expect(game.ratings !== undefined).toBe(game.rated)
      if (!game.ratings) continue
      expect(game.ratings.kind).toBe(game.kind === 'agora' ? 'agora-correspondence' : 'base-real-time')
      const winner = game.outcome.winner!
      expect(game.ratings[winner].after).toBeGreaterThan(game.ratings[winner].before)
    }
  })
})

describe('a leaderboard', () => {
  it('has the best of a kind, by rank, on pages', async () => {
    const found = await pages<LeaderboardPage>('/v1/leaderboards/base-real-time?limit=1')
    expect(found.flatMap(({ places }) => places).map(({ rank, player, games }) => [rank, player.name, games])).toEqual([
      [1, 'Livia', 25],
      [2, 'Gaius', 25],
    ])
  })

  it('of every kind is in the overview', async () => {
    const { leaderboards } = await get<Leaderboards>('/v1/leaderboard')
    expect(leaderboards.map(({ kind }) => kind)).toEqual([
      'base-real-time',
      'base-correspondence',
      'base-bots',
      'base-engines',
      'agora-real-time',
      'agora-correspondence',
      'agora-bots',
      'agora-engines',
      'pantheon-real-time',
      'pantheon-correspondence',
      'pantheon-bots',
      'pantheon-engines',
      'agora-pantheon-real-time',
      'agora-pantheon-correspondence',
      'agora-pantheon-bots',
      'agora-pantheon-engines',
    ])
    expect(leaderboards[0]!.places.map(({ player }) => player.name)).toEqual(['Livia', 'Gaius'])
  })
})
