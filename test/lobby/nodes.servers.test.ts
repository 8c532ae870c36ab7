import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DEFAULT_RETENTION, openRedisLobby, openRedisStore } from '../../src/live/index.ts'
import type { LiveStore, LobbyStore } from '../../src/live/index.ts'
import { Lobby } from '../../src/lobby/index.ts'
import { Matches } from '../../src/matches/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { startRedis } from '../support/redis.ts'
import type { RedisServer } from '../support/redis.ts'
import { BLITZ, SLOW, Told } from './support.ts'

interface Node {
  live: LiveStore
  store: LobbyStore
  matches: Matches
  lobby: Lobby
  told: Told
}

const logger = pino({ level: 'silent' })

let redis: RedisServer
let nodes: [Node, Node]
beforeAll(async () => {
  redis = await startRedis()
  nodes = [await openNode(), await openNode()]
})
afterAll(async () => {
  for (const node of nodes) await closeNode(node)
  await redis.destroy()
})

async function openNode(): Promise<Node> {
  const live = openRedisStore({ url: redis.url, retention: DEFAULT_RETENTION })
  const store = openRedisLobby({ url: redis.url })
  const matches = new Matches({ store: live, logger })
  const lobby = new Lobby({
    store, live, matches, logger,
    ratingOf: async () => ({ rating: 1500, deviation: 60, provisional: false, games: 40 }),
    times: { look: 100, lease: 500 },
  })
  const told = new Told()
  told.listenTo(lobby)
  // Until then the node would not hear what happens.
  const marker = newPlayer('Marker')
  await vi.waitFor(async () => {
    await lobby.queue.join(marker, { kind: 'agora', clock: 'correspondence-7', rated: true })
    await lobby.queue.leave(marker.id)
    expect(told.of(marker)).not.toEqual([])
  }, PATIENTLY)
  return { live, store, matches, lobby, told }
}

async function closeNode({ live, store, matches, lobby }: Node): Promise<void> {
  await lobby.close()
  await store.close()
  await matches.close()
  await live.close()
}

it('leave against pairing, 200 times: he has left, or both sit in one match, and all nodes tell it', async () => {
  const outcomes = new Set<string>()
  for (let time = 0; time < 200; time += 1) {
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    await nodes[0].lobby.queue.join(ada, BLITZ)
    const [left] = await Promise.all(
      time % 3 === 0
        ? [nodes[0].lobby.queue.leave(ada.id), nodes[1].lobby.queue.join(bo, BLITZ)]
        : [nodes[1].lobby.queue.join(bo, BLITZ).then(() => nodes[0].lobby.queue.leave(ada.id))],
    )
    const answer = left
    outcomes.add(answer.status)
    if (answer.status === 'matched') {
      for (const { told } of nodes) {
        for (const player of [ada, bo]) await expect.poll(() => told.of(player).at(-1), PATIENTLY).toBe(`matched blitz ${answer.match}`)
      }
      const { snapshot } = await nodes[1].matches.view(ada, answer.match)
      expect([snapshot.players[0]!.id, snapshot.players[1]!.id].sort()).toEqual([ada.id, bo.id].sort())
      await nodes[0].matches.abort(bo, { match: answer.match, actionId: newActionId() })
      await expect.poll(() => nodes[1].lobby.queue.status(ada.id), PATIENTLY).toEqual({ status: 'idle' })
    } else {
      for (const { told } of nodes) await expect.poll(() => told.of(ada).at(-1), PATIENTLY).toBe('left blitz')
      expect(await nodes[1].lobby.queue.leave(bo.id)).toEqual({ status: 'idle' })
    }
  }
  expect(outcomes).toEqual(new Set(['idle', 'matched']))
})

it('many join on both nodes at once: each gets one match', async () => {
  const players = Array.from({ length: 60 }, (_, index) => newPlayer(`Player ${index}`))
  await Promise.all(players.map((player, index) => nodes[index % 2]!.lobby.queue.join(player, SLOW)))
  const matches = new Map<string, string[]>()
  for (const player of players) {
    await expect.poll(() => nodes[0].lobby.queue.status(player.id), PATIENTLY).toMatchObject({ status: 'matched' })
    const { match } = (await nodes[1].lobby.queue.status(player.id)) as { match: string }
    matches.set(match, [...(matches.get(match) ?? []), player.id])
  }
  expect(matches.size).toBe(30)
  for (const [match, two] of matches) {
    const { header, entries } = (await nodes[0].live.load(match))!
    const guest = entries.map(({ body }) => body).find((body) => body.type === 'join')!
    expect([header.host.player.id, guest.player.id].sort()).toEqual(two.sort())
  }
})

it('a node that dies after it has picked two is replaced by another', async () => {
  const dying = await openNode()
  const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
  await dying.lobby.close()
  for (const player of [ada, bo]) await dying.store.join(player, 'agora.blitz.casual', 1500, 60_000, true)
  const rules = { window: { first: 0, step: 0, everyMs: 1, openAfterMs: 0 }, againAfterMs: 0 }
  // Whichever node is first: this one makes no match of it.
  await dying.store.pair('agora.blitz.casual', rules, 500)
  await closeNode(dying)
  for (const { told } of nodes) {
    for (const player of [ada, bo]) await expect.poll(() => told.of(player).at(-1), PATIENTLY).toMatch(/^matched blitz/)
  }
})
