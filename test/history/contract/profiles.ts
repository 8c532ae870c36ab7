import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Archive, FinishedGame } from '../../../src/history/index.ts'
import { finishedGame } from '../../../src/history/index.ts'
import { LISTED } from '../../../src/history/ratings/glicko.ts'
import type { Balance, PlayerProfile } from '../../../src/protocol/index.ts'
import {
  encounterPageSchema,
  GAME_KIND_IDS,
  leaderboardPageSchema,
  playerProfileSchema,
  playerRef,
  playerWondersSchema,
  RATING_KINDS,
} from '../../../src/protocol/index.ts'
import { repeats } from '../../support/drawn.ts'
import { newId, playedRecord, someGame } from '../../support/finished.ts'
import type { Places } from '../../support/history.ts'
import { Archives, patiently } from '../../support/history.ts'
import { newPlayer } from '../../support/players.ts'
import { seededRandom } from '../../support/random.ts'

const RESULTS = [
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
const START = 1_700_000_000_000

const gamesArbitrary = fc.array(
  fc.record({
    seats: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2, maxLength: 2 }),
    by: fc.constantFrom(...RESULTS),
    winner: fc.constantFrom(0, 1),
    kind: fc.constantFrom(...GAME_KIND_IDS),
    rated: fc.boolean(),
    tick: fc.integer({ min: 0, max: 5 }),
    drafts: fc.uniqueArray(fc.constantFrom('pyramids', 'colossus', 'piraeus', 'via-appia', 'great-library'), {
      maxLength: 5,
    }),
  }),
  { minLength: 1, maxLength: 20 },
)

/** The contract of a history for players, for every database. */
export function describeProfiles(where: string, prepare: () => Promise<Places>): void {
  describe(`players in a history in ${where}`, () => {
    let archives: Archives
    let archive: Archive
    beforeAll(async () => {
      archives = new Archives(await prepare())
      archive = await archives.fresh()
    })
    afterAll(() => archives.end())

    it('have the results of all of their games, as counted one by one', async () => {
      await fc.assert(
        fc.asyncProperty(gamesArbitrary, fc.integer(), async (wanted, seed) => {
          // The last one is a bot.
          const people = Array.from({ length: 4 }, (_, n) => playerRef(newId(), `Player ${n}`, n === 3))
          const random = seededRandom(seed)
          const games = wanted.map(({ seats, by, winner, kind, rated, tick, drafts }) =>
            someGame({
              players: [people[seats[0]!]!, people[seats[1]!]!],
              outcome: by === 'tie' || by === 'agreement' ? { by, winner: null } : { by, winner },
              kind,
              rated,
              endedAt: START + tick,
              wonders: drafts.map((wonder) => ({ wonder, seat: random() < 0.5 ? 0 : 1, constructed: random() < 0.5 })),
            }),
          )
          // Some games are stored twice, some at the same time.
          await Promise.all([...games, ...games.slice(0, 5)].map((game) => patiently(() => archive.store(game))))
          for (const { id, bot } of people) {
            const own = games.filter(({ players }) => players.some((player) => player.id === id))
            const profile = await archive.player(id)
            if (own.length === 0) {
              expect(profile).toBeNull()
              continue
            }
            expect(profile).toMatchObject(recounted(own, id))
            expect(profile!.bot).toBe(bot)
            expect(playerProfileSchema.safeParse(profile).error).toBeUndefined()
            expect((await archive.wonders(id))!.wonders).toEqual(recountedWonders(own, id))
            for (const other of people) {
              if (other.id === id) continue
              const met = own.filter(({ players }) => players.some((player) => player.id === other.id))
              const encounter = await archive.encounter(id, other.id, { limit: 100 })
              expect(encounter?.balance ?? nothing()).toEqual(balanceOf(met, id))
              expect(new Set(encounter?.games.map((game) => game.id))).toEqual(
                new Set(met.map(({ record }) => record.header.id)),
              )
            }
          }
        }),
        { numRuns: repeats(20) },
      )
    })

    it('have drafted and constructed the wonders that are in the logs of their games', async () => {
      const players: FinishedGame['players'] = [newPlayer('Livia'), newPlayer('Gaius')]
      const table = { players, options: { wonders: 'draft' } } as const
      const games = Array.from({ length: 5 }, (_, n) => finishedGame(playedRecord(seededRandom(n), Infinity, table)))
      for (const game of games) await archive.store(game)
      for (const [seat, { id }] of players.entries()) {
        const { wonders } = (await archive.wonders(id))!
        // Four in each game; of both players' eight, seven can be constructed.
        expect(wonders.reduce((sum, { drafted }) => sum + drafted, 0)).toBe(20)
        expect(wonders).toEqual(recountedWonders(games, id))
        const constructed = games.flatMap(({ record }) =>
          record.entries.filter(
            ({ body }) => body.type === 'act' && body.seat === seat && body.action.type === 'construct-wonder',
          ),
        )
        expect(wonders.reduce((sum, one) => sum + one.constructed, 0)).toBe(constructed.length)
        expect(constructed.length).toBeGreaterThan(0)
      }
    })

    it('have not drafted wonders that were dealt without a draft', async () => {
      const game = finishedGame(playedRecord(seededRandom(1)))
      await archive.store(game)
      expect(await archive.wonders(game.players[0].id)).toEqual({ wonders: [] })
    })

    it('are shown against each other page by page, each from their own side', async () => {
      const [a, b, c] = [newPlayer('Livia'), newPlayer('Gaius'), newPlayer('Marcia')]
      const games = Array.from({ length: 9 }, (_, n) =>
        someGame({
          players: n % 2 ? [a, b] : [b, a],
          outcome: { winner: n < 3 ? 0 : 1, by: 'science' },
          endedAt: START + n,
        }),
      )
      for (const game of [...games, someGame({ players: [a, c] }), someGame({ players: [c, b] })])
        await archive.store(game)
      const ids: string[] = []
      for (let cursor: string | undefined; ;) {
        const page = (await archive.encounter(a.id, b.id, { limit: 2, ...(cursor !== undefined && { cursor }) }))!
        expect(encounterPageSchema.safeParse(page).error).toBeUndefined()
        expect(page).toMatchObject({ player: a, opponent: b, balance: balanceOf(games, a.id) })
        ids.push(...page.games.map(({ id }) => id))
        cursor = page.next
        if (cursor === undefined) break
      }
      expect(ids).toEqual(games.map(({ record }) => record.header.id).reverse())
      const { balance } = (await archive.encounter(b.id, a.id, { limit: 1 }))!
      const { won, lost } = balanceOf(games, a.id)
      expect(balance).toEqual({ won: lost, lost: won, shared: 0 })
    })

    it('that never met have no games against each other; players without games are unknown', async () => {
      const [one, other] = [someGame(), someGame()]
      await archive.store(one)
      await archive.store(other)
      const [a, b] = [one.players[0], other.players[0]]
      expect(await archive.encounter(a.id, b.id, { limit: 5 })).toEqual({
        player: a,
        opponent: b,
        balance: nothing(),
        games: [],
      })
      expect(await archive.encounter(a.id, newId(), { limit: 5 })).toBeNull()
      expect(await archive.encounter(newId(), a.id, { limit: 5 })).toBeNull()
      expect(await archive.wonders(newId())).toBeNull()
      expect(await archive.ratingHistory(newId(), 'base-real-time', { limit: 5 })).toEqual({ changes: [] })
    })

    it('refuse a cursor of another list', async () => {
      const [a, b] = [newPlayer('Livia'), newPlayer('Gaius')]
      for (let n = 0; n < 3; n++) await archive.store(someGame({ players: [a, b], rated: true, endedAt: START + n }))
      const met = (await archive.encounter(a.id, b.id, { limit: 1 }))!.next!
      const rated = (await archive.ratingHistory(a.id, 'base-real-time', { limit: 1 })).next!
      const refused = { code: 'bad-cursor' }
      await expect(archive.encounter(b.id, a.id, { limit: 1, cursor: met })).rejects.toMatchObject(refused)
      await expect(archive.encounter(a.id, b.id, { limit: 1, cursor: rated })).rejects.toMatchObject(refused)
      await expect(archive.ratingHistory(b.id, 'base-real-time', { limit: 1, cursor: rated })).rejects.toMatchObject(
        refused,
      )
      await expect(archive.ratingHistory(a.id, 'agora-real-time', { limit: 1, cursor: rated })).rejects.toMatchObject(
        refused,
      )
      await expect(archive.leaderboard('base-real-time', { limit: 1, cursor: rated })).rejects.toMatchObject(refused)
      await expect(archive.chat(newId(), { limit: 1, cursor: rated })).rejects.toMatchObject(refused)
    })

    it('are in the leaderboard once their ratings are certain enough, best first, page by page', async () => {
      const other = await archives.fresh()
      const people = Array.from({ length: 6 }, (_, n) => newPlayer(`Player ${n}`))
      const random = seededRandom(3)
      let tick = 0
      let day = 0
      // Games of the same two on one day would count less and less.
      const round = async (): Promise<void> => {
        day += 86_400_000
        for (const a of people)
          for (const b of people) {
            if (people.indexOf(a) >= people.indexOf(b)) continue
            const stronger = people.indexOf(a) < people.indexOf(b) ? 0 : 1
            const winner = (random() < 0.7 ? stronger : 1 - stronger) as 0 | 1
            await other.store(
              someGame({
                players: [a, b],
                rated: true,
                outcome: { winner, by: 'civilian' },
                endedAt: START + day + tick++,
              }),
            )
          }
      }
      await round()
      expect((await other.leaderboard('base-real-time', { limit: 100 })).places).toEqual([])
      for (let rounds = 1; rounds < 7; rounds++) await round()

      const kind = 'base-real-time'
      const ratings = await Promise.all(
        people.map(async (player) => ({ player, ...(await other.rating(player.id, kind)) })),
      )
      const expected = ratings
        .filter(({ games, deviation }) => games >= LISTED.games && deviation <= LISTED.deviation)
        .sort((a, b) => b.rating - a.rating)
        .map(({ player, rating, deviation, games }, n) => ({ rank: n + 1, player, rating, deviation, games }))
      expect(expected.length).toBeGreaterThan(3)
      const all = await other.leaderboard('base-real-time', { limit: 100 })
      expect(all).toEqual({ kind: 'base-real-time', places: expected })
      expect(leaderboardPageSchema.safeParse(all).error).toBeUndefined()

      const paged: typeof all.places = []
      for (let cursor: string | undefined; ;) {
        const page = await other.leaderboard('base-real-time', { limit: 2, ...(cursor !== undefined && { cursor }) })
        paged.push(...page.places)
        cursor = page.next
        if (cursor === undefined) break
      }
      expect(paged).toEqual(expected)
      const tops = await other.leaderboards()
      expect(tops.map(({ kind, places }) => [kind, places.length])).toEqual(
        RATING_KINDS.map((one) => [one, one === kind ? expected.length : 0]),
      )

      await other.forget(expected[1]!.player.id)
      const deleted = expected[1]!.player
      const after = await other.leaderboard('base-real-time', { limit: 100 })
      expect(after.places.map(({ rank, player }) => [rank, player.id])).toEqual(
        expected.filter((_, n) => n !== 1).map(({ player }, n) => [n + 1, player.id]),
      )
      // Nor is the player listed again when one of their games is rated again.
      await other.store(someGame({ players: [deleted, expected[0]!.player], rated: true, endedAt: START - 1 }))
      const { places } = await other.leaderboard('base-real-time', { limit: 100 })
      expect(places.map(({ player }) => player.id)).not.toContain(deleted.id)
    })

    it('are in the overview of the leaderboards exactly as in the first pages of ten', async () => {
      const other = await archives.fresh()
      const people = Array.from({ length: 12 }, (_, n) => newPlayer(`Player ${n}`))
      const random = seededRandom(4)
      const kinds = ['base', 'agora'] as const
      for (let day = 0; day < 40; day++) {
        const games = [0, 2, 4, 6, 8, 10].flatMap((first) =>
          kinds.map((kind) =>
            someGame({
              players: [people[first]!, people[(first + 1 + 2 * (day % 6)) % people.length]!],
              kind,
              rated: true,
              outcome: { winner: random() < 0.5 ? 0 : 1, by: 'military' },
              endedAt: START + 86_400_000 * day,
            }),
          ),
        )
        await other.storeAll(games)
      }
      const firstPages = () => Promise.all(RATING_KINDS.map((kind) => other.leaderboard(kind, { limit: 10 })))
      const tops = await other.leaderboards()
      expect(tops.filter(({ next }) => next !== undefined).map(({ kind }) => kind)).toEqual([
        'base-real-time',
        'agora-real-time',
      ])
      expect(tops).toEqual(await firstPages())
      await other.forget(tops[0]!.places[3]!.player.id)
      const after = await other.leaderboards()
      expect(after).toEqual(await firstPages())
      expect(JSON.stringify(after)).not.toContain(tops[0]!.places[3]!.player.name)
    })
  })
}

const nothing = (): Balance => ({ won: 0, lost: 0, shared: 0 })
const seatOf = (game: FinishedGame, player: string): 0 | 1 => (game.players[0].id === player ? 0 : 1)

function balanceOf(games: readonly FinishedGame[], player: string): Balance {
  const won = games.filter((game) => game.outcome.winner === seatOf(game, player)).length
  const shared = games.filter((game) => game.outcome.winner === null).length
  return { won, lost: games.length - won - shared, shared }
}

function recounted(games: readonly FinishedGame[], player: string): Partial<PlayerProfile> {
  const of = (which: (game: FinishedGame) => boolean): Balance => balanceOf(games.filter(which), player)
  const played = GAME_KIND_IDS.filter((id) => games.some(({ kind }) => kind === id))
  const happened = RESULTS.filter((by) => games.some(({ outcome }) => outcome.by === by))
  return {
    games: games.length,
    ...of(() => true),
    results: {
      by: Object.fromEntries(happened.map((by) => [by, of(({ outcome }) => outcome.by === by)])),
      seat: { 0: of((game) => seatOf(game, player) === 0), 1: of((game) => seatOf(game, player) === 1) },
      kind: Object.fromEntries(played.map((id) => [id, of(({ kind }) => kind === id)])),
      pool: {
        people: of(({ players }) => players.every(({ bot }) => !bot)),
        bots: of(({ players }) => players.some(({ bot }) => bot)),
      },
    },
  }
}

function recountedWonders(games: readonly FinishedGame[], player: string) {
  const drafts = games.flatMap((game) =>
    game.wonders
      .filter(({ seat }) => seat === seatOf(game, player))
      .map((drafted) => ({ ...drafted, won: game.outcome.winner === drafted.seat })),
  )
  const wonders = [...new Set(drafts.map(({ wonder }) => wonder))].map((wonder) => {
    const those = drafts.filter((draft) => draft.wonder === wonder)
    const [won, constructed] = [
      those.filter((draft) => draft.won).length,
      those.filter((draft) => draft.constructed).length,
    ]
    return { wonder, drafted: those.length, constructed, won, winRate: won / those.length }
  })
  expect(playerWondersSchema.safeParse({ wonders }).error).toBeUndefined()
  return wonders.sort((a, b) => b.drafted - a.drafted || b.winRate - a.winRate || (a.wonder < b.wonder ? -1 : 1))
}
