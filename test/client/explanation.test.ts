import { afterEach, beforeEach, expect, it } from 'vitest'
import { expandOffers } from '../../client/src/index.ts'
import type { TestGateway } from '../support/gateway.ts'
import { openGateway } from '../support/gateway.ts'
import { Clients, codeOf } from './support.ts'

let open: TestGateway
let clients: Clients
beforeEach(async () => {
  open = await openGateway()
  clients = new Clients(open)
})
afterEach(async () => {
  clients.close()
  await open.close()
})

it('a match explains its position; the answer is retained until the next version', async () => {
  const ada = await (await clients.open('Ada')).create({ seat: 0, options: { wonders: 'first-game' } })
  await (await clients.open('Ben')).join({ code: ada.value.snapshot.code! })
  await ada.until(({ version }) => version === 1)

  const first = await ada.explain()
  expect(first).toMatchObject({ match: ada.id, version: 1, you: 0 })
  expect(Object.keys(first.explanation!.quotes[1].wonders!)).toHaveLength(8)
  expect(await ada.explain()).toBe(first)

  await ada.act(expandOffers(ada.value.snapshot.board!.legal)[0]!)
  const second = await ada.explain()
  expect(second.version).toBe(2)
  expect(second.explanation).not.toHaveProperty('blocked')
})

it('a failure is not retained', async () => {
  const client = await clients.open('Ada')
  const match = await client.create({})
  client.close()
  expect(await codeOf(match.explain())).toBe('offline')
  expect(await codeOf(match.explain())).toBe('offline')
})
