import { expect, it } from 'vitest'
import type { LobbyStores, Pairing } from '../../../src/live/index.ts'
import { pairWaitingEngines } from '../../../src/lobby/pairer.ts'
import { playerRef } from '../../../src/protocol/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { LONG, newId, newPool, pairsOf, PATIENTLY, playersOf, SHORT } from './harness.ts'

const MANY = 1_000
/** More places than any test takes. */
const ENOUGH = 1_000

type Stores = Pick<LobbyStores, 'queue' | 'pairings' | 'ladder'>

/** Lets a bot wait; a new one, unless it is named. Resolves with its id. */
async function engineIn({ queue }: Stores, pool: string, { id = newId(), owner = newId() } = {}): Promise<string> {
  const ticket = { player: playerRef(id, 'Deep Ada', true), pool, rating: 1500, owner }
  await queue.join(ticket, LONG, false)
  return id
}

const run = ({ pairings }: Stores, pool: string, places = ENOUGH): Promise<Pairing[]> =>
  pairWaitingEngines(pairings, pool, places, LONG)

/** Completes pairings, and resolves with the games of the last one. */
async function complete({ pairings }: Stores, created: readonly Pairing[]): Promise<[string, string]> {
  const games: [string, string] = [newId(), newId()]
  for (const { id } of created) await pairings.complete(id, games[0], false, games[1])
  return games
}

/** Every place that is taken is given back. */
async function clear({ ladder }: Stores): Promise<void> {
  for (const name of await ladder.claim(MANY, 0)) await ladder.remove(name)
}

export function ladder({ node, pass }: LobbyHarness): void {
  it('gives a pair two places, from its pairing to the ends of both games', async () => {
    const [one, other] = [await node(), await node()]
    await clear(one)
    const pool = newPool()
    const engines = [await engineIn(one, pool), await engineIn(other, pool)]
    expect(await run(one, pool, 1)).toEqual([])
    const [pairing] = await run(other, pool, 2)
    expect(playersOf(pairing!).sort()).toEqual(engines.sort())
    const waiting = [await engineIn(one, pool), await engineIn(one, pool)]
    expect(await run(one, pool, 3)).toEqual([])
    const games = await complete(other, [pairing!])
    expect(await run(one, pool, 3)).toEqual([])
    await one.ladder.remove(games[0])
    expect(await run(one, pool, 2)).toEqual([])
    await other.ladder.remove(games[1])
    await other.ladder.remove(games[1])
    const [next] = await run(one, pool, 2)
    expect(playersOf(next!).sort()).toEqual(waiting.sort())
    await complete(one, [next!])
    await clear(one)
  })

  it('never has more games than places, however many engines wait at however many nodes', async () => {
    const nodes = [await node(), await node()] as const
    await clear(nodes[0])
    const pools = [newPool(), newPool()]
    for (const pool of pools) for (let n = 0; n < 10; n += 1) await engineIn(nodes[0], pool)
    const created = (await Promise.all(nodes.flatMap((one) => pools.map((pool) => run(one, pool, 7))))).flat()
    expect(created).toHaveLength(3)
    expect(new Set(created.flatMap(playersOf)).size).toBe(6)
    await complete(nodes[1], created)
    await clear(nodes[0])
  })

  it('tells both engines of both games, and lets them wait again at once', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    const ids = [await engineIn(one, pool), await engineIn(one, pool)]
    const [match, twin] = await complete(other, await run(one, pool))
    for (const id of ids) {
      expect(await one.queue.status(id)).toEqual({
        ticket: null,
        pairing: null,
        found: { match, twin, pool },
        playing: [],
      })
      const told = [`joined ${pool}`, `matched ${pool} ${match} ${twin}`]
      for (const { recorder } of [one, other]) await expect.poll(() => recorder.of(id), PATIENTLY).toEqual(told)
      await engineIn(one, pool, { id })
      expect((await other.queue.status(id)).ticket).toMatchObject({ pool, player: { id, bot: true } })
    }
    await clear(one)
  })

  it('pairs two engines again only while no other one waits, and then whom it met longest ago', async () => {
    const stores = await node()
    const pool = newPool()
    const [ada, bo, cleo] = [newId(), newId(), newId()] as const
    /** Lets engines wait in this order, and resolves with who meets. */
    const meet = async (...ids: string[]): Promise<string[][]> => {
      for (const id of ids) {
        await engineIn(stores, pool, { id })
      }
      const created = await run(stores, pool)
      await complete(stores, created)
      for (const id of ids) await stores.queue.leave(id)
      return pairsOf(created)
    }
    const both = [ada, bo].sort()
    expect(await meet(ada, bo)).toEqual([both])
    expect(await meet(ada, bo)).toEqual([both])
    const [third] = await meet(ada, bo, cleo)
    expect(third).toContain(cleo)
    const left = third!.includes(ada) ? bo : ada
    // Whoever comes first has met one of the two others longer ago, or never.
    expect((await meet(ada, bo, cleo))[0]).toContain(left)
    await clear(stores)
  })

  it('gives back what was left behind, and keeps what goes on', async () => {
    const [one, other] = [await node(), await node()]
    await clear(one)
    const game = newId()
    await one.ladder.add(game)
    expect(await other.ladder.claim(MANY, LONG)).toEqual([])
    pass(SHORT)
    const claimed: string[] = []
    await expect.poll(async () => claimed.push(...(await other.ladder.claim(MANY, SHORT))), PATIENTLY).toBe(1)
    expect(claimed).toEqual([game])
    expect(await one.ladder.claim(MANY, SHORT)).toEqual([])
    await one.ladder.remove(game)
    pass(SHORT)
    expect(await one.ladder.claim(MANY, 0)).toEqual([])
  })

  it('is no part of the queue of people: their pairs take no place', async () => {
    const stores = await node()
    await clear(stores)
    const pool = newPool()
    for (const name of ['Ada', 'Bo'])
      await stores.queue.join({ player: newPlayer(name), pool, rating: 1500 }, LONG, true)
    const { candidates } = await stores.pairings.waiting(pool, 2)
    const pair = [candidates[0]!.ticket, candidates[1]!.ticket] as const
    const [pairing] = await stores.pairings.create(pool, [pair], LONG)
    await stores.pairings.complete(pairing!.id, newId(), false)
    expect(await stores.ladder.claim(MANY, 0)).toEqual([])
  })
}
