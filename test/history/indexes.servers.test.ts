import { PrismaPg } from '@prisma/adapter-pg'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginUnasked } from '../../src/analysis/unasked.ts'
import { PrismaClient } from '../../src/database/client/client.ts'
import { findChat } from '../../src/history/chat.ts'
import { findDeal, listResults } from '../../src/history/deals.ts'
import { findGame, findPast, findRecord, listGames } from '../../src/history/games.ts'
import type { FinishedGame } from '../../src/history/index.ts'
import { listOwnGames } from '../../src/history/own-data.ts'
import { findPlayed } from '../../src/history/played.ts'
import { findEncounter, findPlayer, findWonders } from '../../src/history/players.ts'
import { findRating, listChanges, listLeaders, listTops } from '../../src/history/ratings/read.ts'
import { findDraftStatistics, findStatistics } from '../../src/history/statistics/read.ts'
import { storeGames } from '../../src/history/store.ts'
import { searchAccounts } from '../../src/players/index.ts'
import type { GamesQuery, PageQuery } from '../../src/protocol/index.ts'
import {
  ANALYSED_GAMES,
  GAME_KIND_IDS,
  gameResultSchema,
  gamesQuerySchema,
  RATING_KINDS,
  timeControlIdSchema,
} from '../../src/protocol/index.ts'
import { nearest, ofDay } from '../../src/puzzles/choice.ts'
import { someGame } from '../support/finished.ts'
import { openHistory, quiet } from '../support/history.ts'
import { fillHistory } from '../support/many-games.ts'
import type { Postgres } from '../support/postgres.ts'
import { startPostgres } from '../support/postgres.ts'

const GAMES = 100_000
const PLAYERS = 20_000
const PAGE = 20
/** How many things each group of the statistics has. */
const THINGS = 40
/** Rows of counters of one player: by kind of game, with and without bots, seat, ending and result. */
const RESULTS = GAME_KIND_IDS.length * 2 * 2 * gameResultSchema.options.length * 3

/** Rows that a profile reads at most. */
const PROFILE = 1 + RATING_KINDS.length + RESULTS + ANALYSED_GAMES

/** An analysis that a node begins by itself: it looks at the last 50 games of each kind of rating. */
const BEGUN = { claim: 'claim', leaseMs: 1_000, perHour: 10 }

/** A player whom many accounts block. */
const BLOCKED = 'b'.repeat(16)

const SEATS = 'game_seats_player_id_ended_at_game_id_idx'
const CHANGES = 'rating_changes_player_id_kind_ended_at_game_id_idx'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** What the queries of an operation cost the database. */
interface Cost {
  queries: number
  /** The indexes that were used. */
  indexes: Set<string>
  /** The tables that were read by a sequential scan. */
  scanned: string[]
  /** Rows that were read from tables and indexes and used, and rows that were read and then filtered out. */
  read: number
  removed: number
  /** Blocks of 8 KiB that were accessed. */
  blocks: number
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

describe(`The queries of a history of ${GAMES} games`, () => {
  let server: Postgres
  let client: Client
  let db: PrismaClient<'query'>
  let asked: { query: string; params: string }[] = []
  const figures: string[] = []
  beforeAll(async () => {
    server = await startPostgres()
    await (await openHistory({ databaseUrl: server.url }, quiet)).close()
    client = new Client({ connectionString: server.url })
    await client.connect()
    await fillHistory(client, { games: GAMES, players: PLAYERS })
    // The deals of the day of some years, on which nobody has played.
    await client.query(`
      INSERT INTO daily_deals SELECT kind || day, kind, day, '{}', '2', '', '', day, day + 1, 'club', ''
      FROM unnest('{base,agora,pantheon,agora-pantheon}'::text[]) AS kind, generate_series(0, 999) AS ago,
        LATERAL (SELECT current_date - ago AS day) AS days;
      ANALYZE daily_deals;
      INSERT INTO puzzles (id, game_id, version, seat, kind, rules, themes, chances, rating, deviation, volatility)
      SELECT 'puzzle' || n, id, n % 50, 0, kind, '2', ARRAY['science'], '[]', 1000 + n % 1000, 100, 0.06
      FROM (SELECT id, kind, (row_number() OVER ())::int AS n FROM games ORDER BY id LIMIT 20000) AS played;
      INSERT INTO puzzle_answers (puzzle_id, player_id, action, "right", at)
      SELECT id, repeat(player, 16), '{}', true, now() FROM puzzles, unnest('{a,b,c}'::text[]) AS player
      WHERE player <> 'a' OR id < 'puzzle1001';
      ANALYZE puzzles; ANALYZE puzzle_answers;
      INSERT INTO statistic_groups (kind, day, pool, bots, band, games, won)
      SELECT kind, current_date - ago, pool, false, 1500, 10, 5
      FROM unnest('{base,agora,pantheon,agora-pantheon}'::text[]) AS kind, generate_series(0, 499) AS ago,
        unnest('{blitz.rated,standard.rated,slow.rated,blitz.casual}'::text[]) AS pool;
      INSERT INTO statistic_things SELECT id, CASE WHEN n = 1 THEN 'length' ELSE 'wonder' END, n, 5, 1, 5, 3, 2
      FROM statistic_groups, generate_series(1, ${THINGS}) AS n;
      INSERT INTO statistic_drafts SELECT 'set-' || n, id, 'wonder-1', 1, 1
      FROM statistic_groups, generate_series(1, 20) AS n;
      INSERT INTO counted_games (game_id, group_id, facts)
      SELECT id, (SELECT min(id) FROM statistic_groups), '{"firstWon":true,"things":{},"drafts":[]}' FROM games;
      INSERT INTO accounts (player_id, name, name_key, password_hash, created_at)
      SELECT lpad(n::text, 16, 'a'), 'Name ' || n, 'name ' || n, 'none', now() FROM generate_series(1, 20000) AS n;
      -- Some player is blocked by every second account.
      INSERT INTO blocks SELECT player_id, '${BLOCKED}', now() FROM accounts WHERE right(player_id, 1) IN ('0', '2', '4', '6', '8');
      ANALYZE accounts; ANALYZE blocks;
      ANALYZE statistic_groups; ANALYZE statistic_things; ANALYZE statistic_drafts; ANALYZE counted_games`)
    db = new PrismaClient({ adapter: new PrismaPg(server.url), log: [{ emit: 'event', level: 'query' }] })
    db.$on('query', (event) => asked.push(event))
  }, 300_000)
  afterAll(async () => {
    await db.$disconnect()
    await client.end()
    await server.destroy()
  })

  /** Runs an operation, and then each of its queries once more with EXPLAIN. */
  const costOf = async (what: string, work: () => Promise<unknown>): Promise<Cost> => {
    asked = []
    await work()
    const cost: Cost = { queries: 0, indexes: new Set(), scanned: [], read: 0, removed: 0, blocks: 0 }
    for (const { query, params } of asked.filter(
      ({ query }) => /^\s*(SELECT|WITH)/i.test(query) && !/pg_advisory/.test(query),
    )) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`,
        JSON.parse(params) as unknown[],
      )
      const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
      cost.queries++
      cost.blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      for (const node of nodesOf(plan)) {
        const loops = node['Actual Loops']
        if (node['Index Name'] !== undefined) cost.indexes.add(node['Index Name'])
        if (node['Node Type'] === 'Seq Scan') cost.scanned.push(node['Relation Name']!)
        if (node['Relation Name'] !== undefined) cost.read += Math.round(node['Actual Rows'] * loops)
        cost.removed += Math.round(
          ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * loops,
        )
      }
    }
    figures.push(`| ${what} | ${cost.queries} | ${[...cost.indexes].join(', ')} | ${cost.read} | ${cost.blocks} |\n`)
    expect(cost.queries).toBeGreaterThan(0)
    return cost
  }
  /** A page reads at most so many rows of the index and of the tables that it consists of, and scans no table. */
  const expectPage = (cost: Cost, rows: number): void => {
    expect(cost.scanned).toEqual([])
    expect(cost.removed).toBeLessThanOrEqual(2)
    expect(cost.read).toBeLessThanOrEqual(rows)
  }

  const after = '2025-01-05T00:00:00Z'
  const before = '2025-01-10T00:00:00Z'
  const player = '0'.padStart(16, 'p')
  const other = '1'.padStart(16, 'p')
  const stranger = '17'.padStart(16, 'p')
  const game = '42'.padStart(16, 'g')
  const politics: Partial<GamesQuery> = { kind: 'agora', by: 'politics' }
  const rare: Partial<GamesQuery> = { clock: 'correspondence-7', by: 'tie' }
  const lists: [what: string, wanted: Partial<GamesQuery>, index: string][] = [
    ['all games', {}, 'games_listed_ended_at_id_idx'],
    ['games of a time', { after, before }, 'games_listed_ended_at_id_idx'],
    ['games that ended in a certain way', { by: 'science' }, 'games_page_by'],
    ['games that ended in a rare way', { by: 'tie' }, 'games_page_by'],
    ['games of a kind', { kind: 'agora' }, 'games_page'],
    ['games of a kind and of a time', { kind: 'agora', after, before }, 'games_page'],
    ['rated games', { rated: true }, 'games_page'],
    ['unrated games of a kind', { rated: false, kind: 'agora' }, 'games_page'],
    ['games with a certain clock', { clock: 'blitz' }, 'games_page_clock'],
    ['games with a rare clock', { clock: 'correspondence-7' }, 'games_page_clock'],
    ['rated games with a certain clock', { clock: 'standard', rated: true, kind: 'base' }, 'games_page_clock'],
    ['games of a kind that ended in a certain way', politics, 'games_page_by'],
    ['games by every filter', { ...politics, rated: true, clock: 'blitz', after, before }, 'games_page_clock_by'],
    ['games that there are hardly any of', rare, 'games_page_clock_by'],
    ['games that there are none of', { kind: 'base', by: 'politics' }, 'games_page_by'],
    ['games with bots', { bots: true }, 'games_page'],
    ['games between people of a kind', { bots: false, kind: 'base' }, 'games_page'],
    ['rated games with bots that ended in a certain way', { bots: true, rated: true, by: 'time' }, 'games_page_by'],
    ['games of a player with bots', { player, bots: true }, 'game_seats_page'],
    ['games of a player', { player }, SEATS],
    ['games of a player of a time', { player, after, before }, SEATS],
    ['games of a player that ended in a certain way', { player, by: 'time' }, 'game_seats_page_by'],
    ['rated games of a player', { player, rated: true }, 'game_seats_page'],
    ['games of a player with a rare clock', { player, clock: 'correspondence-7' }, 'game_seats_page_clock'],
    ['games of a player that there are hardly any of', { player, ...rare }, 'game_seats_page_clock_by'],
    [
      'games of a player by every filter',
      { player, ...politics, rated: true, clock: 'blitz', after, before },
      'game_seats_page_clock_by',
    ],
    ['games of a player who has few', { player: stranger, rated: true }, 'game_seats_page'],
  ]

  it.each(lists)(
    'read %s by an index, and no more than a page, on the first page and on the next',
    async (what, wanted, index) => {
      const query = { ...gamesQuerySchema.parse({}), limit: PAGE, ...wanted }
      let next: string | undefined
      const costs = [
        await costOf(`${what}, first page`, async () => {
          next = (await listGames(db, query)).next
        }),
      ]
      if (next !== undefined)
        costs.push(await costOf(`${what}, next page`, () => listGames(db, { ...query, cursor: next })))
      for (const cost of costs) {
        expect(cost.indexes).toContain(index)
        // From each list that is merged, one row more than the page; then its games, with two seats and two ratings
        // each.
        expectPage(cost, 4 * GAME_KIND_IDS.length * (PAGE + 1) + 5 * PAGE)
      }
    },
  )

  it('say what people have played lately by one game of an index for each kind, clock, and rated or not', async () => {
    for (const days of [0, 7, 10_000]) {
      const cost = await costOf('what was played', () => findPlayed(db, Date.now() - days * 86_400_000))
      expect(cost.indexes).toEqual(new Set(['games_page_clock']))
      expectPage(cost, 3 * 2 * GAME_KIND_IDS.length * timeControlIdSchema.options.length + 100)
    }
  })

  it('read statistics of some days by an index, and nothing of other days', async () => {
    const since = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10)
    for (const [query, groups] of [
      [{ since }, 5 * 4],
      [{ since, pool: 'blitz.rated', rating: 1500, bots: false }, 5],
    ] as const) {
      const cost = await costOf('statistics', () => findStatistics(db, 'base', query))
      expect(cost.indexes).toContain('statistic_things_pkey')
      expectPage(cost, groups * (THINGS + 1))
      const open = ['set-7']
      const draft = await costOf('statistics of a draft', () => findDraftStatistics(db, 'base', { ...query, open }))
      expect(draft.indexes).toContain('statistic_drafts_pkey')
      expectPage(draft, 2 * groups)
    }
  })

  const page: PageQuery = { limit: PAGE }
  const paged: [
    what: string,
    read: (page: PageQuery) => Promise<{ next?: string | undefined } | null>,
    index: string,
    rows: number,
  ][] = [
    [
      'the games of two players',
      (page) => findEncounter(db, player, other, page),
      'game_seats_opponents',
      PAGE + 1 + 5 * PAGE + 3,
    ],
    [
      'the history of a rating',
      (page) => listChanges(db, player, 'base-real-time', page),
      CHANGES,
      PAGE + 1 + 2 * PAGE,
    ],
    [
      'a leaderboard',
      (page) => listLeaders(db, 'base-real-time', page),
      'ratings_kind_listed_rating_player_id_idx',
      2 * (PAGE + 1),
    ],
    [
      'what was said in a game',
      async (page) => (await findChat(db, game, { ...page, limit: 2 }))!.page,
      'game_chat_pkey',
      5,
    ],
    [
      'the games on a deal',
      async (page) => (await listResults(db, game, { ...page, limit: 5 }))!,
      'games_deal_listed_ended_at_id_idx',
      1 + 6 + 1 + 5 * 7,
    ],
    ["a player's own games", (page) => listOwnGames(db, player, page), SEATS, PAGE + 1 + 10 * PAGE],
  ]

  it.each(paged)(
    'read %s by an index, and no more than a page, on the first page and on the next',
    async (what, read, index, rows) => {
      let next: string | undefined
      const costs = [
        await costOf(`${what}, first page`, async () => {
          next = (await read(page))?.next
        }),
      ]
      expect(next).toBeDefined()
      costs.push(await costOf(`${what}, next page`, () => read({ ...page, cursor: next })))
      for (const cost of costs) {
        expect(cost.indexes).toContain(index)
        expectPage(cost, rows)
      }
    },
  )

  it.each<[what: string, work: () => Promise<unknown>, rows: number]>([
    ['a game', () => findGame(db, game), 5],
    ['a game without its record', () => findPast(db, game), 1],
    ['a record', () => findRecord(db, game), 1],
    ['the profile of a player of all games', () => findPlayer(db, player), PROFILE],
    ['the profile of a player of few', () => findPlayer(db, stranger), PROFILE],
    ['the latest rated game without an analysis', () => beginUnasked(db, BEGUN), 3 * RATING_KINDS.length * 50 + 1],
    ['the wonders of a player', () => findWonders(db, player), 15],
    ['a rating', () => findRating(db, player, 'base-real-time'), 1],
    ['a deal', () => findDeal(db, game), 2],
    ['the top of every leaderboard', () => listTops(db), RATING_KINDS.length * 22],
  ])('find %s by indexes', async (what, work, rows) => {
    expectPage(await costOf(what, work), rows)
  })

  it.each([null, 'c'.repeat(16), BLOCKED])(
    'find accounts by the beginning of a name, without those that block %s',
    async (caller) => {
      const find = async () => searchAccounts(db, { beginning: 'name 1', limit: PAGE, caller })
      const cost = await costOf(`accounts by the beginning of a name, caller ${caller}`, find)
      expect(await find()).toHaveLength(PAGE)
      expect(cost.scanned).toEqual([])
      expect(cost.indexes).toContain('accounts_name_beginning')
      expect(cost.read).toBeLessThanOrEqual(4 * PAGE)
      expect(cost.removed).toBeLessThanOrEqual(2 * PAGE)
    },
  )

  it('find by indexes the puzzle of a day, and the one that is nearest to a rating', async () => {
    const day = new Date('2031-03-09')
    const chosen = await costOf('the puzzle of a day', () => ofDay(db, day))
    expect(chosen.scanned).toEqual([])
    expect(chosen.read).toBeLessThanOrEqual(10)
    for (const query of [{}, { kind: 'base' }, { theme: 'science' }] as const) {
      const cost = await costOf(`the nearest puzzle, ${JSON.stringify(query)}`, () =>
        nearest(db, { player: 'a'.repeat(16), rating: 1500, ...query }),
      )
      expect(cost.scanned).toEqual([])
      expect(cost.read).toBeLessThanOrEqual(100)
    }
  })

  it('find by indexes the ratings that a game needs, wherever it belongs in the order', async () => {
    const players: FinishedGame['players'] = [
      { id: stranger, name: 'Livia' },
      { id: '18'.padStart(16, 'p'), name: 'Gaius' },
    ]
    const late = someGame({ rated: true, players, endedAt: Date.parse('2025-03-10T00:00:30Z') })
    const latest = someGame({ rated: true, players, endedAt: Date.parse('2026-01-01T00:00:00Z') })
    const newest = await costOf('a game to be stored that is the latest', () => storeGames(db, [latest]))
    expectPage(newest, 4)
    // All later games of its kind are rated again, and no others.
    const older = await costOf('a game to be stored that came in late', () => storeGames(db, [late]))
    expect(older.scanned).toEqual([])
    expect(older.indexes).toContain('rating_changes_kind_ended_at_game_id_seat_idx')
    expect(older.removed).toBeLessThan(50)
  })

  it('rate thousands of games again when one is stored late: each begins where the one before ended', async () => {
    const late = someGame({
      rated: true,
      players: [
        { id: player, name: 'Livia' },
        { id: other, name: 'Gaius' },
      ],
      endedAt: Date.parse('2025-03-05T00:00:30Z'),
    })
    await storeGames(db, [late])
    // Both have so many games after it that the ratings of all players depend on theirs.
    const { rows } = await client.query<{ games: string; broken: string }>(
      `SELECT count(*) AS games,
         count(*) FILTER (WHERE (rating_before, deviation_before, volatility_before) IS DISTINCT FROM earlier) AS broken
       FROM (
         SELECT *, lag((rating_after, deviation_after, volatility_after)) OVER (ORDER BY ended_at, game_id) AS earlier
         FROM rating_changes WHERE player_id = $1 AND kind = 'base-real-time' AND ended_at >= '2025-03-05T00:00:30Z'
       ) AS chain WHERE game_id <> $2`,
      [player, late.record.header.id],
    )
    expect(Number(rows[0]!.games)).toBeGreaterThan(3000)
    expect(Number(rows[0]!.broken)).toBe(0)
  })

  afterAll(() => {
    if (process.env.SHOW_FIGURES) process.stdout.write(figures.join(''))
  })
})
