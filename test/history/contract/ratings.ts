import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Archive, FinishedGame } from '../../../src/history/index.ts'
import type { RatingKind } from '../../../src/protocol/index.ts'
import { GAME_KIND_IDS, gamesQuerySchema, playerRef, RATING_KINDS } from '../../../src/protocol/index.ts'
import { repeats } from '../../support/drawn.ts'
import { newId, someGame } from '../../support/finished.ts'
import type { RatedGame } from '../../support/glicko.ts'
import { recompute, UNRATED } from '../../support/glicko.ts'
import type { Places } from '../../support/history.ts'
import { openHistory, patiently, quiet } from '../../support/history.ts'
import { newPlayer } from '../../support/players.ts'
import { seededRandom } from '../../support/random.ts'

const START = 1_700_000_000_000

/** Games of a few players in three days, many of which end in the same millisecond; some are not rated. */
const gamesArbitrary = fc.array(
  fc.record({
    seats: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 2, maxLength: 2 }),
    tick: fc.integer({ min: 0, max: 15 }),
    // Two players who have met less than a day ago, exactly a day ago, or longer.
    halfDay: fc.integer({ min: 0, max: 4 }),
    winner: fc.constantFrom(0, 1, null),
    kind: fc.constantFrom(...GAME_KIND_IDS),
    clock: fc.constantFrom('blitz', 'standard', 'correspondence-1'),
    rated: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
  }),
  { minLength: 1, maxLength: 25 },
)

type Wanted = typeof gamesArbitrary extends fc.Arbitrary<infer Games> ? Games : never

/** The games that are described, between six new players. */
function gamesOf(wanted: Wanted): FinishedGame[] {
  // The last one is a bot.
  const people = Array.from({ length: 6 }, (_, n) => playerRef(newId(), `Player ${n}`, n === 5))
  return wanted.map(({ seats, tick, halfDay, winner, ...rest }) =>
    someGame({
      ...rest,
      players: [people[seats[0]!]!, people[seats[1]!]!],
      outcome: { winner, by: winner === null ? 'agreement' : 'civilian' },
      endedAt: START + tick + halfDay * 43_200_000,
    }),
  )
}

const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

const counted = ({ record, ratingKind, endedAt, players, outcome }: FinishedGame): RatedGame => ({
  id: record.header.id,
  ratingKind,
  endedAt,
  players: [players[0].id, players[1].id],
  winner: outcome.winner,
})

/** The contract of a history for ratings, for every database, with `nodes` nodes that use the same database. */
export function describeRatings(where: string, prepare: () => Promise<Places>, nodes: number): void {
  describe(`ratings in a history in ${where}`, () => {
    let places: Places
    let archives: Archive[]
    beforeAll(async () => {
      places = await prepare()
      const place = await places.fresh()
      archives = []
      for (let node = 0; node < nodes; node++) archives.push(await openHistory(place, quiet))
    })
    afterAll(async () => {
      for (const archive of archives) await archive.close()
      await places.end()
    })
    const anyArchive = (n: number): Archive => archives[n % archives.length]!

    let asked = 0
    /** One of the kinds in which a player has no rating, in turn: the profile says that there is none in all of them. */
    const nextUnrated = (own: readonly RatingKind[]): RatingKind => {
      const others = RATING_KINDS.filter((kind) => !own.includes(kind))
      asked += 1
      return others[asked % others.length]!
    }

    /** Compares ratings with those of the reference formulas. The players of these games have no other games. */
    const expectRatings = async (games: readonly FinishedGame[]): Promise<void> => {
      const archive = archives[0]!
      const { ratings, games: rated } = recompute(games.map(counted))
      const players = new Set(games.flatMap((game) => game.players.map(({ id }) => id)))
      for (const player of players) {
        const own = RATING_KINDS.filter((kind) => ratings.has(`${player} ${kind}`))
        const profile = (await archive.player(player))!
        expect(Object.keys(profile.ratings)).toEqual(own)
        for (const kind of [...own, nextUnrated(own)]) {
          const { rating, deviation, games: played } = { ...UNRATED, games: 0, ...ratings.get(`${player} ${kind}`) }
          const found = await archive.rating(player, kind)
          expect(found.games).toBe(played)
          expect(found.rating).toBeCloseTo(rating, 3)
          expect(found.deviation).toBeCloseTo(deviation, 3)
          if (own.includes(kind)) expect(profile.ratings[kind]).toEqual(found)

          const { changes } = await archive.ratingHistory(player, kind, { limit: 100 })
          expect(changes).toHaveLength(played)
          // Each change begins where the one before ended, and the last one ends where the rating is.
          const chain = [...changes].reverse()
          const first = { rating: 1500, deviation: 350 }
          for (const [n, { before }] of chain.entries()) expect(before).toEqual(n === 0 ? first : chain[n - 1]!.after)
          if (changes[0]) expect(changes[0].after).toEqual({ rating: found.rating, deviation: found.deviation })
        }
      }
      for (const { record, ratingKind } of games) {
        const { id } = record.header
        const shown = await archive.get(id)
        expect(shown!.rated).toBe(ratingKind !== null)
        expect(shown!.ratings?.kind ?? null).toBe(ratingKind)
        for (const seat of [0, 1] as const) {
          const expected = rated.get(id)
          if (!expected) continue
          expect(shown!.ratings![seat].before).toBeCloseTo(expected.before[seat].rating, 3)
          expect(shown!.ratings![seat].after).toBeCloseTo(expected.after[seat].rating, 3)
        }
      }
    }

    it('follow from the rated games in the order of their ends, in whatever order these are stored', async () => {
      await fc.assert(
        fc.asyncProperty(gamesArbitrary, fc.integer(), fc.integer({ min: 1, max: 6 }), async (wanted, seed, atOnce) => {
          const games = gamesOf(wanted)
          const random = seededRandom(seed)
          // Every game is stored twice, at any two places of the order.
          const arrivals = shuffled([...games, ...games], random)
          for (let n = 0; n < arrivals.length; n += atOnce) {
            await Promise.all(
              arrivals.slice(n, n + atOnce).map((game, i) => patiently(() => anyArchive(i).store(game))),
            )
          }
          await expectRatings(games)
        }),
        { numRuns: repeats(25) },
      )
    })

    it('are the same when games are stored several in a step, in any order', async () => {
      await fc.assert(
        fc.asyncProperty(gamesArbitrary, fc.integer(), fc.integer({ min: 2, max: 20 }), async (wanted, seed, most) => {
          const games = gamesOf(wanted)
          const random = seededRandom(seed)
          const arrivals = shuffled([...games, ...games.slice(0, 3)], random)
          while (arrivals.length > 0) {
            await anyArchive(arrivals.length).storeAll(arrivals.splice(0, 1 + Math.floor(random() * most)))
          }
          await expectRatings(games)
        }),
        { numRuns: repeats(25) },
      )
    })

    it('of games that are all stored at once are the same', async () => {
      const people = Array.from({ length: 8 }, (_, n) => newPlayer(`Player ${n}`))
      const random = seededRandom(7)
      const games = Array.from({ length: 60 }, (_, n) => {
        const first = Math.floor(random() * 8)
        const second = (first + 1 + Math.floor(random() * 7)) % 8
        const outcome = { winner: n % 2 ? 0 : 1, by: 'science' } as const
        return someGame({ rated: true, players: [people[first]!, people[second]!], outcome, endedAt: START + n })
      })
      const twice = [...games]
        .reverse()
        .flatMap((game, n) => [
          patiently(() => anyArchive(n).store(game)),
          patiently(() => anyArchive(n + 1).store(game)),
        ])
      const results = await Promise.all(twice)
      expect(results.filter((result) => result === 'stored')).toHaveLength(60)
      await expectRatings(games)
    })

    it('of games that depend on each other only indirectly are the same when they are stored at once', async () => {
      for (let round = 0; round < 8; round++) {
        // Everybody has played the next one; then the first ones turn out to have played before that, and the last ones
        // play again.
        const people = Array.from({ length: 12 }, (_, n) => newPlayer(`Player ${n}`))
        const play = (first: (typeof people)[number], second: (typeof people)[number], tick: number): FinishedGame =>
          someGame({
            rated: true,
            players: [first, second],
            outcome: { winner: tick % 2 ? 0 : 1, by: 'military' },
            endedAt: START + tick,
          })
        const chain = people.slice(1).map((player, n) => play(people[n]!, player, 100 + n))
        for (const game of chain) await anyArchive(0).store(game)
        const late = Array.from({ length: 4 }, (_, n) => play(people[0]!, newPlayer('Early'), n))
        const next = Array.from({ length: 4 }, (_, n) => play(people[11]!, newPlayer('Late'), 200 + n))
        await Promise.all([...late, ...next].map((game, n) => patiently(() => anyArchive(n).store(game))))
        await expectRatings([...chain, ...late, ...next])
      }
    })

    it('do not depend on games of another kind', async () => {
      const players: FinishedGame['players'] = [newPlayer('Livia'), newPlayer('Gaius')]
      await anyArchive(0).store(someGame({ rated: true, players, endedAt: START }))
      const before = await anyArchive(0).rating(players[0].id, 'base-real-time')
      await anyArchive(0).store(someGame({ rated: true, clock: 'correspondence-7', players, endedAt: START - 1 }))
      await anyArchive(0).store(someGame({ rated: true, kind: 'agora', players, endedAt: START - 2 }))
      await anyArchive(0).store(someGame({ rated: false, clock: 'blitz', players, endedAt: START - 3 }))
      expect(await anyArchive(0).rating(players[0].id, 'base-real-time')).toEqual(before)
      const profile = await anyArchive(0).player(players[0].id)
      expect(Object.keys(profile!.ratings)).toEqual(['base-real-time', 'base-correspondence', 'agora-real-time'])
    })

    it('are shown with each rated game in a list, and in the rating history page by page', async () => {
      const players: FinishedGame['players'] = [newPlayer('Livia'), newPlayer('Gaius')]
      for (let n = 0; n < 7; n++)
        await anyArchive(n).store(someGame({ rated: n !== 3, clock: 'blitz', players, endedAt: START + n }))
      const { games } = await anyArchive(0).list(gamesQuerySchema.parse({ player: players[0].id }))
      expect(games.map(({ ratings }) => ratings !== undefined)).toEqual([true, true, true, false, true, true, true])
      const all = await anyArchive(0).ratingHistory(players[0].id, 'base-real-time', { limit: 100 })
      expect(all.changes.map(({ game }) => game)).toEqual(games.filter(({ rated }) => rated).map(({ id }) => id))
      const paged: typeof all.changes = []
      for (let cursor: string | undefined; ;) {
        const query = { limit: 2, ...(cursor !== undefined && { cursor }) }
        const page = await anyArchive(0).ratingHistory(players[0].id, 'base-real-time', query)
        paged.push(...page.changes)
        cursor = page.next
        if (cursor === undefined) break
      }
      expect(paged).toEqual(all.changes)
    })

    it('of people do not change by games with bots, which have a pool of their own at every pace', async () => {
      const archive = anyArchive(0)
      const [livia, gaius] = [newPlayer('Livia'), newPlayer('Gaius')]
      const [bot, other] = [playerRef(newId(), 'Machina', true), playerRef(newId(), 'Automaton', true)]
      await archive.store(someGame({ rated: true, players: [livia, gaius], endedAt: START + 9 }))
      const before = await archive.rating(livia.id, 'base-real-time')
      const withBots = [
        someGame({ rated: true, players: [livia, bot], endedAt: START }),
        someGame({ rated: true, clock: 'correspondence-1', players: [bot, livia], endedAt: START + 1 }),
        someGame({ rated: true, players: [bot, other], endedAt: START + 2 }),
        someGame({ rated: false, clock: 'blitz', players: [livia, bot], endedAt: START + 3 }),
      ]
      for (const game of withBots) await archive.store(game)
      expect(await archive.rating(livia.id, 'base-real-time')).toEqual(before)
      expect(Object.keys((await archive.player(livia.id))!.ratings)).toEqual(['base-real-time', 'base-bots'])
      expect(await archive.player(bot.id)).toMatchObject({ ...bot, ratings: { 'base-bots': { games: 3 } } })
      expect(Object.keys((await archive.player(bot.id))!.ratings)).toEqual(['base-bots'])
      const { changes } = await archive.ratingHistory(livia.id, 'base-bots', { limit: 10 })
      expect(changes.map(({ opponent }) => opponent)).toEqual([bot, bot])
    })
  })
}
