import { setMaxListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { GamesPage, GameSummary, PlayerProfile, Pool } from '../../src/protocol/index.ts'
import { ratingKind } from '../../src/protocol/index.ts'
import { EveningPlayer } from '../support/evening-player.ts'
import { recompute, UNRATED } from '../support/glicko.ts'
import { seededRandom } from '../support/random.ts'
import { get } from '../support/rest.ts'
import { twoNodes } from '../support/two-nodes.ts'

const PLAYERS = 200
const MATCHES_EACH = 2

const POOLS: Pool[] = [
  { kind: 'base', clock: 'standard', rated: true },
  { kind: 'agora', clock: 'standard', rated: true },
  { kind: 'base', clock: 'slow', rated: true },
  { kind: 'base', clock: 'slow', rated: false },
]

const { node } = twoNodes()

/** All finished games. */
async function allGames(url: string): Promise<GameSummary[]> {
  const games: GameSummary[] = []
  for (let next = ''; ; ) {
    const page: GamesPage = await get<GamesPage>(`${url}/v1/games?limit=100${next && `&cursor=${next}`}`)
    games.push(...page.games)
    if (page.next === undefined) return games
    next = page.next
  }
}

describe('An evening with 200 players on two servers', () => {
  it('pairs no player twice at once, stores every game once, and rates by the stored games', async () => {
    const random = seededRandom(2026)
    const players = Array.from({ length: PLAYERS }, (_, index) => new EveningPlayer(`Player ${index + 1}`))
    try {
      await Promise.all(players.map((player) => player.connect(node(Math.floor(random() * 2)).url)))
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
      const { ratings } = recompute(
        games.map((game) => ({
          id: game.id,
          ratingKind: game.rated ? ratingKind(game.kind, game.clock) : null,
          endedAt: game.endedAt,
          players: [game.players[0].id, game.players[1].id],
          winner: game.outcome.winner ?? null,
        })),
      )
      expect(ratings.size).toBeGreaterThan(PLAYERS / 4)
      for (const player of players) {
        if (player.seen.length === 0) continue
        const profile = await get<Pick<PlayerProfile, 'ratings'>>(`${node(0).url}/v1/players/${player.id}`)
        const shown = profile.ratings
        for (const kind of ['base-real-time', 'agora-real-time'] as const) {
          const expected = ratings.get(`${player.id} ${kind}`)
          expect(shown[kind]?.games ?? 0).toBe(expected?.games ?? 0)
          expect(shown[kind]?.rating ?? UNRATED.rating).toBeCloseTo(expected?.rating ?? UNRATED.rating, 2)
          expect(shown[kind]?.deviation ?? UNRATED.deviation).toBeCloseTo(expected?.deviation ?? UNRATED.deviation, 2)
        }
      }
    } finally {
      for (const player of players) player.close()
    }
  })
})
