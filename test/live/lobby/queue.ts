import { expect, it } from 'vitest'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { LONG, newId, newPool, PATIENTLY, SHORT, waitingIn, WHILE } from './harness.ts'

export function queue({ node, pass }: LobbyHarness): void {
  it('holds a player, and every node is told', async () => {
    const [one, other] = [await node(), await node()]
    const [player, pool] = [newPlayer('Ada'), newPool()]
    expect(await one.store.standing(player.id)).toEqual({ ticket: null, pairing: null, found: null, playing: [] })
    const { ticket } = await one.store.join(player, pool, 1612.5, LONG, true)
    expect(ticket).toEqual({ player, pool, rating: 1612.5, since: expect.any(Number) as number })
    expect(await other.store.standing(player.id)).toEqual({ ticket, pairing: null, found: null, playing: [] })
    expect(await other.store.crowds([newPool(), pool])).toEqual([{ waiting: 0, waits: [] }, { waiting: 1, waits: [] }])
    await expect.poll(() => one.heard.of(player.id), PATIENTLY).toEqual([`joined ${pool}`])
    await expect.poll(() => other.heard.of(player.id), PATIENTLY).toEqual([`joined ${pool}`])
  })

  it('keeps the place of who joins again, from whatever node', async () => {
    const [one, other] = [await node(), await node()]
    const [player, pool] = [newPlayer('Ada'), newPool()]
    const { ticket } = await one.store.join(player, pool, 1500, LONG, true)
    pass(1000)
    expect((await other.store.join(player, pool, 1700, LONG, true)).ticket).toEqual(ticket)
    expect((await one.store.crowds([pool]))[0]!.waiting).toBe(1)
    await other.store.leave(player.id)
    await expect.poll(() => one.heard.of(player.id), PATIENTLY).toEqual([`joined ${pool}`, `left ${pool}`])
  })

  it('moves who joins another pool', async () => {
    const { store, heard } = await node()
    const [player, first, second] = [newPlayer('Ada'), newPool(), newPool()]
    await store.join(player, first, 1500, LONG, true)
    expect((await store.join(player, second, 1600, LONG, false)).ticket).toMatchObject({ pool: second, rating: 1600 })
    expect((await store.crowds([first, second])).map(({ waiting }) => waiting)).toEqual([0, 1])
    await expect.poll(() => heard.of(player.id), PATIENTLY).toEqual([`joined ${first}`, `joined ${second}`])
  })

  it('can be left, once', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    const player = await waitingIn(one.store, pool)
    expect(await other.store.leave(player)).toMatchObject({ player: { id: player }, pool })
    expect(await one.store.leave(player)).toBeNull()
    expect((await one.store.standing(player)).ticket).toBeNull()
    await expect.poll(() => one.heard.of(player), PATIENTLY).toEqual([`joined ${pool}`, `left ${pool}`])
  })

  it('forgets who is not heard of again, and says so', async () => {
    const { store, heard } = await node()
    const pool = newPool()
    const [lost, there] = [await waitingIn(store, pool, 1500, SHORT), await waitingIn(store, pool)]
    pass(SHORT)
    await expect.poll(async () => (await store.standing(lost)).ticket, PATIENTLY).toBeNull()
    expect((await store.standing(there)).ticket).not.toBeNull()
    expect((await store.crowds([pool]))[0]!.waiting).toBe(1)
    await expect.poll(() => heard.of(lost), PATIENTLY).toEqual([`joined ${pool}`, `gone ${pool}`])
  })

  it('keeps who is heard of in time, and tells who is not there', async () => {
    const { store } = await node()
    const [pool, stranger] = [newPool(), newId()]
    const [kept, again] = [await waitingIn(store, pool, 1500, WHILE), newPlayer('Bo')]
    await store.join(again, pool, 1500, WHILE, true)
    expect(await store.keep([kept, stranger], LONG)).toEqual([stranger])
    await store.join(again, pool, 1500, LONG, true)
    // To be kept for a shorter time takes nothing away.
    await store.keep([kept], 1)
    const lost = await waitingIn(store, pool, 1500, WHILE)
    pass(WHILE)
    await expect.poll(async () => (await store.standing(lost)).ticket, PATIENTLY).toBeNull()
    expect(await store.keep([kept, again.id, lost], LONG)).toEqual([lost])
  })

  it('lets nobody wait who begins a real-time match, nor wait for another until it is over', async () => {
    const [one, other] = [await node(), await node()]
    const [player, pool, match] = [newPlayer('Ada'), newPool(), newId()]
    await one.store.join(player, pool, 1500, LONG, true)
    const mate = newId()
    await other.store.began(match, [player.id, mate])
    expect(await one.store.standing(player.id)).toEqual({ ticket: null, pairing: null, found: null, playing: [match] })
    expect((await one.store.standing(mate)).playing).toEqual([match])
    await expect.poll(() => one.heard.of(player.id), PATIENTLY).toEqual([`joined ${pool}`, `playing ${pool}`])
    expect(await one.store.join(player, pool, 1500, LONG, true)).toMatchObject({ ticket: null, playing: [match] })
    await one.store.over(match, [player.id, mate])
    expect((await other.store.standing(mate)).playing).toEqual([])
    expect((await other.store.join(player, pool, 1500, LONG, true)).ticket).not.toBeNull()
  })

  it('can be joined while a real-time match is on if it is for another kind', async () => {
    const { store } = await node()
    const [player, pool, match] = [newPlayer('Ada'), newPool(), newId()]
    await store.began(match, [player.id])
    expect(await store.join(player, pool, 1500, LONG, false)).toMatchObject({ ticket: { pool }, playing: [match] })
  })

  it('knows every real-time match of a player', async () => {
    const { store } = await node()
    const [player, pool, first, second] = [newPlayer('Ada'), newPool(), newId(), newId()]
    await store.began(first, [player.id])
    await store.began(second, [player.id])
    await store.began(second, [player.id])
    expect([...(await store.standing(player.id)).playing].sort()).toEqual([first, second].sort())
    await store.over(second, [player.id])
    expect(await store.join(player, pool, 1500, LONG, true)).toMatchObject({ ticket: null, playing: [first] })
    await store.over(first, [player.id])
    await store.over(newId(), [player.id])
    expect((await store.join(player, pool, 1500, LONG, true)).ticket).not.toBeNull()
  })
}
