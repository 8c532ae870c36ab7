import { expect, it } from 'vitest'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { LONG, newId, newPool, PATIENTLY, SHORT, waitingIn, WHILE } from './harness.ts'

export function starts({ node }: LobbyHarness): void {
  it('is published to every node', async () => {
    const [one, other] = [await node(), await node()]
    const [ada, bo] = [newPlayer('Ada').id, newPlayer('Bo').id]
    await one.store.announceStart('a-match', [ada, bo])
    for (const { recorder } of [one, other]) {
      for (const player of [ada, bo]) {
        await expect.poll(() => recorder.of(player), PATIENTLY).toEqual(['started a-match'])
      }
    }
  })
}

export function queue({ node, pass }: LobbyHarness): void {
  it('takes a player, and notifies every node', async () => {
    const [one, other] = [await node(), await node()]
    const [player, pool] = [newPlayer('Ada'), newPool()]
    const idle = { ticket: null, pairing: null, found: null, playing: [] }
    expect(await one.store.playerStatus(player.id)).toEqual(idle)
    const { ticket } = await one.store.join(player, pool, 1612.5, LONG, true)
    expect(ticket).toEqual({ player, pool, rating: 1612.5, since: expect.any(Number) as number })
    expect(await other.store.playerStatus(player.id)).toEqual({ ...idle, ticket })
    const stats = await other.store.poolStats([newPool(), pool])
    expect(stats).toEqual([{ waiting: 0, waits: [] }, { waiting: 1, waits: [] }])
    for (const { recorder } of [one, other]) {
      await expect.poll(() => recorder.of(player.id), PATIENTLY).toEqual([`joined ${pool}`])
    }
  })

  it('keeps the ticket of a player who joins the same pool again, from any node', async () => {
    const [one, other] = [await node(), await node()]
    const [player, pool] = [newPlayer('Ada'), newPool()]
    const { ticket } = await one.store.join(player, pool, 1500, LONG, true)
    pass(1000)
    expect((await other.store.join(player, pool, 1700, LONG, true)).ticket).toEqual(ticket)
    expect((await one.store.poolStats([pool]))[0]!.waiting).toBe(1)
    await other.store.leave(player.id)
    await expect.poll(() => one.recorder.of(player.id), PATIENTLY).toEqual([`joined ${pool}`, `left ${pool}`])
  })

  it('moves a player who joins another pool', async () => {
    const { store, recorder } = await node()
    const [player, first, second] = [newPlayer('Ada'), newPool(), newPool()]
    await store.join(player, first, 1500, LONG, true)
    const { ticket } = await store.join(player, second, 1600, LONG, false)
    expect(ticket).toMatchObject({ pool: second, rating: 1600 })
    expect((await store.poolStats([first, second])).map(({ waiting }) => waiting)).toEqual([0, 1])
    await expect.poll(() => recorder.of(player.id), PATIENTLY).toEqual([`joined ${first}`, `joined ${second}`])
  })

  it('lets a player leave, once', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    const player = await waitingIn(one.store, pool)
    expect(await other.store.leave(player)).toMatchObject({ player: { id: player }, pool })
    expect(await one.store.leave(player)).toBeNull()
    expect((await one.store.playerStatus(player)).ticket).toBeNull()
    await expect.poll(() => one.recorder.of(player), PATIENTLY).toEqual([`joined ${pool}`, `left ${pool}`])
  })

  it('loses a ticket that is not renewed, and notifies', async () => {
    const { store, recorder } = await node()
    const pool = newPool()
    const [lost, there] = [await waitingIn(store, pool, 1500, SHORT), await waitingIn(store, pool)]
    pass(SHORT)
    await expect.poll(async () => (await store.playerStatus(lost)).ticket, PATIENTLY).toBeNull()
    expect((await store.playerStatus(there)).ticket).not.toBeNull()
    expect((await store.poolStats([pool]))[0]!.waiting).toBe(1)
    await expect.poll(() => recorder.of(lost), PATIENTLY).toEqual([`joined ${pool}`, `gone ${pool}`])
  })

  it('loses any number of tickets that expire together, and notifies once about each', async () => {
    const { store, recorder } = await node()
    const pool = newPool()
    const lost = await Promise.all(Array.from({ length: 350 }, () => waitingIn(store, pool, 1500, WHILE)))
    const there = await waitingIn(store, pool)
    pass(WHILE)
    // The ticket of a player no longer counts, even if the store has not removed all of them yet.
    await expect.poll(async () => (await store.playerStatus(lost.at(-1)!)).ticket, PATIENTLY).toBeNull()
    await expect.poll(async () => (await store.poolStats([pool]))[0]!.waiting, PATIENTLY).toBe(1)
    expect(await store.renewTickets([...lost, there], LONG)).toEqual(lost)
    const expected = lost.map(() => [`joined ${pool}`, `gone ${pool}`])
    await expect.poll(() => lost.map((player) => recorder.of(player)), PATIENTLY).toEqual(expected)
  })

  it('keeps the tickets that are renewed in time, and answers who does not wait', async () => {
    const { store } = await node()
    const [pool, stranger] = [newPool(), newId()]
    const [renewed, again] = [await waitingIn(store, pool, 1500, WHILE), newPlayer('Bo')]
    await store.join(again, pool, 1500, WHILE, true)
    expect(await store.renewTickets([renewed, stranger], LONG)).toEqual([stranger])
    await store.join(again, pool, 1500, LONG, true)
    // A shorter renewal does not shorten a longer one.
    await store.renewTickets([renewed], 1)
    const lost = await waitingIn(store, pool, 1500, WHILE)
    pass(WHILE)
    await expect.poll(async () => (await store.playerStatus(lost)).ticket, PATIENTLY).toBeNull()
    expect(await store.renewTickets([renewed, again.id, lost], LONG)).toEqual([lost])
  })

  it('renews any number of tickets at once', async () => {
    const { store } = await node()
    const pool = newPool()
    const players = await Promise.all(Array.from({ length: 1_201 }, () => waitingIn(store, pool)))
    const strangers = Array.from({ length: 600 }, () => newId())
    expect(await store.renewTickets([...players, ...strangers], LONG)).toEqual(strangers)
    await Promise.all(players.map((player) => store.leave(player)))
  })

  it('loses a player who begins a real-time match, and refuses them for another one until it has ended', async () => {
    const [one, other] = [await node(), await node()]
    const [player, pool, match] = [newPlayer('Ada'), newPool(), newId()]
    await one.store.join(player, pool, 1500, LONG, true)
    const opponent = newId()
    await other.store.matchBegan(match, [player.id, opponent])
    const playing = { ticket: null, pairing: null, found: null, playing: [match] }
    expect(await one.store.playerStatus(player.id)).toEqual(playing)
    expect((await one.store.playerStatus(opponent)).playing).toEqual([match])
    await expect.poll(() => one.recorder.of(player.id), PATIENTLY).toEqual([`joined ${pool}`, `playing ${pool}`])
    expect(await one.store.join(player, pool, 1500, LONG, true)).toMatchObject({ ticket: null, playing: [match] })
    await one.store.matchEnded(match, [player.id, opponent])
    expect((await other.store.playerStatus(opponent)).playing).toEqual([])
    expect((await other.store.join(player, pool, 1500, LONG, true)).ticket).not.toBeNull()
  })

  it('takes a player of a real-time match for a match of another kind', async () => {
    const { store } = await node()
    const [player, pool, match] = [newPlayer('Ada'), newPool(), newId()]
    await store.matchBegan(match, [player.id])
    expect(await store.join(player, pool, 1500, LONG, false)).toMatchObject({ ticket: { pool }, playing: [match] })
  })

  it('knows every real-time match of a player', async () => {
    const { store } = await node()
    const [player, pool, first, second] = [newPlayer('Ada'), newPool(), newId(), newId()]
    await store.matchBegan(first, [player.id])
    await store.matchBegan(second, [player.id])
    await store.matchBegan(second, [player.id])
    expect([...(await store.playerStatus(player.id)).playing].sort()).toEqual([first, second].sort())
    await store.matchEnded(second, [player.id])
    expect(await store.join(player, pool, 1500, LONG, true)).toMatchObject({ ticket: null, playing: [first] })
    await store.matchEnded(first, [player.id])
    await store.matchEnded(newId(), [player.id])
    expect((await store.join(player, pool, 1500, LONG, true)).ticket).not.toBeNull()
  })
}
