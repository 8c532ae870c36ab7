import { expect, it } from 'vitest'
import { pairUp } from '../../../src/lobby/pairing.ts'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness, LobbyNode } from './harness.ts'
import { ANYBODY, complete, LONG, newId, newPool, pairIn, PATIENTLY, playersOf, waitingIn } from './harness.ts'

const TIMES = 200

export function races({ node }: LobbyHarness): void {
  /** New players who wait in a pool; they join from both nodes. */
  const waitingFrom = (nodes: readonly LobbyNode[], pool: string, count: number): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => waitingIn(nodes[index % nodes.length]!.queue, pool)))

  it('two nodes run the pairing rule: nobody is paired twice, nobody is lost', async () => {
    const nodes = [await node(), await node()] as const
    for (let time = 0; time < TIMES; time += 1) {
      const pool = newPool()
      const players = await waitingFrom(nodes, pool, 2 + (time % 9))
      const created = (await Promise.all([...nodes, nodes[0]].map(({ pairings }) => pairIn(pairings, pool)))).flat()
      const paired = created.flatMap(playersOf)
      expect(new Set(paired).size).toBe(paired.length)
      expect(created).toHaveLength(Math.floor(players.length / 2))
      const statuses = await Promise.all(players.map((player) => nodes[1].queue.status(player)))
      expect(statuses.filter(({ ticket }) => ticket)).toHaveLength(players.length % 2)
      expect(statuses.map(({ ticket, pairing }) => (ticket === null) !== (pairing === null))).not.toContain(false)
      await complete(nodes[0].pairings, created)
    }
  })

  it('two nodes take pairs that overlap: each ticket is taken once, each pair wholly or not at all', async () => {
    const nodes = [await node(), await node()] as const
    const winners = new Set<number>()
    for (let time = 0; time < TIMES; time += 1) {
      const pool = newPool()
      await waitingFrom(nodes, pool, 4)
      const { candidates } = await nodes[0].pairings.waiting(pool, 4)
      const [a, b, c, d] = candidates.map(({ ticket }) => ticket)
      const wanted = [
        [
          [a!, b!],
          [c!, d!],
        ],
        [
          [b!, c!],
          [a!, d!],
        ],
      ] as const
      // Each node begins first in turn.
      const first = time % 2
      const taken = await Promise.all(
        [first, 1 - first].map((index) => nodes[index]!.pairings.create(pool, wanted[index]!, LONG)),
      )
      expect(taken.map(({ length }) => length).sort()).toEqual([0, 2])
      const winner = taken[0]!.length > 0 ? first : 1 - first
      winners.add(winner)
      const created = taken.flat()
      expect(created.map(({ tickets }) => tickets)).toEqual(wanted[winner])
      for (const pairing of created) {
        for (const player of playersOf(pairing)) {
          const [here, there] = await Promise.all(nodes.map(({ queue }) => queue.status(player)))
          expect(here).toEqual({ ticket: null, pairing, found: null, playing: [] })
          expect(there).toEqual(here)
        }
      }
      await complete(nodes[1].pairings, created)
    }
    expect(winners).toEqual(new Set([0, 1]))
  })

  it('a player leaves while a node pairs them: they have left, or both players have the match', async () => {
    const [one, other] = [await node(), await node()]
    const outcomes = new Set<string>()
    for (let time = 0; time < TIMES; time += 1) {
      const pool = newPool()
      const [ada, bo] = [await waitingIn(one.queue, pool), await waitingIn(other.queue, pool)]
      const { candidates, readAt } = await other.pairings.waiting(pool, 2)
      const leave = () => one.queue.leave(ada)
      const pair = () => other.pairings.create(pool, pairUp(candidates, ANYBODY, readAt), LONG)
      const [left, created] =
        time % 2 === 0
          ? await Promise.all([leave(), pair()])
          : await Promise.all([pair(), leave()]).then(([first, second]) => [second, first] as const)
      outcomes.add(left ? 'left' : 'paired')
      expect(created).toHaveLength(left ? 0 : 1)
      const [adas, bos] = [await other.queue.status(ada), await one.queue.status(bo)]
      expect([adas.ticket, adas.pairing, bos.ticket, bos.pairing].map((thing) => thing !== null)).toEqual(
        left ? [false, false, true, false] : [false, true, false, true],
      )
      const match = newId()
      for (const { id } of created) await one.pairings.complete(id, match, true)
      const expected = [left ? `left ${pool}` : `matched ${pool} ${match}`]
      for (const { recorder } of [one, other]) {
        await expect.poll(() => recorder.of(ada).slice(1), PATIENTLY).toEqual(expected)
      }
      if (left) await one.queue.leave(bo)
    }
    expect(outcomes).toEqual(new Set(['left', 'paired']))
  })

  it('a player moves to another pool while a node pairs them: they wait there, or have the pairing', async () => {
    const [one, other] = [await node(), await node()]
    const outcomes = new Set<string>()
    for (let time = 0; time < TIMES; time += 1) {
      const [pool, elsewhere, player] = [newPool(), newPool(), newPlayer('Ada')]
      await one.queue.join({ player, pool, rating: 1500 }, LONG, true)
      await waitingIn(other.queue, pool)
      const { candidates, readAt } = await other.pairings.waiting(pool, 2)
      const move = async () => void (await one.queue.join({ player, pool: elsewhere, rating: 1500 }, LONG, true))
      let created: Awaited<ReturnType<typeof pairIn>> = []
      const pair = async () => {
        created = await other.pairings.create(pool, pairUp(candidates, ANYBODY, readAt), LONG)
      }
      await Promise.all(time % 2 === 0 ? [move(), pair()] : [pair(), move()])
      const { ticket, pairing } = await one.queue.status(player.id)
      outcomes.add(ticket ? 'moved' : 'paired')
      expect([ticket?.pool, pairing?.id]).toEqual(created[0] ? [undefined, created[0].id] : [elsewhere, undefined])
      const waiting = (await other.queue.stats([pool, elsewhere])).map((stats) => stats.waiting)
      expect(waiting).toEqual(created[0] ? [0, 0] : [1, 1])
      await complete(one.pairings, created)
    }
    expect(outcomes).toEqual(new Set(['moved', 'paired']))
  })

  it('a player joins two pools from two nodes: they wait in one of them', async () => {
    const [one, other] = [await node(), await node()]
    for (let time = 0; time < TIMES; time += 1) {
      const [player, pools] = [newPlayer('Ada'), [newPool(), newPool()] as const]
      await Promise.all([
        one.queue.join({ player, pool: pools[0], rating: 1500 }, LONG, true),
        other.queue.join({ player, pool: pools[1], rating: 1500 }, LONG, true),
      ])
      const { ticket } = await one.queue.status(player.id)
      const waiting = (await one.queue.stats(pools)).map((stats) => stats.waiting)
      expect(waiting).toEqual(pools.map((pool) => (pool === ticket!.pool ? 1 : 0)))
      // On both nodes the last news is about the pool in which the player waits.
      for (const { recorder } of [one, other]) {
        const last = () => [recorder.of(player.id).length, recorder.of(player.id).at(-1)]
        await expect.poll(last, PATIENTLY).toEqual([2, `joined ${ticket!.pool}`])
      }
      await one.queue.leave(player.id)
    }
  })

  it('a match begins while its player joins: the player does not wait', async () => {
    const [one, other] = [await node(), await node()]
    for (let time = 0; time < TIMES; time += 1) {
      const [player, pool, match] = [newPlayer('Ada'), newPool(), newId()]
      await Promise.all([
        one.queue.join({ player, pool, rating: 1500 }, LONG, true),
        other.queue.matchBegan(match, [player.id]),
      ])
      expect(await other.queue.status(player.id)).toMatchObject({ ticket: null, playing: [match] })
      expect((await one.queue.stats([pool]))[0]!.waiting).toBe(0)
    }
  })

  it('two nodes claim pairings: each pairing is leased to one of them', async () => {
    const [one, other] = [await node(), await node()]
    for (let time = 0; time < 20; time += 1) {
      const pool = newPool()
      const players = await waitingFrom([one], pool, 10)
      expect(await pairIn(one.pairings, pool, ANYBODY, 0)).toHaveLength(players.length / 2)
      const claimed = (await Promise.all([one, other].map(({ pairings }) => pairings.claim(1000, LONG)))).flat()
      expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length)
      expect(claimed).toHaveLength(players.length / 2)
      await complete(one.pairings, claimed)
    }
  })
}
