import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Archive, FinishedGame } from '../../../src/history/index.ts'
import type { GamesPage, GamesQuery } from '../../../src/protocol/index.ts'
import { GAME_KIND_IDS, gamesQuerySchema } from '../../../src/protocol/index.ts'
import { repeats } from '../../support/drawn.ts'
import { someGame } from '../../support/finished.ts'
import type { Places } from '../../support/history.ts'
import { Archives } from '../../support/history.ts'
import { newPlayer } from '../../support/players.ts'

const WAYS = [
  'military',
  'science',
  'politics',
  'civilian',
  'tie',
  'resignation',
  'time',
  'absence',
  'agreement',
] as const
const CLOCKS = ['blitz', 'correspondence-1', 'none'] as const
const START = 1_700_000_000_000
const BOT = { ...newPlayer('Machina'), bot: true as const }
const PLAYERS = [...['Livia', 'Gaius', 'Marcia', 'Titus'].map(newPlayer), BOT]

type Wanted = Partial<Pick<GamesQuery, 'player' | 'by' | 'kind' | 'rated' | 'clock' | 'bots' | 'after' | 'before'>>

const idOf = (game: FinishedGame): string => game.record.header.id
const query = (wanted: Record<string, unknown> = {}): GamesQuery => ({ ...gamesQuerySchema.parse({}), ...wanted })

/** Games that often end in the same millisecond. */
const gameArbitrary = fc
  .record({
    seats: fc.shuffledSubarray(PLAYERS, { minLength: 2, maxLength: 2 }),
    by: fc.constantFrom(...WAYS),
    winner: fc.constantFrom(0, 1),
    kind: fc.constantFrom(...GAME_KIND_IDS),
    clock: fc.constantFrom(...CLOCKS),
    rated: fc.boolean(),
    listed: fc.boolean(),
    tick: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ seats, by, winner, kind, clock, rated, listed, tick }) => ({
    players: [seats[0]!, seats[1]!] as FinishedGame['players'],
    outcome: by === 'tie' ? { by, winner: null } : { by, winner },
    kind,
    clock,
    rated: rated && clock !== 'none',
    listed,
    endedAt: START + tick,
  }))

const moment = fc.integer({ min: -1, max: 13 }).map((tick) => new Date(START + tick).toISOString())
const wantedArbitrary: fc.Arbitrary<Wanted> = fc.record(
  {
    player: fc.constantFrom(...PLAYERS.map(({ id }) => id)),
    by: fc.constantFrom(...WAYS),
    kind: fc.constantFrom(...GAME_KIND_IDS),
    rated: fc.boolean(),
    clock: fc.constantFrom(...CLOCKS),
    bots: fc.boolean(),
    after: moment,
    before: moment,
  },
  { requiredKeys: [] },
)

/** The ids that a list should show, found by plain filters. */
const expected = (
  games: readonly FinishedGame[],
  { player, by, kind, rated, clock, bots, after, before }: Wanted,
): string[] =>
  games
    .filter((game) => (player === undefined ? game.listed : game.players.some(({ id }) => id === player)))
    .filter((game) => by === undefined || game.outcome.by === by)
    .filter((game) => kind === undefined || game.kind === kind)
    .filter((game) => rated === undefined || (game.ratingKind !== null) === rated)
    .filter((game) => clock === undefined || game.clock === clock)
    .filter((game) => bots === undefined || game.players.some(({ id }) => id === BOT.id) === bots)
    .filter((game) => after === undefined || game.endedAt >= Date.parse(after))
    .filter((game) => before === undefined || game.endedAt < Date.parse(before))
    .sort((a, b) => b.endedAt - a.endedAt || (idOf(a) < idOf(b) ? 1 : -1))
    .map(idOf)

async function allPages(
  archive: Archive,
  wanted: Wanted,
  limit: number,
  between?: () => Promise<void>,
): Promise<GamesPage[]> {
  const pages = [await archive.list(query({ ...wanted, limit }))]
  for (let next = pages[0]!.next; next !== undefined; next = pages.at(-1)!.next) {
    await between?.()
    pages.push(await archive.list(query({ ...wanted, limit, cursor: next })))
  }
  return pages
}

const idsOf = (pages: GamesPage[]): string[] => pages.flatMap(({ games }) => games.map(({ id }) => id))

/** The contract of a history for lists of games, for every database. */
export function describeLists(where: string, prepare: () => Promise<Places>): void {
  describe(`lists of games in a history in ${where}`, () => {
    let archives: Archives
    let archive: Archive
    let games: FinishedGame[]
    beforeAll(async () => {
      archives = new Archives(await prepare())
      archive = await archives.fresh()
      games = fc.sample(gameArbitrary, 120).map((wanted) => someGame(wanted))
      for (const game of games) await archive.store(game)
    })
    afterAll(() => archives.end())

    it('show exactly the games that the filters describe, newest first, on pages of any size', async () => {
      await fc.assert(
        fc.asyncProperty(wantedArbitrary, fc.integer({ min: 1, max: 40 }), async (wanted, limit) => {
          const pages = await allPages(archive, wanted, limit)
          expect(idsOf(pages)).toEqual(expected(games, wanted))
          for (const page of pages.slice(0, -1)) expect(page.games).toHaveLength(limit)
        }),
        { numRuns: repeats(150) },
      )
    })

    it('are the source of what people have played since a time', async () => {
      const termsOf = ({ kind, clock, rated }: { kind: string; clock: string; rated: boolean }): string =>
        `${kind} ${clock} ${rated}`
      for (let tick = -1; tick <= 13; tick += 1) {
        const between = games.filter(
          ({ listed, players, endedAt }) =>
            listed && endedAt >= START + tick && players.every(({ id }) => id !== BOT.id),
        )
        const played = between.map(({ kind, clock, ratingKind }) =>
          termsOf({ kind, clock, rated: ratingKind !== null }),
        )
        const found = (await archive.playedSince(START + tick)).map(termsOf)
        expect(found.sort()).toEqual([...new Set(played)].sort())
      }
    })

    it('show which players are bots, in lists, games, chats, encounters and leaderboards', async () => {
      const other = await archives.fresh()
      const livia = PLAYERS[0]!
      const chat = [{ number: 1, at: START, from: BOT, seat: 1 as const, text: 'Salve' }]
      const both: FinishedGame['players'] = [livia, BOT]
      const game = someGame({ players: both, rated: true, chat, endedAt: START })
      await other.store(game)
      const players = { 0: livia, 1: BOT }
      expect((await other.list(query({ bots: true }))).games).toMatchObject([{ players }])
      expect((await other.list(query({ bots: false }))).games).toEqual([])
      expect((await other.get(idOf(game)))!.players).toEqual(players)
      expect((await other.chat(idOf(game), { limit: 1 }))!.page.lines).toEqual(chat)
      expect((await other.ownGames(BOT.id, { limit: 1 })).games).toMatchObject([{ game: { players }, said: chat }])
      expect((await other.export(query({ bots: true }))).games).toMatchObject([
        { game: { players }, record: { entries: [{ body: { player: BOT } }, {}] } },
      ])
      const met = await other.encounter(livia.id, BOT.id, { limit: 1 })
      expect(met).toMatchObject({ player: livia, opponent: BOT, games: [{ players }] })
      // Enough games for a place in the leaderboard of games with bots: one a day, as those of one day count less and less.
      const outcome = (n: number): FinishedGame['outcome'] => ({ winner: n % 2 ? 0 : 1, by: 'time' })
      await other.storeAll(
        Array.from({ length: 40 }, (_, n) =>
          someGame({ players: both, rated: true, outcome: outcome(n), endedAt: START + (1 + n) * 86_400_000 }),
        ),
      )
      const { places } = await other.leaderboard('base-bots', { limit: 2 })
      expect(places.map(({ player }) => player)).toEqual(expect.arrayContaining([livia, BOT]))
      expect((await other.leaderboard('base-real-time', { limit: 2 })).places).toEqual([])
      await other.forget(BOT.id)
      const nameless = { ...BOT, name: 'Deleted player' }
      expect((await other.get(idOf(game)))!.players[1]).toEqual(nameless)
      expect((await other.player(BOT.id))!).toMatchObject(nameless)
    })

    it('end without a cursor when the last page is exactly full', async () => {
      const page = await archive.list(query({ limit: 100, player: PLAYERS[0]!.id }))
      const exactly = await archive.list(query({ limit: page.games.length, player: PLAYERS[0]!.id }))
      expect(exactly).toEqual({ games: page.games })
    })

    it.each([
      ['all games', () => ({})],
      ['the games of one player', () => ({ player: PLAYERS[1]!.id })],
    ])('show no game twice and omit none while new games are stored: %s', async (_what, wanted) => {
      const other = await archives.fresh()
      const before = games.slice(0, 60)
      for (const game of before) await other.store(game)
      let tick = 0
      // Newer games, some in the same millisecond as the newest; and one that ended long ago and is stored only now.
      const arrive = async () => {
        const endedAt = START + 12 + (tick++ % 3)
        await other.store(someGame({ players: [PLAYERS[1]!, PLAYERS[2]!], endedAt }))
        await other.store(someGame({ players: [PLAYERS[1]!, PLAYERS[2]!], endedAt: START - 1000 + tick }))
      }
      const shown = idsOf(await allPages(other, wanted(), 7, arrive))
      expect(new Set(shown).size).toBe(shown.length)
      expect(shown.filter((id) => before.some((game) => idOf(game) === id))).toEqual(expected(before, wanted()))
    })

    it('refuse a cursor that belongs to other filters', async () => {
      const filters: Wanted[] = [
        {},
        { player: PLAYERS[0]!.id },
        { player: PLAYERS[1]!.id },
        { by: 'tie' },
        ...GAME_KIND_IDS.map((kind) => ({ kind })),
        { rated: true },
        { rated: false },
        { bots: true },
        { bots: false },
        { clock: 'blitz' },
        { clock: 'none' },
        { after: new Date(START).toISOString() },
        { before: new Date(START).toISOString() },
        { before: new Date(START + 9).toISOString() },
      ]
      const { next } = await archive.list(query({ before: new Date(START + 9).toISOString(), limit: 1 }))
      for (const wanted of filters.slice(0, -1)) {
        await expect(archive.list(query({ ...wanted, cursor: next }))).rejects.toMatchObject({ code: 'bad-cursor' })
      }
      await expect(archive.list(query({ ...filters.at(-1), cursor: next }))).resolves.toBeDefined()
    })

    it('accept a cursor with the same moment written differently, and with another page size', async () => {
      const before = '2023-11-14T22:13:20.009Z'
      expect(Date.parse(before)).toBe(START + 9)
      const { next } = await archive.list(query({ before, limit: 1 }))
      const page = await archive.list(query({ before: '2023-11-15T00:13:20.009+02:00', cursor: next, limit: 3 }))
      expect(page.games.map(({ id }) => id)).toEqual(expected(games, { before }).slice(1, 4))
    })

    it('refuse an invalid cursor', async () => {
      const { next } = await archive.list(query({ limit: 1 }))
      const inner = Buffer.from(next!, 'base64url').toString().split(' ')
      const forged = (...parts: unknown[]): string => Buffer.from(parts.join(' ')).toString('base64url')
      const [time, id, seal] = inner
      const bad = [
        '',
        'x',
        '%',
        `${next}A`.repeat(2),
        forged('1e3', id, seal),
        forged('999999999999999', id, seal),
        forged(time, "'OR'1", seal),
        forged(time, id),
        forged(...inner, 'more'),
      ]
      for (const cursor of bad) {
        await expect(archive.list(query({ cursor })), cursor).rejects.toMatchObject({ code: 'bad-cursor' })
      }
      await fc.assert(
        fc.asyncProperty(fc.string({ maxLength: 200 }), async (cursor) => {
          await expect(archive.list(query({ cursor }))).rejects.toMatchObject({ code: 'bad-cursor' })
        }),
        { numRuns: repeats(50) },
      )
    })

    it('accept every valid date', async () => {
      const all = expected(games, {}).slice(0, 100)
      for (const after of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '1969-12-31T23:59:59Z']) {
        expect(idsOf([await archive.list(query({ after, limit: 100 }))])).toEqual(all)
        expect(await archive.list(query({ before: after }))).toEqual({ games: [] })
      }
      expect(await archive.list(query({ after: '9999-12-31T23:59:59-23:59' }))).toEqual({ games: [] })
    })
  })
}
