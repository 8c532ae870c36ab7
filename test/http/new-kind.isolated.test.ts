import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { finishedGame, openArchive } from '../../src/history/index.ts'
import type * as GameKinds from '../../src/protocol/game-kinds.ts'
import type { ViewAnswer } from '../../src/protocol/index.ts'
import { foldRecord, verifyRecord } from '../../src/record/index.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import type { Caller, Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'

const { GAME_KINDS: ROWS } = await vi.importActual<typeof GameKinds>('../../src/protocol/game-kinds.ts')

// Two rows are added here: everything else has to follow from them.
vi.mock('../../src/protocol/game-kinds.ts', async (original) => {
  const { GAME_KINDS } = await original<typeof GameKinds>()
  return {
    GAME_KINDS: {
      ...GAME_KINDS,
      moon: { title: 'a box to come', switches: { ...GAME_KINDS.base.switches, moon: true } },
      'agora-moon': { title: 'a box to come with Agora', switches: { ...GAME_KINDS.agora.switches, moon: true } },
    },
  }
})

const KINDS = [...Object.keys(ROWS), 'moon', 'agora-moon']

let places: Places
let database: Database
let http: Http
beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
  http = await openHttp({ archive: openArchive(database) }, database)
})
afterAll(async () => {
  await http.close()
  await database.close()
  await places.end()
})

type Json = Record<string, unknown>
const get = async (url: string): Promise<Json> => {
  const { statusCode, body } = await http.nobody.get<Json>(url)
  expect(statusCode, url).toBe(200)
  return body
}

/** A rated game, won by Bo by resignation once both have taken a turn, stored in the history. */
async function play(kind: string) {
  const [ada, bo] = [await http.account(`Ada ${kind}`), await http.account(`Bo ${kind}`)]
  const terms = { kind, clock: 'blitz', rated: true }
  const created = await ada.post<{ snapshot: { match: string; code: string; kind: string } }>('/v1/matches', terms)
  const { match, code } = created.body.snapshot
  expect(created.body.snapshot.kind).toBe(kind)
  const joined = await bo.post<ViewAnswer>('/v1/matches/join', { code })
  const players: [Caller, Caller] = joined.body.snapshot.you === 1 ? [ada, bo] : [bo, ada]
  const tookTurn = async (): Promise<readonly boolean[]> => foldRecord((await http.store.load(match))!).tookTurn
  while (!(await tookTurn()).every(Boolean)) await http.play(match, players, 1)
  await ada.post(`/v1/matches/${match}/resign`, { actionId: 'resign-1' })
  const record = (await http.store.load(match))!
  expect(verifyRecord(record).filter(({ ok }) => !ok)).toEqual([])
  await http.parts.archive.store(finishedGame(record))
  return { match, ada, bo }
}

describe('A new row in the table of kinds', () => {
  it('makes a kind that is played, stored, listed, counted and rated by itself, without a migration', async () => {
    const games = new Map<string, Awaited<ReturnType<typeof play>>>()
    for (const kind of KINDS) games.set(kind, await play(kind))
    for (const [kind, { match, ada, bo }] of games) {
      const { games: listed } = (await get(`/v1/games?kind=${kind}&rated=true&clock=blitz&by=resignation`)) as {
        games: Json[]
      }
      expect(listed.map(({ id }) => id)).toEqual([match])
      expect(await get(`/v1/games/${match}`)).toMatchObject({ kind, ratings: { kind: `${kind}-real-time` } })
      const profile = await get(`/v1/players/${bo.id}`)
      expect(profile).toMatchObject({ results: { kind: { [kind]: { won: 1, lost: 0, shared: 0 } } } })
      expect(Object.keys(profile.ratings as object)).toEqual([`${kind}-real-time`])
      const history = (await get(`/v1/players/${ada.id}/ratings/${kind}-real-time/history`)) as { changes: Json[] }
      expect(history.changes).toMatchObject([{ game: match, result: 'lost' }])
    }
    const all = (await get('/v1/games?rated=true')) as { games: Json[] }
    expect(all.games.map(({ kind }) => kind)).toEqual([...KINDS].reverse())
  })

  it('has pools, a leaderboard for each pace and a catalogue', async () => {
    const { pools } = (await get('/v1/pools')) as { pools: { pool: { kind: string } }[] }
    expect([...new Set(pools.map(({ pool }) => pool.kind))]).toEqual(KINDS)
    const { leaderboards } = (await get('/v1/leaderboard')) as { leaderboards: { kind: string }[] }
    expect(leaderboards.map(({ kind }) => kind)).toEqual(
      KINDS.flatMap((kind) => ['real-time', 'correspondence', 'bots', 'engines'].map((pool) => `${kind}-${pool}`)),
    )
    expect(await get('/v1/leaderboards/agora-moon-correspondence')).toEqual({
      kind: 'agora-moon-correspondence',
      places: [],
    })
    const catalogue = (await get('/v1/catalogue?kind=agora-moon')) as { senators: object[] }
    expect(catalogue.senators.length).toBeGreaterThan(0)
    expect((await get('/v1/catalogue?kind=moon')).senators).toEqual([])
  })

  it('has a queue and open tables', async () => {
    const cy = await http.guest('Cy')
    const pool = { kind: 'moon', clock: 'slow', rated: false }
    expect((await cy.post('/v1/queue', pool)).body).toMatchObject({ status: 'waiting', pool })
    const table = await cy.post<{ snapshot: { match: string } }>('/v1/matches', { kind: 'agora-moon', listed: true })
    const { match } = table.body.snapshot
    await expect
      .poll(async () => ((await get('/v1/tables?kind=agora-moon')) as { tables: Json[] }).tables, { timeout: 60_000 })
      .toMatchObject([{ match, kind: 'agora-moon' }])
    expect(await get('/v1/tables?kind=moon')).toEqual({ tables: [] })
  })

  it('is in the OpenAPI document', async () => {
    const document = JSON.stringify(await get('/docs/json'))
    const enums = [...document.matchAll(/"enum":(\["base"[^\]]*\])/g)].map(
      ([, values]) => JSON.parse(values!) as string[],
    )
    // All requests and answers refer to one.
    expect(enums).toEqual([KINDS])
    expect(document.includes('"moon-real-time"')).toBe(true)
    expect(document.includes('`moon` is a box to come')).toBe(true)
  })
})
