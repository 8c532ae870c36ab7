import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnMatchesAnswer, SeriesAnswer } from '../../src/protocol/index.ts'
import { matchOfSeries } from '../../src/record/index.ts'
import { becomeGuest } from '../support/guest.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { get } from '../support/rest.ts'
import { playSeriesThrough } from '../support/series-kills.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import type { Stores } from '../support/stack.ts'
import { startStores } from '../support/stack.ts'

let stores: Stores
let nodes: [Server, Server]
beforeAll(async () => {
  stores = await startStores()
  nodes = await Promise.all([startServer(stores.environment), startServer(stores.environment)])
})
afterAll(async () => {
  await Promise.all(nodes?.map((node) => node.destroy()) ?? [])
  await stores?.destroy()
})

const kill = async (node: Server): Promise<void> => void (await node.end('SIGKILL'))

describe('a series at two nodes with Redis and Postgres', () => {
  it('goes on although nodes and Redis are killed in its games and right after them', async () => {
    const [one, other] = nodes
    const disasters = [
      async () => {
        await kill(one)
        await one.start()
      },
      async () => {
        await kill(other)
        await other.start()
      },
      async () => {
        await stores.redis.kill9()
        await stores.redis.restart()
      },
      async () => {
        await Promise.all([kill(one), kill(other), stores.redis.kill9()])
        await stores.redis.restart()
        await Promise.all([one.start(), other.start()])
      },
      async () => {
        await stores.redis.kill9()
        await kill(one)
        await stores.redis.restart()
        await one.start()
      },
    ]
    // In the middle of a game and right after it, in turn.
    await playSeriesThrough([one.url, other.url], (number) => disasters[number % disasters.length]!())
  })

  it('goes on although all nodes were killed at the end of a game and nobody looks at it', async () => {
    const [one, other] = nodes
    const [ada, bo] = [await HttpPlayer.guest(one.url, 'Ada'), await becomeGuest(one.url, 'Bo')]
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const { snapshot } = await ada.create({ seat: 0, series: { best: 3 } })
      const id = snapshot.match
      const joining = {
        method: 'POST',
        headers: { authorization: `Bearer ${bo.token}`, 'content-type': 'application/json' },
      }
      await fetch(`${one.url}/v1/matches/join`, { ...joining, body: JSON.stringify({ code: snapshot.code }) })
      await ada.resign(id)
      await Promise.all([kill(one), kill(other)])
      await Promise.all([one.start(), other.start()])
      const own = async () => {
        const { matches } = await get<OwnMatchesAnswer>(`${other.url}/v1/players/me/matches`, bo.token)
        return matches.map(({ match, status }) => ({ match, status }))
      }
      const next = matchOfSeries({ id, game: 2 })
      await expect.poll(own, { interval: 250 }).toEqual([{ match: next, status: 'playing' }])
      await ada.resign(next)
      const series = await get<SeriesAnswer>(`${other.url}/v1/series/${id}`)
      expect(series).toMatchObject({ status: 'ended', winner: bo.player.id, games: [{ match: id }, { match: next }] })
    }
  })
})
