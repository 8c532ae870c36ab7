import { expect } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { DeliveryQueue, WEBHOOK } from '../../src/notifications/queue.ts'
import { Webhooks } from '../../src/notifications/webhooks.ts'
import { newPlayer } from '../support/players.ts'

const NEWS = { type: 'webhook-disabled', why: 'a test' } as const

/** Looks at what a moderator sees of the webhooks of all accounts, in a database with nothing on its way to any. */
export async function checkWebhookFigures(database: Database): Promise<void> {
  const [queue, webhooks] = [new DeliveryQueue(database), new Webhooks(database, 'any')]
  const before = await queue.atWebhooks()
  expect(before).toEqual({ waiting: 0, failing: 0, disabled: before.disabled })
  const [ada, bo] = [newPlayer('Ada').id, newPlayer('Bo').id]
  for (const playerId of [ada, bo]) {
    const data = { playerId, name: playerId, nameKey: playerId, passwordHash: '', createdAt: new Date() }
    await database.use((db) => db.account.create({ data }))
    await webhooks.set(playerId, 'https://example.org/')
  }
  // What goes to devices is not counted.
  for (const player of [ada, bo, ada]) await queue.add(player, [WEBHOOK, 'a device'], NEWS)
  const oldest = await database.use((db) => db.delivery.findMany({ where: { target: WEBHOOK } }))
  const since = Math.min(...oldest.map(({ createdAt }) => createdAt.getTime()))
  expect(await queue.atWebhooks()).toEqual({ ...before, waiting: 3, since })

  await webhooks.record(ada, false)
  expect(await queue.atWebhooks()).toEqual({ ...before, waiting: 3, failing: 2, since })
  await webhooks.record(ada, true)
  await webhooks.record(bo, false)
  expect(await queue.atWebhooks()).toEqual({ ...before, waiting: 3, failing: 1, since })

  await webhooks.disable(ada, 'it has failed for days')
  for (const player of [ada, bo]) await queue.removeAll(player, WEBHOOK)
  expect(await queue.atWebhooks()).toEqual({ ...before, disabled: before.disabled + 1 })
}
