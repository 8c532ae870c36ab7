import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { DeliveryQueue, MOST_IN_HAND, MOST_WAITING } from '../../src/notifications/queue.ts'
import type { Places } from '../support/history.ts'
import { quiet } from '../support/history.ts'
import { inDatabases } from '../support/history-databases.ts'
import { newPlayer } from '../support/players.ts'
import { checkWebhookFigures } from './at-webhooks.ts'

const NEWS = { type: 'webhook-disabled', why: 'a test' } as const
/** Room for all that a test puts into the queue. */
const ROOM = { inAll: 20, failed: 20 }

let places: Places
let nodes: [Database, Database]
beforeAll(async () => {
  places = await inDatabases()
  const place = await places.fresh()
  nodes = [await openDatabase(place, quiet), await openDatabase(place, quiet)]
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await places.end()
})

async function account(playerId = newPlayer('Ada').id): Promise<string> {
  const data = { playerId, name: playerId, nameKey: playerId, passwordHash: '', createdAt: new Date() }
  await nodes[0].use((db) => db.account.create({ data }))
  return playerId
}

it('two nodes on Postgres claim each delivery once, one of a target at a time, and again after the lease', async () => {
  const queues = nodes.map((database) => new DeliveryQueue(database))
  const players = await Promise.all(Array.from({ length: 10 }, () => account()))
  for (const player of players) await queues[0]!.add(player, ['one', 'two'], NEWS)
  const claims = await Promise.all(queues.flatMap((queue) => [1, 2, 3].map(() => queue.claim(ROOM, 60_000))))
  const claimed = claims.flat()
  expect(claimed).toHaveLength(20)
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(20)
  const [player] = players as [string]
  // What is in hand keeps its target from other deliveries.
  await queues[1]!.add(player, ['one'], NEWS)
  expect(await queues[1]!.claim(ROOM, 60_000)).toEqual([])
  const first = claimed.find(({ playerId, target }) => playerId === player && target === 'one')!
  await queues[0]!.remove(first)
  const [second] = await queues[1]!.claim(ROOM, 0)
  expect(second).toMatchObject({ playerId: player, target: 'one', attempts: 1, notification: { ...NEWS, player } })
  // The lease was over at once: another node has it.
  await expect.poll(() => queues[0]!.claim(ROOM, 60_000)).toMatchObject([{ id: second!.id, attempts: 2 }])
  await queues[0]!.postpone(second!, 3_600_000)
  expect(await queues[1]!.claim(ROOM, 60_000)).toEqual([])
})

it('on Postgres, moderators see what waits at the webhooks of all accounts, and how many of these fail', () =>
  checkWebhookFigures(nodes[0]))

it('on Postgres, nothing is tried at a target that has failed until it is its time', async () => {
  const queue = new DeliveryQueue(nodes[0])
  const player = await account()
  for (let count = 0; count < 30; count += 1) await queue.add(player, ['one'], NEWS)
  const [first] = await queue.claim(ROOM, 60_000)
  await queue.postpone(first!, 3_600_000)
  expect(await queue.claim(ROOM, 60_000)).toEqual([])
  await queue.postpone(first!, 0)
  // What has not failed comes first, and then what failed first; the failures of the target add up.
  const tried: string[] = []
  for (let attempts = 2; attempts <= 31; attempts += 1) {
    const [next] = await queue.claim(ROOM, 60_000)
    expect(next!.attempts).toBe(attempts)
    tried.push(next!.id)
    await queue.postpone(next!, 0)
  }
  expect(new Set(tried).size).toBe(30)
  expect(tried.at(-1)).toBe(first!.id)
  const [next] = await queue.claim(ROOM, 60_000)
  await queue.delivered(next!)
  expect(await queue.claim(ROOM, 60_000)).toMatchObject([{ attempts: 1 }])
  await queue.removeAll(player, 'one')
})

it('accounts on Postgres take turns, and have a few deliveries in hand each, however many targets fail', async () => {
  const queue = new DeliveryQueue(nodes[0])
  const crowd = await Promise.all([account(), account()])
  const targets = Array.from({ length: 11 }, (_, number) => `target ${number}`)
  for (const player of crowd) await queue.add(player, targets, NEWS)
  const honest = await account()
  const claimed = await queue.claim({ inAll: 64, failed: 16 }, 60_000)
  expect(claimed).toHaveLength(2 * MOST_IN_HAND)
  expect(await queue.claim({ inAll: 64, failed: 16 }, 60_000)).toEqual([])
  await queue.add(honest, ['one'], NEWS)
  const [next] = await queue.claim({ inAll: 64, failed: 16 }, 60_000)
  expect(next!.playerId).toBe(honest)
  await queue.remove(next!)

  // Where there is one place, the turn of the honest account comes after one of each.
  for (const delivery of claimed) await queue.remove(delivery)
  await queue.add(honest, ['one'], NEWS)
  const turns: string[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const [delivery] = await queue.claim({ inAll: 1, failed: 1 }, 60_000)
    turns.push(delivery!.playerId)
    await queue.remove(delivery!)
  }
  expect(turns).toContain(honest)
  for (const player of crowd) for (const target of targets) await queue.removeAll(player, target)
})

it('on Postgres, deliveries that have failed before have few of the places', async () => {
  const queue = new DeliveryQueue(nodes[0])
  const players = await Promise.all(Array.from({ length: 6 }, () => account()))
  for (const player of players) await queue.add(player, ['one'], NEWS)
  for (const delivery of await queue.claim(ROOM, 60_000)) await queue.postpone(delivery, 0)
  const fresh = await account()
  await queue.add(fresh, ['one'], NEWS)
  const claimed = await queue.claim({ inAll: 20, failed: 2 }, 60_000)
  expect(claimed.filter(({ attempts }) => attempts > 1)).toHaveLength(2)
  expect(claimed.filter(({ playerId }) => playerId === fresh)).toHaveLength(1)
  for (const player of [...players, fresh]) await queue.removeAll(player, 'one')
})

it('a target on Postgres has a bounded number of deliveries', async () => {
  const queue = new DeliveryQueue(nodes[0])
  const player = await account()
  for (let count = 0; count < MOST_WAITING; count += 1) expect(await queue.add(player, ['one'], NEWS)).toBe(1)
  expect(await queue.add(player, ['one', 'two'], NEWS)).toBe(1)
  expect(await queue.waiting(player, 'one')).toBe(MOST_WAITING)
})
