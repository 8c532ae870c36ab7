import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { OwnMatch, PlayerRef, PlayerServerEvent } from '../../src/protocol/index.ts'
import { endedSchema, ownMatchSchema } from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/contract/harness.ts'
import { create, creation, join, openMatches, seatTwo, step } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

let backend: MemoryBackend
let stores: MemoryStore[]
let nodes: [Matches, Matches]
beforeEach(() => {
  backend = new MemoryBackend(23)
  stores = [new MemoryStore(backend), new MemoryStore(backend)]
  nodes = [openMatches({ store: stores[0]! }), openMatches({ store: stores[1]! })]
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()))
})

/** Watches all matches of a player at a node, and records the events. */
async function watching(node: Matches, player: PlayerRef) {
  const events: PlayerServerEvent[] = []
  const { answer, stop } = await node.streams.watch(player, { notify: (event) => events.push(event) })
  const names = (): string[] => events.map(({ event }) => event)
  const turns = (): OwnMatch[] =>
    events.flatMap(({ event, payload }) => (event === 'player:turn' ? [ownMatchSchema.parse(payload)] : []))
  return { answer, events, names, turns, stop }
}

describe('a player who watches all of their matches', () => {
  it('is sent the beginning, each change of the turn and the end of a match at another node', async () => {
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const { snapshot } = await create(nodes[1], ada, creation({ seat: 0, clock: 'correspondence-1' }))
    const stream = await watching(nodes[0], ada)
    expect(stream.answer.matches).toMatchObject([{ match: snapshot.match, status: 'waiting' }])
    await join(nodes[1], bo, { code: snapshot.code! })
    await expect.poll(stream.names, PATIENTLY).toEqual(['player:started'])
    expect(ownMatchSchema.parse(stream.events[0]!.payload)).toMatchObject({ you: 0, opponent: bo, toAct: 0 })

    const seated = { match: snapshot.match, players: [ada, bo] as [PlayerRef, PlayerRef] }
    const random = seededRandom(9)
    const expected: number[] = []
    let toAct = 0
    for (let moves = 0; moves < 12; moves += 1) {
      await step(nodes[1], seated, random)
      const { board } = (await nodes[1].views.view(null, seated.match)).snapshot
      if (board!.toAct !== toAct) expected.push(board!.toAct!)
      toAct = board!.toAct!
    }
    await expect.poll(() => stream.turns().map((turn) => turn.toAct), PATIENTLY).toEqual(expected)
    for (const turn of stream.turns()) expect(turn.deadline).toBeGreaterThan(0)
    await nodes[1].endings.resign(bo, { match: seated.match, actionId: newActionId() })
    await expect.poll(() => stream.names().at(-1), PATIENTLY).toBe('player:ended')
    expect(endedSchema.parse(stream.events.at(-1)!.payload)).toMatchObject({
      outcome: { by: 'resignation', winner: 0 },
    })
  })

  it('is sent the beginning of a match that they join at the same node, once', async () => {
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const streams = [await watching(nodes[0], ada), await watching(nodes[0], bo), await watching(nodes[0], bo)]
    const { snapshot } = await create(nodes[0], ada, creation({}))
    await join(nodes[0], bo, { code: snapshot.code! })
    nodes[0].streams.seated(snapshot.match, [ada.id, bo.id])
    for (const { names } of streams) await expect.poll(names, PATIENTLY).toEqual(['player:started'])
    nodes[0].streams.interrupted()
    await nodes[0].endings.resign(ada, { match: snapshot.match, actionId: newActionId() })
    for (const { names } of streams) await expect.poll(names, PATIENTLY).toEqual(['player:started', 'player:ended'])
  })

  it('is sent the beginning of a match at another node when it is announced', async () => {
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const stream = await watching(nodes[0], bo)
    const { snapshot } = await create(nodes[1], ada, creation({}))
    await join(nodes[1], bo, { code: snapshot.code! })
    nodes[0].streams.seated(snapshot.match, [ada.id, bo.id])
    await expect.poll(stream.names, PATIENTLY).toEqual(['player:started'])
  })

  it('is sent what happened while announcements were missed, and nothing twice', async () => {
    const { match, players } = await seatTwo(nodes[1])
    const stream = await watching(nodes[0], players[0])
    stores[0]!.cut()
    await nodes[1].endings.resign(players[1], { match, actionId: newActionId() })
    const { snapshot } = await create(nodes[1], players[0], creation({}))
    await join(nodes[1], players[1], { code: snapshot.code! })
    stores[0]!.heal()
    expect(stream.names()).toEqual([])
    nodes[0].streams.interrupted()
    await expect.poll(() => stream.names().sort(), PATIENTLY).toEqual(['player:ended', 'player:started'])
    stores[0]!.mend()
    nodes[0].streams.interrupted()
    await step(nodes[1], { match: snapshot.match, players }, seededRandom(1))
    await nodes[1].endings.resign(players[0], { match: snapshot.match, actionId: newActionId() })
    await expect.poll(() => stream.names().filter((name) => name === 'player:ended'), PATIENTLY).toHaveLength(2)
    expect(stream.names().filter((name) => name === 'player:started')).toHaveLength(1)
  })

  it('has their list read again among many others, a few at a time, each once for interruptions in a row', async () => {
    const players = Array.from({ length: 180 }, (_, number) => newPlayer(`Player ${number}`))
    for (const player of players) await watching(nodes[0], player)
    const plain = stores[0]!.matchesOf.bind(stores[0])
    const read = new Map<string, number>()
    let [now, most] = [0, 0]
    stores[0]!.matchesOf = async (player, ...rest) => {
      read.set(player, (read.get(player) ?? 0) + 1)
      most = Math.max(most, (now += 1))
      return plain(player, ...rest).finally(() => (now -= 1))
    }
    for (let times = 0; times < 3; times += 1) nodes[0].streams.interrupted()
    await expect.poll(() => read.size, PATIENTLY).toBe(players.length)
    await expect.poll(() => now, PATIENTLY).toBe(0)
    expect(most).toBe(50)
    // Only readings that had begun before the next interruption come again.
    expect([...read.values()].filter((times) => times > 1).length).toBeLessThanOrEqual(50)
  })

  it('is sent nothing of other matches, and nothing more once they stop', async () => {
    const { match, players } = await seatTwo(nodes[0])
    const [eve, ada, other] = [newPlayer('Eve'), players[0], players[0]]
    const streams = [await watching(nodes[0], eve), await watching(nodes[0], ada), await watching(nodes[0], other)]
    streams[1]!.stop()
    await nodes[0].endings.resign(players[1], { match, actionId: newActionId() })
    await expect.poll(streams[2]!.names, PATIENTLY).toEqual(['player:ended'])
    expect([streams[0]!.names(), streams[1]!.names()]).toEqual([[], []])
  })

  it('is refused while the store does not answer, and leaves nothing behind', async () => {
    const { players } = await seatTwo(nodes[1])
    stores[0]!.down = true
    await expect(watching(nodes[0], players[0])).rejects.toMatchObject({ code: 'unavailable' })
    stores[0]!.down = false
    expect([...stores[0]!.followed.keys()]).toEqual([])
    expect((await watching(nodes[0], players[0])).answer.matches).toHaveLength(1)
  })

  it('follows a bounded number of matches: those that they joined last', async () => {
    const ada = newPlayer('Ada')
    const node = openMatches({ store: new MemoryStore(backend), maxOpenPerPlayer: 1_000 })
    try {
      for (let number = 0; number < 103; number += 1) await node.play.create(ada, creation({}))
      const stream = await watching(nodes[0], ada)
      expect(stream.answer.matches).toHaveLength(50)
      expect(stores[0]!.followed.size).toBe(100)
      stream.stop()
    } finally {
      await node.close()
    }
  })
})
