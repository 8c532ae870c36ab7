import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import { folded } from '../../src/record/index.ts'
import { openMatches, playOn, seatTwo } from '../support/match.ts'
import type { SeatedMatch } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

let backend: MemoryBackend
let stores: [MemoryStore, MemoryStore]
let nodes: [Matches, Matches]
let seated: SeatedMatch
beforeEach(async () => {
  backend = new MemoryBackend(31)
  stores = [new MemoryStore(backend), new MemoryStore(backend)]
  nodes = [openMatches({ store: stores[0] }), openMatches({ store: stores[1] })]
  seated = await seatTwo(nodes[0])
  await playOn(nodes[0], seated, seededRandom(7), 9)
})
afterEach(() => Promise.all(nodes.map((node) => node.close())))

const resign = (node: Matches): Promise<unknown> =>
  node.endings.resign(seated.players[0], { match: seated.match, actionId: newActionId() })

describe('an ended match, for the history', () => {
  it('is what a node has folded, and what its log gives', async () => {
    await resign(nodes[0])
    const ended = (await nodes[0].ended(seated.match))!
    const read = folded(backend.record(seated.match))
    expect(ended.record).toEqual(read.record)
    expect(ended.events).toEqual(read.events)
    expect(ended.fold.state).toEqual(read.fold.state)
    expect(ended.fold.outcome).toEqual(read.fold.outcome)
    expect(ended.fold.logHash.value).toBe(read.fold.logHash.value)
  })

  it('is nothing on a node that has not folded it, which reads nothing for it', async () => {
    await resign(nodes[0])
    expect(await nodes[1].ended(seated.match)).toBeNull()
    expect([...nodes[1].known()]).toEqual([])
  })

  it('is nothing while the match goes on', async () => {
    expect(await nodes[0].ended(seated.match)).toBeNull()
  })

  it('is that of the store if a node has missed its end', async () => {
    stores[0].cut()
    await resign(nodes[1])
    expect((await nodes[0].ended(seated.match))!.record).toEqual(backend.record(seated.match))
  })

  it('is that of the store if a failover has lost the end that a node knows', async () => {
    await resign(nodes[0])
    await stores[0].told()
    stores[0].cut()
    backend.rewriteLog(seated.match, (entries) => entries.slice(0, -1))
    expect(await nodes[0].ended(seated.match)).toBeNull()
    await resign(nodes[1])
    expect((await nodes[0].ended(seated.match))!.record).toEqual(backend.record(seated.match))
  })
})
