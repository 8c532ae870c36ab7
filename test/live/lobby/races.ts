import { expect, it } from 'vitest'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { ANYBODY, LONG, newId, newPool, PATIENTLY, playersOf, waitingIn } from './harness.ts'

const TIMES = 200

export function races({ node }: LobbyHarness): void {
  it('two nodes pair: nobody is paired twice, nobody is lost', async () => {
    const [one, other] = [await node(), await node()]
    for (let time = 0; time < TIMES; time += 1) {
      const pool = newPool()
      const players = await Promise.all(
        Array.from({ length: 2 + (time % 9) }, (_, index) => waitingIn(index % 2 === 0 ? one.store : other.store, pool)),
      )
      const made = (await Promise.all([one, other, one].map(({ store }) => store.pair(pool, ANYBODY, LONG)))).flat()
      const paired = made.flatMap(playersOf)
      expect(new Set(paired).size).toBe(paired.length)
      expect(made).toHaveLength(Math.floor(players.length / 2))
      const standings = await Promise.all(players.map((player) => other.store.standing(player)))
      expect(standings.filter(({ ticket }) => ticket)).toHaveLength(players.length % 2)
      expect(standings.map(({ ticket, pairing }) => (ticket === null) !== (pairing === null))).not.toContain(false)
      for (const { id } of made) await one.store.settle(id, newId(), false)
    }
  })

  it('one leaves while he is paired: either he has left, or both have the match', async () => {
    const [one, other] = [await node(), await node()]
    const outcomes = new Set<string>()
    for (let time = 0; time < TIMES; time += 1) {
      const pool = newPool()
      const [ada, bo] = [await waitingIn(one.store, pool), await waitingIn(other.store, pool)]
      const leave = () => one.store.leave(ada)
      const pair = () => other.store.pair(pool, ANYBODY, LONG)
      const [left, made] = time % 2 === 0
        ? await Promise.all([leave(), pair()])
        : await Promise.all([pair(), leave()]).then(([first, second]) => [second, first] as const)
      outcomes.add(left ? 'left' : 'paired')
      expect(made).toHaveLength(left ? 0 : 1)
      const [hers, his] = [await other.store.standing(ada), await one.store.standing(bo)]
      expect([hers.ticket, hers.pairing, his.ticket, his.pairing].map((thing) => thing !== null)).toEqual(
        left ? [false, false, true, false] : [false, true, false, true],
      )
      const match = newId()
      for (const { id } of made) await one.store.settle(id, match, true)
      for (const { heard } of [one, other]) {
        await expect.poll(() => heard.of(ada).slice(1), PATIENTLY).toEqual([left ? `left ${pool}` : `matched ${pool} ${match}`])
      }
      if (left) await one.store.leave(bo)
    }
    expect(outcomes).toEqual(new Set(['left', 'paired']))
  })

  it('one player joins two pools from two nodes: he waits in one of them', async () => {
    const [one, other] = [await node(), await node()]
    for (let time = 0; time < TIMES; time += 1) {
      const [player, pools] = [newPlayer('Ada'), [newPool(), newPool()] as const]
      await Promise.all([one.store.join(player, pools[0], 1500, LONG, true), other.store.join(player, pools[1], 1500, LONG, true)])
      const { ticket } = await one.store.standing(player.id)
      const waiting = (await one.store.crowds(pools)).map((crowd) => crowd.waiting)
      expect(waiting).toEqual(pools.map((pool) => (pool === ticket!.pool ? 1 : 0)))
      // On both nodes the last word is the pool in which he waits.
      for (const { heard } of [one, other]) {
        await expect.poll(() => [heard.of(player.id).length, heard.of(player.id).at(-1)], PATIENTLY).toEqual([2, `joined ${ticket!.pool}`])
      }
      await one.store.leave(player.id)
    }
  })

  it('a match begins while its player joins: he waits no more', async () => {
    const [one, other] = [await node(), await node()]
    for (let time = 0; time < TIMES; time += 1) {
      const [player, pool, match] = [newPlayer('Ada'), newPool(), newId()]
      await Promise.all([one.store.join(player, pool, 1500, LONG, true), other.store.began(match, [player.id])])
      expect(await other.store.standing(player.id)).toMatchObject({ ticket: null, playing: [match] })
      expect((await one.store.crowds([pool]))[0]!.waiting).toBe(0)
    }
  })

  it('two nodes look after pairings and tables: each is given to one of them', async () => {
    const [one, other] = [await node(), await node()]
    for (let time = 0; time < 20; time += 1) {
      const pool = newPool()
      const players = await Promise.all(Array.from({ length: 10 }, () => waitingIn(one.store, pool)))
      expect(await one.store.pair(pool, ANYBODY, 0)).toHaveLength(players.length / 2)
      const claimed = (await Promise.all([one, other].map(({ store }) => store.claimPairings(1000, LONG)))).flat()
      expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length)
      expect(claimed).toHaveLength(players.length / 2)
      for (const { id } of claimed) await one.store.settle(id, newId(), false)
    }
  })
}
