import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LeaderboardPage, Leaderboards } from '../../src/protocol/index.ts'
import { CodedError, LEADERBOARDS_AGE_MS, leaderboardsSchema } from '../../src/protocol/index.ts'
import type { Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'
import { newPlayer } from '../support/players.ts'

let http: Http
beforeEach(async () => {
  http = await openHttp()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await http.close()
})

const PATH = '/v1/leaderboard'
const get = () => http.nobody.get<Leaderboards>(PATH)
/** An overview in which one player is the best. */
const ledBy = (name: string): LeaderboardPage[] => [
  {
    kind: 'base-real-time',
    places: [{ rank: 1, player: newPlayer(name), rating: 1700.5, deviation: 80.25, games: 20 }],
  },
]
const led = (overview: LeaderboardPage[]) => vi.spyOn(http.archive, 'leaderboards').mockResolvedValue(overview)

it('requests at the same time share one overview, and so do those of the next seconds', async () => {
  const leaderboards = ledBy('Livia')
  const asked = led(leaderboards)
  const all = [...(await Promise.all(Array.from({ length: 20 }, get))), await get()]
  for (const { statusCode, headers, body } of all) {
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'public, no-cache',
    ])
    expect(leaderboardsSchema.parse(body)).toEqual({ leaderboards })
  }
  expect(asked).toHaveBeenCalledTimes(1)
})

it('a name that was deleted is gone once the overview is too old', async () => {
  led(ledBy('Livia'))
  expect(JSON.stringify((await get()).body)).toContain('Livia')
  led(ledBy('Deleted player'))
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + LEADERBOARDS_AGE_MS)
  await expect.poll(async () => JSON.stringify((await get()).body)).not.toContain('Livia')
})

it('an overview that could not be read is not kept', async () => {
  vi.spyOn(http.archive, 'leaderboards').mockRejectedValueOnce(new CodedError('unavailable'))
  expect(codeOf(await get())).toEqual([503, 'unavailable'])
  expect((await get()).statusCode).toBe(200)
})
