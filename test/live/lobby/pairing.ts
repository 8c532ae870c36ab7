import { expect, it } from 'vitest'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import {
  aHeader, ANYBODY, aPairing, LONG, newId, newPool, pairsOf, PATIENTLY, playersOf, SHORT, waitingIn, within,
} from './harness.ts'

export function pairing({ node, pass }: LobbyHarness): void {
  it('takes two players out of the pool, first who waited longer', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    const ada = await waitingIn(one.store, pool)
    pass(5)
    await expect.poll(async () => (await one.store.join(newPlayer('Bo'), newPool(), 1500, LONG, true)).ticket!.since, PATIENTLY)
      .toBeGreaterThan((await one.store.standing(ada)).ticket!.since)
    const bo = await waitingIn(other.store, pool)
    const [pairing, ...rest] = await other.store.pair(pool, ANYBODY, LONG)
    expect(rest).toEqual([])
    expect(pairing).toMatchObject({ pool, tickets: [{ player: { id: ada }, pool }, { player: { id: bo }, pool }] })
    for (const player of [ada, bo]) {
      expect(await one.store.standing(player)).toEqual({ ticket: null, pairing, found: null, playing: [] })
    }
    const [{ waiting, waits }] = (await one.store.crowds([pool])) as [{ waiting: number; waits: number[] }]
    expect([waiting, waits.length]).toEqual([0, 2])
    expect(waits[1]).toBeGreaterThanOrEqual(waits[0]!)
    expect(await one.store.pair(pool, ANYBODY, LONG)).toEqual([])
  })

  it('needs two', async () => {
    const { store } = await node()
    const [pool, elsewhere] = [newPool(), newPool()]
    expect(await store.pair(pool, ANYBODY, LONG)).toEqual([])
    await waitingIn(store, pool)
    await waitingIn(store, elsewhere)
    expect(await store.pair(pool, ANYBODY, LONG)).toEqual([])
    expect(await store.pair(elsewhere, ANYBODY, LONG)).toEqual([])
  })

  it('is of the closest ratings inside the window, and of nobody beyond', async () => {
    const { store } = await node()
    const pool = newPool()
    const first = await waitingIn(store, pool, 1500)
    const far = await waitingIn(store, pool, 1601)
    const near = await waitingIn(store, pool, 1590.5)
    const nearest = await waitingIn(store, pool, 1409.75)
    expect(pairsOf(await store.pair(pool, within(100), LONG))).toEqual(pairsOf([]).concat([[first, nearest].sort(), [far, near].sort()].sort()))
    const [low, high] = [await waitingIn(store, pool, 1000), await waitingIn(store, pool, 1100.5)]
    expect(await store.pair(pool, within(100), LONG)).toEqual([])
    expect(pairsOf(await store.pair(pool, within(101), LONG))).toEqual([[low, high].sort()])
  })

  it('is of who is there alone: who is gone is not paired', async () => {
    const { store } = await node()
    const pool = newPool()
    const lost = await waitingIn(store, pool, 1500, SHORT)
    pass(SHORT)
    await expect.poll(async () => (await store.standing(lost)).ticket, PATIENTLY).toBeNull()
    await waitingIn(store, pool)
    expect(await store.pair(pool, ANYBODY, LONG)).toEqual([])
  })

  it('is not of the same two again while others wait', async () => {
    const { store } = await node()
    const pool = newPool()
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const join = async () => {
      await store.join(ada, pool, 1500, LONG, true)
      await store.join(bo, pool, 1510, LONG, true)
    }
    const finish = async () => {
      const made = await store.pair(pool, ANYBODY, LONG)
      for (const { id } of made) await store.settle(id, newId(), false)
      return pairsOf(made)
    }
    await join()
    expect(await finish()).toEqual([[ada.id, bo.id].sort()])
    await join()
    expect(await finish()).toEqual([])
    const other = await waitingIn(store, pool, 1900)
    expect((await finish()).flat()).toContain(other)
    // One of them has met another since, but for the other it would be the same again.
    await join()
    expect(await finish()).toEqual([])
    // Nobody comes: after some time it is allowed.
    const patient = { ...ANYBODY, againAfterMs: SHORT }
    pass(SHORT)
    await expect.poll(async () => pairsOf(await store.pair(pool, patient, LONG)), PATIENTLY).toEqual([[ada.id, bo.id].sort()])
  })

  it('keeps its players from joining, until it is settled', async () => {
    const { store } = await node()
    const { pairing, players } = await aPairing(store)
    const ada = pairing.tickets[0].player
    expect(await store.join(ada, newPool(), 1500, LONG, false)).toMatchObject({ ticket: null, pairing: { id: pairing.id } })
    expect(await store.leave(ada.id)).toBeNull()
    expect(await store.keep(players, LONG)).toEqual(players)
    await store.settle(pairing.id, newId(), false)
    expect((await store.join(ada, newPool(), 1500, LONG, true)).ticket).not.toBeNull()
  })

  it('has one match, whoever proposes it', async () => {
    const [one, other] = [await node(), await node()]
    const { pairing } = await aPairing(one.store)
    const proposed = [aHeader(), aHeader()]
    const decided = await Promise.all([one.store.propose(pairing.id, proposed[0]!), other.store.propose(pairing.id, proposed[1]!)])
    expect(decided[0]).toEqual(decided[1])
    expect(proposed).toContainEqual(decided[0])
    expect(await other.store.propose(pairing.id, aHeader())).toEqual(decided[0])
    await one.store.settle(pairing.id, decided[0]!.id, true)
    expect(await other.store.propose(pairing.id, aHeader())).toBeNull()
  })

  it('is settled once, and both are told on every node', async () => {
    const [one, other] = [await node(), await node()]
    const { pairing, players } = await aPairing(one.store)
    const match = newId()
    await Promise.all([one.store.settle(pairing.id, match, true), other.store.settle(pairing.id, match, true)])
    for (const player of players) {
      const found = { match, pool: pairing.pool }
      expect(await other.store.standing(player)).toEqual({ ticket: null, pairing: null, found, playing: [match] })
      for (const { heard } of [one, other]) {
        await expect.poll(() => heard.of(player), PATIENTLY).toEqual([`joined ${pairing.pool}`, `matched ${pairing.pool} ${match}`])
      }
    }
    expect(await one.store.claimPairings(1000, LONG)).toEqual([])
    await one.store.over(match, players)
    expect(await one.store.standing(players[0])).toEqual({ ticket: null, pairing: null, found: null, playing: [] })
    // Somebody was slow.
    await other.store.settle(pairing.id, match, true)
    expect((await one.store.standing(players[1])).playing).toEqual([])
  })

  it('of another kind than real-time does not keep its players from anything', async () => {
    const { store } = await node()
    const { pairing, players } = await aPairing(store)
    const match = newId()
    await store.settle(pairing.id, match, false)
    expect(await store.standing(players[0])).toMatchObject({ found: { match }, playing: [] })
    const { ticket, found } = await store.join(pairing.tickets[0].player, newPool(), 1500, LONG, true)
    expect([ticket === null, found]).toEqual([false, null])
  })

  it('is leased: nobody else gets it, until its time is over', async () => {
    const [one, other] = [await node(), await node()]
    const { pairing } = await aPairing(one.store, SHORT)
    const mine = async (claimed: Promise<{ id: string }[]>) => (await claimed).filter(({ id }) => id === pairing.id)
    // The node that made it does no more: another one gets it, but only one.
    pass(SHORT)
    await expect.poll(() => mine(other.store.claimPairings(1000, LONG)), PATIENTLY).toEqual([pairing])
    expect(await mine(one.store.claimPairings(1000, LONG))).toEqual([])
    await other.store.settle(pairing.id, newId(), true)
  })

  it('that was just made is not claimed', async () => {
    const [one, other] = [await node(), await node()]
    const { pairing } = await aPairing(one.store, LONG)
    expect(await other.store.claimPairings(1000, LONG)).toEqual([])
    await one.store.settle(pairing.id, newId(), true)
  })

  it('adds to what is known of waiting, up to a number', async () => {
    const { store } = await node()
    const pool = newPool()
    for (let times = 0; times < 11; times += 1) {
      await Promise.all([waitingIn(store, pool), waitingIn(store, pool)])
      const made = await store.pair(pool, ANYBODY, LONG)
      for (const { id } of made) await store.settle(id, newId(), true)
    }
    const [crowd] = await store.crowds([pool])
    expect(crowd!.waits).toHaveLength(20)
    expect(crowd!.waits.every((ms) => ms >= 0 && ms < 60_000)).toBe(true)
  })

  it('is made of many at once, nobody twice', async () => {
    const { store } = await node()
    const pool = newPool()
    const players = await Promise.all(Array.from({ length: 1201 }, (_, index) => waitingIn(store, pool, 1000 + (index % 700))))
    const made = await store.pair(pool, ANYBODY, LONG)
    expect(made).toHaveLength(600)
    const paired = made.flatMap(playersOf)
    expect(new Set(paired).size).toBe(1200)
    expect(paired.every((player) => players.includes(player))).toBe(true)
    expect((await store.crowds([pool]))[0]!.waiting).toBe(1)
    for (const { id } of made) await store.settle(id, newId(), false)
  })
}
