import { beforeEach, expect, it } from 'vitest'
import { LOBBY_RETENTION, MOST_SHOWN, openEmbeddedLobby } from '../../../src/live/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { LobbyNode } from './harness.ts'
import { ANYBODY, aPairing, complete, LONG, newId, newPool, pairIn, playersOf, recorded } from './harness.ts'
import { aShownMatch } from './shown.ts'

let now: number
let node: LobbyNode
beforeEach(() => {
  now = 1_000_000
  node = recorded(openEmbeddedLobby({ clock: () => now }))
})

it('a ticket expires to the millisecond', async () => {
  const player = newPlayer('Ada')
  await node.queue.join({ player, pool: 'pool', rating: 1500 }, 100, true)
  now += 99
  expect((await node.queue.status(player.id)).ticket).not.toBeNull()
  now += 1
  expect((await node.queue.status(player.id)).ticket).toBeNull()
})

it('a pairing whose match cannot be created is removed, and both players are notified', async () => {
  const { pairing, players } = await aPairing(node, 1000)
  now += LOBBY_RETENTION.pairingMs - 1
  expect(await node.pairings.claim(10, 1000)).toHaveLength(1)
  now += 1000
  expect(await node.pairings.claim(10, 1000)).toEqual([])
  for (const player of players) {
    expect((await node.queue.status(player)).pairing).toBeNull()
    expect(node.recorder.of(player)).toEqual([`joined ${pairing.pool}`, `failed ${pairing.pool}`])
  }
  await node.pairings.complete(pairing.id, newId(), true)
  expect((await node.queue.status(players[0])).found).toBeNull()
})

it('the store forgets a match that the queue found, and later that the match is played', async () => {
  const { pairing, players } = await aPairing(node)
  await node.pairings.complete(pairing.id, newId(), true)
  now += LOBBY_RETENTION.foundMs
  expect(await node.queue.status(players[0])).toMatchObject({ found: null, playing: [expect.any(String)] })
  now += LOBBY_RETENTION.playingMs
  expect((await node.queue.status(players[0])).playing).toEqual([])
})

it('the store forgets the last opponents, and how long players waited', async () => {
  const [players, pool] = [[newPlayer('Ada'), newPlayer('Bo')], newPool()]
  const meet = async () => {
    for (const player of players) await node.queue.join({ player, pool, rating: 1500 }, LONG, false)
    const created = await pairIn(node.pairings, pool, { ...ANYBODY, againAfterMs: LONG })
    await complete(node.pairings, created)
    return created.flatMap(playersOf).length
  }
  expect([await meet(), await meet()]).toEqual([2, 0])
  expect((await node.queue.stats([pool]))[0]!.waits).toHaveLength(2)
  for (const { id } of players) await node.queue.leave(id)
  now += LOBBY_RETENTION.opponentsMs
  expect((await node.queue.stats([pool]))[0]!.waits).toEqual([])
  expect(await meet()).toBe(2)
})

it('a fault of the subscriber does not disturb a step', async () => {
  const other = openEmbeddedLobby()
  other.news.subscribe({
    news: () => {
      throw new Error('a fault')
    },
    interrupted: () => undefined,
  })
  expect(() => other.news.subscribe(node.recorder)).toThrow('the store has a subscriber')
  expect(
    (await other.queue.join({ player: newPlayer('Ada'), pool: 'pool', rating: 1500 }, LONG, true)).ticket,
  ).not.toBeNull()
})

it('a closed store is unavailable', async () => {
  await node.close()
  await expect(node.queue.status('ada')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(node.pairings.claim(1, 1)).rejects.toMatchObject({ code: 'unavailable' })
})

it('the store shows no more matches than its bound, the last ones', async () => {
  const matches = Array.from({ length: MOST_SHOWN + 2 }, () => aShownMatch())
  for (const match of matches) await node.shown.show(match)
  const listed = await node.shown.list({ order: 'newest', limit: 2 * MOST_SHOWN })
  expect(listed.map(({ match }) => match.match)).toEqual(
    matches
      .slice(2)
      .map(({ match }) => match)
      .reverse(),
  )
  expect(await node.shown.claim(2 * MOST_SHOWN, 0)).toHaveLength(MOST_SHOWN)
})
