import { PrismaPg } from '@prisma/adapter-pg'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PrismaClient } from '../../src/database/client/client.ts'
import { findGame, findRecord, listGames } from '../../src/history/games.ts'
import { findPlayer } from '../../src/history/players.ts'
import { gamesQuerySchema } from '../../src/protocol/index.ts'
import type { GamesQuery } from '../../src/protocol/index.ts'
import { openHistory, quiet } from '../support/history.ts'
import { startPostgres } from '../support/postgres.ts'
import type { Postgres } from '../support/postgres.ts'

const GAMES = 20_000
const PLAYERS = 400

/** Politics only with Agora; ties are rare; player 0 is in every game. Ids are padded to the length of real ones. */
const FILL = `
  INSERT INTO players
    SELECT lpad(p::text, 16, 'p'), 'Livia', '2025-01-01', '2025-06-01' FROM generate_series(0, ${PLAYERS - 1}) p;
  INSERT INTO games
    SELECT lpad(n::text, 16, 'g'), '{}', n % 4 = 0, '1', 'seed', 'hash',
      (CASE
        WHEN n % 100 = 0 THEN 'tie'
        WHEN n % 12 = 0 THEN 'politics'
        ELSE (ARRAY['military', 'science', 'civilian', 'resignation'])[n % 4 + 1]
      END)::ended_by,
      n % 2, 70, timestamp '2025-01-01' + n * interval '1 minute', timestamp '2025-01-01' + n * interval '1 minute',
      timestamp '2025-01-01' + n * interval '1 minute', '{}'
    FROM generate_series(0, ${GAMES - 1}) n;
  INSERT INTO game_seats
    SELECT id, seat, lpad((CASE WHEN seat = 0 THEN 0 ELSE ltrim(id, 'g')::int % ${PLAYERS - 1} + 1 END)::text, 16, 'p'),
      'Livia', 'won',
      1, 1, 1, 1, 1, 1, 1, 1, 1, 9, agora, ended_by, ended_at
    FROM games, generate_series(0, 1) seat;
  ANALYZE;
`

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

describe(`The queries of a history of ${GAMES} games`, () => {
  let server: Postgres
  let client: Client
  let db: PrismaClient<'query'>
  let asked: { query: string; params: string }[] = []
  beforeAll(async () => {
    server = await startPostgres()
    await (await openHistory({ databaseUrl: server.url }, quiet)).close()
    client = new Client({ connectionString: server.url })
    await client.connect()
    await client.query(FILL)
    db = new PrismaClient({ adapter: new PrismaPg(server.url), log: [{ emit: 'event', level: 'query' }] })
    db.$on('query', (event) => asked.push(event))
  })
  afterAll(async () => {
    await db.$disconnect()
    await client.end()
    await server.destroy()
  })

  /** How the database goes about what a piece of work asks of it: by query, the nodes of its plan. */
  const plansOf = async (work: () => Promise<unknown>): Promise<Plan[][]> => {
    asked = []
    await work()
    const plans: Plan[][] = []
    for (const { query, params } of asked) {
      const explain = `EXPLAIN (FORMAT JSON) ${query}`
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain, JSON.parse(params) as unknown[])
      plans.push(nodesOf(rows[0]!['QUERY PLAN'][0].Plan))
    }
    expect(plans.length).toBeGreaterThan(0)
    return plans
  }
  const expectIndexed = (plans: Plan[][]): void => {
    for (const node of plans.flat()) expect(node['Node Type']).not.toBe('Seq Scan')
  }

  const after = '2025-01-05T00:00:00Z'
  const before = '2025-01-10T00:00:00Z'
  const player = '0'.padStart(16, 'p')
  const politics: Partial<GamesQuery> = { agora: true, result: 'politics' }
  const lists: [what: string, wanted: Partial<GamesQuery>, index: string][] = [
    ['all games', {}, 'games_ended_at_id_idx'],
    ['games of a time', { after, before }, 'games_ended_at_id_idx'],
    ['games that ended in a certain way', { result: 'science' }, 'games_ended_by_ended_at_id_idx'],
    ['games that ended in a rare way', { result: 'tie' }, 'games_ended_by_ended_at_id_idx'],
    ['games with the expansion', { agora: true }, 'games_agora_ended_at_id_idx'],
    ['games with the expansion of a time', { agora: true, after, before }, 'games_agora_ended_at_id_idx'],
    ['games with the expansion that ended in a certain way', politics, 'games_agora_ended_by_ended_at_id_idx'],
    ['games that there are none of', { agora: false, result: 'politics' }, 'games_agora_ended_by_ended_at_id_idx'],
    ['games of a player', { player }, 'game_seats_player_id_ended_at_game_id_idx'],
    ['games of a player with every filter', { player, ...politics, after, before }, 'game_seats_player_id_ended_at_game_id_idx'],
  ]

  it.each(lists)('read %s along an index, on the first page and on the next', async (_what, wanted, index) => {
    const query = { ...gamesQuerySchema.parse({}), limit: 3, ...wanted }
    let next: string | undefined
    const first = await plansOf(async () => {
      next = (await listGames(db, query)).next
    })
    const second = next === undefined ? [] : await plansOf(() => listGames(db, { ...query, cursor: next }))
    for (const plans of [first, ...(second.length > 0 ? [second] : [])]) {
      expectIndexed(plans)
      expect(plans[0]!.map((node) => node['Index Name'])).toContain(index)
      // The index has the order of the page: nothing is read to be sorted.
      expect(plans[0]!.map((node) => node['Node Type'])).not.toContain('Sort')
    }
  })

  it.each([
    ['a game', () => findGame(db, '42'.padStart(16, 'g'))],
    ['a record', () => findRecord(db, '42'.padStart(16, 'g'))],
    ['a player', () => findPlayer(db, '17'.padStart(16, 'p'))],
  ])('find %s by an index', async (_what, work) => {
    expectIndexed(await plansOf(work))
  })
})
