import { setMaxListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { checkRatings } from '../../chaos/checker/index.ts'
import type { PlayerProfile, Pool } from '../../src/protocol/index.ts'
import { allGames } from '../support/all-games.ts'
import { EveningPlayer } from '../support/evening-player.ts'
import { seededRandom } from '../support/random.ts'
import { get } from '../support/rest.ts'
import { twoNodes } from '../support/two-nodes.ts'

const PLAYERS = 200
const MATCHES_EACH = 2
const AT_ONCE = 20

const POOLS: Pool[] = [
  { kind: 'base', clock: 'standard', rated: true },
  { kind: 'agora', clock: 'standard', rated: true },
  { kind: 'base', clock: 'slow', rated: true },
  { kind: 'base', clock: 'slow', rated: false },
]

const { node } = twoNodes()

describe('An evening with 200 players on two servers', () => {
  it('pairs no player twice at once, stores every game once, and rates by the stored games', async () => {
    const random = seededRandom(2026)
    const players = Array.from({ length: PLAYERS }, (_, index) => new EveningPlayer(`Player ${index + 1}`))
    try {
      // A server refuses to hash more passwords than a few dozen at a time.
      for (let n = 0; n < PLAYERS; n += AT_ONCE) {
        const some = players.slice(n, n + AT_ONCE)
        await Promise.all(some.map((player) => player.connect(node(Math.floor(random() * 2)).url)))
      }
      const late = new AbortController()
      setMaxListeners(PLAYERS, late.signal)
      let left = PLAYERS
      await Promise.all(
        players.map(async (player) => {
          await player.spend(POOLS, MATCHES_EACH, random, late.signal)
          // The last players would wait for opponents who do not come any more.
          if ((left -= 1) <= PLAYERS / 4) late.abort()
        }),
      )
      expect(players.flatMap(({ faults }) => faults)).toEqual([])

      const seen = new Map(players.flatMap((player) => player.seen).map(({ match, snapshot }) => [match, snapshot]))
      expect(seen.size).toBeGreaterThan(PLAYERS / 2)
      await expect.poll(async () => (await allGames(node(0).url)).length, { interval: 500 }).toBe(seen.size)
      const games = await allGames(node(1).url)

      // Every finished game is stored once, with the end that both players saw.
      expect(games.map(({ id }) => id).sort()).toEqual([...seen.keys()].sort())
      for (const { id, outcome, scores } of games) {
        expect(outcome).toEqual(seen.get(id)!.outcome)
        expect(scores).toEqual(seen.get(id)!.scores)
      }

      // No player was in two matches of the queue at a time, or in a match against themselves.
      for (const player of players) {
        const own = games.filter(({ players: seats }) => seats[0].id === player.id || seats[1].id === player.id)
        expect(own.every(({ players: seats }) => seats[0].id !== seats[1].id)).toBe(true)
        const queued = own.filter(({ origin }) => origin === 'queue').sort((a, b) => a.startedAt - b.startedAt)
        for (const [index, game] of queued.slice(1).entries()) {
          expect(game.startedAt).toBeGreaterThanOrEqual(queued[index]!.endedAt)
        }
      }
      expect(games.some(({ origin }) => origin === 'rematch')).toBe(true)

      // The ratings are those that follow from the stored games alone.
      const profiles = await Promise.all(
        players
          .filter(({ seen }) => seen.length > 0)
          .map(({ id }) => get<Pick<PlayerProfile, 'id' | 'ratings'>>(`${node(0).url}/v1/players/${id}`)),
      )
      expect(checkRatings({ listed: games, profiles })).toEqual([])
      expect(profiles.flatMap(({ ratings }) => Object.keys(ratings)).length).toBeGreaterThan(PLAYERS / 4)
    } finally {
      for (const player of players) player.close()
    }
  })
})
