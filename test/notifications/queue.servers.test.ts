import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/database/index.ts'
import type { Database } from '../../src/database/index.ts'
import { DeliveryQueue, MOST_WAITING } from '../../src/notifications/queue.ts'
import { quiet } from '../support/history.ts'
import type { Places } from '../support/history.ts'
import { inDatabases } from '../support/history-databases.ts'
import { newPlayer } from '../support/players.ts'

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
  const news = { type: 'webhook-disabled', why: 'a test' } as const
  const players = await Promise.all(Array.from({ length: 10 }, () => account()))
  for (const player of players) await queues[0]!.add(player, ['one', 'two'], news)
  const claims = await Promise.all(queues.flatMap((queue) => [1, 2, 3].map(() => queue.claim(20, 60_000))))
  const claimed = claims.flat()
  expect(claimed).toHaveLength(20)
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(20)
  const [player] = players as [string]
  // What is in hand keeps its target from other deliveries.
  await queues[1]!.add(player, ['one'], news)
  expect(await queues[1]!.claim(20, 60_000)).toEqual([])
  const first = claimed.find(({ playerId, target }) => playerId === player && target === 'one')!
  await queues[0]!.remove(first)
  const [second] = await queues[1]!.claim(20, 0)
  expect(second).toMatchObject({ playerId: player, target: 'one', attempts: 1, notification: { ...news, player } })
  // The lease was over at once: another node has it.
  await expect.poll(() => queues[0]!.claim(20, 60_000)).toMatchObject([{ id: second!.id, attempts: 2 }])
  await queues[0]!.postpone(second!, 3_600_000)
  expect(await queues[1]!.claim(20, 60_000)).toEqual([])
})

it('a target on Postgres that fails again and again does not keep the others from their turns', async () => {
  const queue = new DeliveryQueue(nodes[0])
  const news = { type: 'webhook-disabled', why: 'a test' } as const
  const [failing, other] = [await account(`-${newPlayer('Ada').id.slice(1)}`), await account()] as const
  for (let count = 0; count < 30; count += 1) await queue.add(failing, ['one'], news)
  await queue.add(other, ['one'], news)
  const turns: string[] = []
  while (!turns.includes(other)) {
    const [delivery] = await queue.claim(1, 60_000)
    turns.push(delivery!.playerId)
    await queue.postpone(delivery!, 3_600_000)
  }
  // A turn is drawn by lot: the other one waits for all thirty once in a thousand million times.
  expect(turns.filter((player) => player === failing).length).toBeLessThan(30)
})

it('a target on Postgres has a bounded number of deliveries', async () => {
  const queue = new DeliveryQueue(nodes[0])
  const player = await account()
  const news = { type: 'webhook-disabled', why: 'a test' } as const
  for (let count = 0; count < MOST_WAITING; count += 1) expect(await queue.add(player, ['one'], news)).toBe(1)
  expect(await queue.add(player, ['one', 'two'], news)).toBe(1)
  expect(await queue.waiting(player, 'one')).toBe(MOST_WAITING)
})
