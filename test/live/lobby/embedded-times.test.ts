import { beforeEach, expect, it } from 'vitest'
import { LOBBY_KEEPS, openEmbeddedLobby } from '../../../src/live/index.ts'
import type { LobbyStore } from '../../../src/live/index.ts'
import { newPlayer } from '../../support/players.ts'
import { ANYBODY, aPairing, LobbyHeard, LONG, newId, newPool, playersOf } from './harness.ts'

let now: number
let store: LobbyStore
let heard: LobbyHeard
beforeEach(() => {
  now = 1_000_000
  store = openEmbeddedLobby({ clock: () => now })
  store.listen((heard = new LobbyHeard()))
})

it('a place is kept to the millisecond', async () => {
  const player = newPlayer('Ada')
  await store.join(player, 'pool', 1500, 100, true)
  now += 99
  expect((await store.standing(player.id)).ticket).not.toBeNull()
  now += 1
  expect((await store.standing(player.id)).ticket).toBeNull()
})

it('a pairing whose match cannot be made is taken back, and both are told', async () => {
  const { pairing, players } = await aPairing(store, 1000)
  now += LOBBY_KEEPS.pairingMs - 1
  expect(await store.claimPairings(10, 1000)).toHaveLength(1)
  now += 1000
  expect(await store.claimPairings(10, 1000)).toEqual([])
  for (const player of players) {
    expect((await store.standing(player)).pairing).toBeNull()
    expect(heard.of(player)).toEqual([`joined ${pairing.pool}`, `failed ${pairing.pool}`])
  }
  await store.settle(pairing.id, newId(), true)
  expect((await store.standing(players[0])).found).toBeNull()
})

it('what was found is told for a while, and that a match is on for longer', async () => {
  const { pairing, players } = await aPairing(store)
  await store.settle(pairing.id, newId(), true)
  now += LOBBY_KEEPS.foundMs
  expect(await store.standing(players[0])).toMatchObject({ found: null, playing: [expect.any(String)] })
  now += LOBBY_KEEPS.playingMs
  expect((await store.standing(players[0])).playing).toEqual([])
})

it('whom one met last is forgotten in time, and how long others waited', async () => {
  const [players, pool] = [[newPlayer('Ada'), newPlayer('Bo')], newPool()]
  const meet = async () => {
    for (const player of players) await store.join(player, pool, 1500, LONG, false)
    const made = await store.pair(pool, { ...ANYBODY, againAfterMs: LONG }, LONG)
    for (const { id } of made) await store.settle(id, newId(), false)
    return made.flatMap(playersOf).length
  }
  expect([await meet(), await meet()]).toEqual([2, 0])
  expect((await store.crowds([pool]))[0]!.waits).toHaveLength(2)
  for (const { id } of players) await store.leave(id)
  now += LOBBY_KEEPS.opponentMs
  expect((await store.crowds([pool]))[0]!.waits).toEqual([])
  expect(await meet()).toBe(2)
})

it('a closed store is unavailable', async () => {
  await store.close()
  await expect(store.standing('ada')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(store.claimPairings(1, 1)).rejects.toMatchObject({ code: 'unavailable' })
})
