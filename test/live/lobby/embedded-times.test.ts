import { beforeEach, expect, it } from 'vitest'
import { LOBBY_RETENTION, MOST_SHOWN, openEmbeddedLobby } from '../../../src/live/index.ts'
import type { LobbyStore } from '../../../src/live/index.ts'
import { newPlayer } from '../../support/players.ts'
import { ANYBODY, aPairing, complete, LONG, newId, newPool, NewsRecorder, pairIn, playersOf } from './harness.ts'
import { aShownMatch } from './shown.ts'

let now: number
let store: LobbyStore
let recorder: NewsRecorder
beforeEach(() => {
  now = 1_000_000
  recorder = new NewsRecorder()
  store = openEmbeddedLobby({ clock: () => now })
  store.subscribe(recorder)
})

it('a ticket expires to the millisecond', async () => {
  const player = newPlayer('Ada')
  await store.join(player, 'pool', 1500, 100, true)
  now += 99
  expect((await store.playerStatus(player.id)).ticket).not.toBeNull()
  now += 1
  expect((await store.playerStatus(player.id)).ticket).toBeNull()
})

it('a pairing whose match cannot be created is removed, and both players are notified', async () => {
  const { pairing, players } = await aPairing(store, 1000)
  now += LOBBY_RETENTION.pairingMs - 1
  expect(await store.claimPairings(10, 1000)).toHaveLength(1)
  now += 1000
  expect(await store.claimPairings(10, 1000)).toEqual([])
  for (const player of players) {
    expect((await store.playerStatus(player)).pairing).toBeNull()
    expect(recorder.of(player)).toEqual([`joined ${pairing.pool}`, `failed ${pairing.pool}`])
  }
  await store.completePairing(pairing.id, newId(), true)
  expect((await store.playerStatus(players[0])).found).toBeNull()
})

it('the store forgets a match that the queue found, and later that the match is played', async () => {
  const { pairing, players } = await aPairing(store)
  await store.completePairing(pairing.id, newId(), true)
  now += LOBBY_RETENTION.foundMs
  expect(await store.playerStatus(players[0])).toMatchObject({ found: null, playing: [expect.any(String)] })
  now += LOBBY_RETENTION.playingMs
  expect((await store.playerStatus(players[0])).playing).toEqual([])
})

it('the store forgets the last opponents, and how long players waited', async () => {
  const [players, pool] = [[newPlayer('Ada'), newPlayer('Bo')], newPool()]
  const meet = async () => {
    for (const player of players) await store.join(player, pool, 1500, LONG, false)
    const created = await pairIn(store, pool, { ...ANYBODY, againAfterMs: LONG })
    await complete(store, created)
    return created.flatMap(playersOf).length
  }
  expect([await meet(), await meet()]).toEqual([2, 0])
  expect((await store.poolStats([pool]))[0]!.waits).toHaveLength(2)
  for (const { id } of players) await store.leave(id)
  now += LOBBY_RETENTION.opponentMs
  expect((await store.poolStats([pool]))[0]!.waits).toEqual([])
  expect(await meet()).toBe(2)
})

it('a fault of the subscriber does not disturb a step', async () => {
  const other = openEmbeddedLobby()
  other.subscribe({
    news: () => {
      throw new Error('a fault')
    },
    interrupted: () => undefined,
  })
  expect(() => other.subscribe(recorder)).toThrow('the store has a subscriber')
  expect((await other.join(newPlayer('Ada'), 'pool', 1500, LONG, true)).ticket).not.toBeNull()
})

it('a closed store is unavailable', async () => {
  await store.close()
  await expect(store.playerStatus('ada')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(store.claimPairings(1, 1)).rejects.toMatchObject({ code: 'unavailable' })
})

it('the store shows no more matches than its bound, the last ones', async () => {
  const matches = Array.from({ length: MOST_SHOWN + 2 }, () => aShownMatch())
  for (const match of matches) await store.showMatch(match)
  const listed = await store.listShown({ order: 'newest', limit: 2 * MOST_SHOWN })
  expect(listed.map(({ match }) => match.match)).toEqual(matches.slice(2).map(({ match }) => match).reverse())
  expect(await store.claimShown(2 * MOST_SHOWN, 0)).toHaveLength(MOST_SHOWN)
})
