import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import { atLast } from '../support/at-last.ts'
import { Follower } from '../support/follower.ts'
import { BASE, create, creation, join, openMatches, seatTwo } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newPlayer } from '../support/players.ts'

let backend: MemoryBackend
let stores: [MemoryStore, MemoryStore]
let nodes: [Matches, Matches]
beforeEach(() => {
  backend = new MemoryBackend(3)
  stores = [new MemoryStore(backend), new MemoryStore(backend)]
  nodes = [openMatches({ store: stores[0], renewalMs: 100 }), openMatches({ store: stores[1], renewalMs: 100 })]
})
afterEach(() => Promise.all(nodes.map((node) => node.close())))

const shows = (follower: Follower, seats: number[]): Promise<void> =>
  atLast(() => expect(follower.presences.at(-1)).toEqual(seats))

describe('presence', () => {
  it('shows every watcher, on any node, which seats have a connection', async () => {
    const { match, players } = await seatTwo(nodes[0])
    const [spectator, ada, bo, boAgain] = [new Follower(), new Follower(), new Follower(), new Follower()]
    await spectator.follow(nodes[1], null, match)
    await shows(spectator, [])
    await ada.follow(nodes[0], players[0], match)
    for (const follower of [spectator, ada]) await shows(follower, [0])
    await bo.follow(nodes[1], players[1], match)
    await boAgain.follow(nodes[0], players[1], match)
    for (const follower of [spectator, ada, bo, boAgain]) await shows(follower, [0, 1])
    await ada.stop()
    for (const follower of [spectator, bo]) await shows(follower, [1])
    await bo.stop()
    await boAgain.stop()
    await shows(spectator, [])
  })

  it('counts a spectator who takes the free seat', async () => {
    const { match } = (await create(nodes[0], newPlayer('Ada'), creation({ options: BASE, seat: 0 }))).snapshot
    const player = newPlayer('Bo')
    const bo = new Follower()
    await bo.follow(nodes[0], player, match)
    await join(nodes[1], player, { match })
    await shows(bo, [1])
    await bo.stop()
    expect(backend.present(match)).toEqual([])
  })

  it('expires with a node that died, and is back with a node that only seemed dead', async () => {
    const { match, players } = await seatTwo(nodes[0])
    const [ada, bo] = [new Follower(), new Follower()]
    await ada.follow(nodes[0], players[0], match)
    await bo.follow(nodes[1], players[1], match)
    await shows(ada, [0, 1])
    stores[1].down = true
    await shows(ada, [0])
    stores[1].down = false
    await shows(ada, [0, 1])
  })

  it('ends with a node that is closed', async () => {
    const { match, players } = await seatTwo(nodes[0])
    const [ada, bo] = [new Follower(), new Follower()]
    await ada.follow(nodes[0], players[0], match)
    await bo.follow(nodes[1], players[1], match)
    await shows(ada, [0, 1])
    await nodes[1].close()
    expect(backend.present(match)).not.toContain(1)
    await shows(ada, [0])
  })

  it('cannot be renewed so rarely that the interval does not fit into a timer', () => {
    const renewalMs = 2 ** 30
    expect(() => openMatches({ store: new MemoryStore(backend), renewalMs })).toThrow(RangeError)
  })
})
