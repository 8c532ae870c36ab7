/** Bids for the first turn over a socket. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Challenge, TablesAnswer } from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import { TOLD_BID } from '../support/bids.ts'
import type { Client, TestGateway } from '../support/gateway.ts'
import { openGateway, refused } from '../support/gateway.ts'

let open: TestGateway
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

/** Everything that came to a client. */
const told = (client: Client): string => client.received.map(({ text }) => text).join('\n')

it('nobody is told a bid of an open table before both have bid, and everybody afterwards', async () => {
  const [ada, bo, eve] = [await open.connect('Ada'), await open.connect('Bo'), await open.connect('Eve')]
  await eve.ask('lobby:watch', {})
  const { match } = (await ada.enter('match:create', { bid: 8, listed: true })).snapshot
  await eve.enter('match:watch', { match })
  const tables = async () => (await bo.ask<TablesAnswer>('lobby:watch', {})).tables
  await expect.poll(tables, PATIENTLY).toMatchObject([{ match, bid: true }])
  await expect.poll(() => told(eve), PATIENTLY).toContain('"opened":[{')
  for (const wrong of [{}, { bid: 16 }, { bid: null }, { bid: '8' }]) {
    expect(refused(await bo.send('match:join', { match, ...wrong }))).toBe('bad-request')
  }
  for (const client of [ada, bo, eve]) expect(told(client)).not.toMatch(TOLD_BID)
  await bo.enter('match:join', { match, bid: 3 })
  for (const client of [ada, eve]) {
    await client.follower(match).reached(1)
    expect(client.follower(match).snapshot).toMatchObject({ bids: { 0: 8, 1: 3 }, players: { 0: ada.player } })
  }
})

it('a challenge with a bid is accepted with another one', async () => {
  const [ada, bo] = [await open.connect('Ada'), await open.connect('Bo')]
  const online = async () => (await open.lobby.online.page({ limit: 10 })).players.map(({ id }) => id)
  await expect.poll(online, PATIENTLY).toContain(bo.player.id)
  const to = { player: bo.player.id }
  for (const wrong of [{ bid: 16 }, { bid: 1, seat: 1 }, { bid: 1, clock: 'blitz', rated: true }]) {
    expect(refused(await ada.send('challenge:send', { to, ...wrong }))).toBe('bad-request')
  }
  const { challenge } = await ada.ask<{ challenge: Challenge }>('challenge:send', { to, bid: 0 })
  await expect.poll(() => told(bo), PATIENTLY).toContain('"bid":true')
  expect(refused(await bo.send('challenge:accept', { challenge: challenge.id }))).toBe('bad-request')
  for (const client of [ada, bo]) expect(told(client)).not.toMatch(TOLD_BID)
  const { match } = await bo.ask<{ match: string }>('challenge:accept', { challenge: challenge.id, bid: 5 })
  const { snapshot } = await ada.enter('match:watch', { match })
  expect(snapshot).toMatchObject({ you: 1, bids: { 0: 5, 1: 0 }, options: { handicap: { seat: 1, coins: 5 } } })
})
