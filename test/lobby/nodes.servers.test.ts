import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { LiveStore, LobbyStores } from '../../src/live/index.ts'
import { DEFAULT_RETENTION, openRedisLobby, openRedisStore } from '../../src/live/index.ts'
import { Lobby, lobbyMatches } from '../../src/lobby/index.ts'
import { Matches } from '../../src/matches/index.ts'
import { ANYBODY, pairIn, PATIENTLY } from '../live/lobby/harness.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import type { RedisServer } from '../support/redis.ts'
import { startRedis } from '../support/redis.ts'
import { BLITZ, QueueRecorder, SLOW } from './support.ts'

interface Node {
  live: LiveStore
  stores: LobbyStores
  matches: Matches
  lobby: Lobby
  recorder: QueueRecorder
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
  const stores = openRedisLobby({ url: redis.url })
  const matches = new Matches({ store: live, logger })
  const lobby = new Lobby({
    stores,
    live,
    logger,
    matches: lobbyMatches(matches),
    people: { find: async () => null, hasBlocked: async () => false, requireTalk: () => undefined },
    ratingOf: async () => ({ rating: 1500, deviation: 60, provisional: false, games: 40 }),
    times: { poll: 100, lease: 500 },
  })
  const recorder = new QueueRecorder()
  lobby.queue.subscribe(recorder)
  // Before that, the node gets no news.
  const marker = newPlayer('Marker')
  await vi.waitFor(async () => {
    await lobby.queue.join(marker, { kind: 'agora', clock: 'correspondence-7', rated: true })
    await lobby.queue.leave(marker.id)
    expect(recorder.of(marker)).not.toEqual([])
  }, PATIENTLY)
  return { live, stores, matches, lobby, recorder }
}

async function closeNode({ live, stores, matches, lobby }: Node): Promise<void> {
  await lobby.close()
  await stores.close()
  await matches.close()
  await live.close()
}

it('a player leaves while they are paired, 200 times: they have left, or both have one match', async () => {
  const outcomes = new Set<string>()
  for (let time = 0; time < 200; time += 1) {
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    await nodes[0].lobby.queue.join(ada, BLITZ)
    const leave = async () => {
      // Each time a few round trips later than before.
      for (let trips = time % 5; trips > 0; trips -= 1) await nodes[0].stores.queue.stats([])
      return nodes[0].lobby.queue.leave(ada.id)
    }
    const [answer] = await Promise.all([leave(), nodes[1].lobby.queue.join(bo, BLITZ)])
    outcomes.add(answer.status)
    if (answer.status === 'matched') {
      const { match } = answer
      for (const { recorder } of nodes) {
        for (const player of [ada, bo]) {
          await expect.poll(() => recorder.of(player).at(-1), PATIENTLY).toBe(`matched blitz ${match}`)
        }
      }
      const { snapshot } = await nodes[1].matches.views.view(ada, match)
      expect([snapshot.players[0]!.id, snapshot.players[1]!.id].sort()).toEqual([ada.id, bo.id].sort())
      await nodes[0].matches.endings.abort(bo, { match, actionId: newActionId(), version: 1 })
      await expect.poll(() => nodes[1].lobby.queue.status(ada.id), PATIENTLY).toEqual({ status: 'idle' })
    } else {
      for (const { recorder } of nodes) {
        await expect.poll(() => recorder.of(ada).at(-1), PATIENTLY).toBe('left blitz')
      }
      expect(await nodes[1].lobby.queue.leave(bo.id)).toEqual({ status: 'idle' })
    }
  }
  expect(outcomes).toEqual(new Set(['idle', 'matched']))
})

it('many players join on both nodes at once: each gets one match', async () => {
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

it('another node replaces a node that dies after it has created a pairing', async () => {
  const dying = await openNode()
  const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
  await dying.lobby.close()
  for (const player of [ada, bo])
    await dying.stores.queue.join({ player, pool: 'agora.blitz.casual', rating: 1500 }, 60_000, true)
  // This node creates no match, even if it is the first one to create the pairing.
  await pairIn(dying.stores.pairings, 'agora.blitz.casual', ANYBODY, 500)
  await closeNode(dying)
  for (const { recorder } of nodes) {
    for (const player of [ada, bo]) {
      await expect.poll(() => recorder.of(player).at(-1), PATIENTLY).toMatch(/^matched blitz/)
    }
  }
})
