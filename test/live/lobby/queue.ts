import { expect, it } from 'vitest'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { LONG, newId, newPool, PATIENTLY, SHORT, waitingIn, WHILE } from './harness.ts'

export function queue({ node, pass }: LobbyHarness): void {
  it('takes a player, and notifies every node', async () => {
    const [one, other] = [await node(), await node()]
    const [player, pool] = [newPlayer('Ada'), newPool()]
    const idle = { ticket: null, pairing: null, found: null, playing: [] }
    expect(await one.queue.status(player.id)).toEqual(idle)
    const { ticket } = await one.queue.join({ player, pool, rating: 1612.5 }, LONG, true)
    expect(ticket).toEqual({ player, pool, rating: 1612.5, since: expect.any(Number) as number })
    expect(await other.queue.status(player.id)).toEqual({ ...idle, ticket })
    const stats = await other.queue.stats([newPool(), pool])
    expect(stats).toEqual([
      { waiting: 0, waits: [] },
      { waiting: 1, waits: [] },
    ])
    for (const { recorder } of [one, other]) {
      await expect.poll(() => recorder.of(player.id), PATIENTLY).toEqual([`joined ${pool}`])
    }
  })

  it('keeps the ticket of a player who joins the same pool again, from any node', async () => {
    const [one, other] = [await node(), await node()]
    const [player, pool] = [newPlayer('Ada'), newPool()]
    const { ticket } = await one.queue.join({ player, pool, rating: 1500 }, LONG, true)
    pass(1000)
    expect((await other.queue.join({ player, pool, rating: 1700 }, LONG, true)).ticket).toEqual(ticket)
    expect((await one.queue.stats([pool]))[0]!.waiting).toBe(1)
    await other.queue.leave(player.id)
    await expect.poll(() => one.recorder.of(player.id), PATIENTLY).toEqual([`joined ${pool}`, `left ${pool}`])
  })

  it('moves a player who joins another pool', async () => {
    const { queue, recorder } = await node()
    const [player, first, second] = [newPlayer('Ada'), newPool(), newPool()]
    await queue.join({ player, pool: first, rating: 1500 }, LONG, true)
    const { ticket } = await queue.join({ player, pool: second, rating: 1600 }, LONG, false)
    expect(ticket).toMatchObject({ pool: second, rating: 1600 })
    expect((await queue.stats([first, second])).map(({ waiting }) => waiting)).toEqual([0, 1])
    await expect.poll(() => recorder.of(player.id), PATIENTLY).toEqual([`joined ${first}`, `joined ${second}`])
  })

  it('lets a player leave, once', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    const player = await waitingIn(one.queue, pool)
    expect(await other.queue.leave(player)).toMatchObject({ player: { id: player }, pool })
    expect(await one.queue.leave(player)).toBeNull()
    expect((await one.queue.status(player)).ticket).toBeNull()
    await expect.poll(() => one.recorder.of(player), PATIENTLY).toEqual([`joined ${pool}`, `left ${pool}`])
  })

  it('loses a ticket that is not renewed, and notifies', async () => {
    const { queue, recorder } = await node()
    const pool = newPool()
    const [lost, there] = [await waitingIn(queue, pool, 1500, SHORT), await waitingIn(queue, pool)]
    pass(SHORT)
    await expect.poll(async () => (await queue.status(lost)).ticket, PATIENTLY).toBeNull()
    expect((await queue.status(there)).ticket).not.toBeNull()
    expect((await queue.stats([pool]))[0]!.waiting).toBe(1)
    await expect.poll(() => recorder.of(lost), PATIENTLY).toEqual([`joined ${pool}`, `gone ${pool}`])
  })

  it('loses any number of tickets that expire together, and notifies once about each', async () => {
    const { queue, recorder } = await node()
    const pool = newPool()
    const lost = await Promise.all(Array.from({ length: 350 }, () => waitingIn(queue, pool, 1500, WHILE)))
    const there = await waitingIn(queue, pool)
    pass(WHILE)
    // The ticket of a player no longer counts, even if the store has not removed all of them yet.
    await expect.poll(async () => (await queue.status(lost.at(-1)!)).ticket, PATIENTLY).toBeNull()
    await expect.poll(async () => (await queue.stats([pool]))[0]!.waiting, PATIENTLY).toBe(1)
    expect(await queue.renew([...lost, there], LONG)).toEqual(lost)
    const expected = lost.map(() => [`joined ${pool}`, `gone ${pool}`])
    await expect.poll(() => lost.map((player) => recorder.of(player)), PATIENTLY).toEqual(expected)
  })

  it('keeps the tickets that are renewed in time, and answers who does not wait', async () => {
    const { queue } = await node()
    const [pool, stranger] = [newPool(), newId()]
    const [renewed, again] = [await waitingIn(queue, pool, 1500, WHILE), newPlayer('Bo')]
    await queue.join({ player: again, pool, rating: 1500 }, WHILE, true)
    expect(await queue.renew([renewed, stranger], LONG)).toEqual([stranger])
    await queue.join({ player: again, pool, rating: 1500 }, LONG, true)
    // A shorter renewal does not shorten a longer one.
    await queue.renew([renewed], 1)
    const lost = await waitingIn(queue, pool, 1500, WHILE)
    pass(WHILE)
    await expect.poll(async () => (await queue.status(lost)).ticket, PATIENTLY).toBeNull()
    expect(await queue.renew([renewed, again.id, lost], LONG)).toEqual([lost])
  })

  it('renews any number of tickets at once', async () => {
    const { queue } = await node()
    const pool = newPool()
    const players = await Promise.all(Array.from({ length: 1_201 }, () => waitingIn(queue, pool)))
    const strangers = Array.from({ length: 600 }, () => newId())
    expect(await queue.renew([...players, ...strangers], LONG)).toEqual(strangers)
    await Promise.all(players.map((player) => queue.leave(player)))
  })

  it('loses a player who begins a real-time match, and refuses them for another one until it has ended', async () => {
    const [one, other] = [await node(), await node()]
    const [player, pool, match] = [newPlayer('Ada'), newPool(), newId()]
    await one.queue.join({ player, pool, rating: 1500 }, LONG, true)
    const opponent = newId()
    await other.queue.matchBegan(match, [player.id, opponent])
    const playing = { ticket: null, pairing: null, found: null, playing: [match] }
    expect(await one.queue.status(player.id)).toEqual(playing)
    expect((await one.queue.status(opponent)).playing).toEqual([match])
    await expect.poll(() => one.recorder.of(player.id), PATIENTLY).toEqual([`joined ${pool}`, `playing ${pool}`])
    expect(await one.queue.join({ player, pool, rating: 1500 }, LONG, true)).toMatchObject({
      ticket: null,
      playing: [match],
    })
    await one.queue.matchEnded(match, [player.id, opponent])
    expect((await other.queue.status(opponent)).playing).toEqual([])
    expect((await other.queue.join({ player, pool, rating: 1500 }, LONG, true)).ticket).not.toBeNull()
  })

  it('takes a player of a real-time match for a match of another kind', async () => {
    const { queue } = await node()
    const [player, pool, match] = [newPlayer('Ada'), newPool(), newId()]
    await queue.matchBegan(match, [player.id])
    expect(await queue.join({ player, pool, rating: 1500 }, LONG, false)).toMatchObject({
      ticket: { pool },
      playing: [match],
    })
  })

  it('knows every real-time match of a player', async () => {
    const { queue } = await node()
    const [player, pool, first, second] = [newPlayer('Ada'), newPool(), newId(), newId()]
    await queue.matchBegan(first, [player.id])
    await queue.matchBegan(second, [player.id])
    await queue.matchBegan(second, [player.id])
    expect([...(await queue.status(player.id)).playing].sort()).toEqual([first, second].sort())
    await queue.matchEnded(second, [player.id])
    expect(await queue.join({ player, pool, rating: 1500 }, LONG, true)).toMatchObject({
      ticket: null,
      playing: [first],
    })
    await queue.matchEnded(first, [player.id])
    await queue.matchEnded(newId(), [player.id])
    expect((await queue.join({ player, pool, rating: 1500 }, LONG, true)).ticket).not.toBeNull()
  })
}
