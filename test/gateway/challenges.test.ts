import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  challengeAcceptedAnswerSchema,
  challengeAnswerSchema,
  challengesAnswerSchema,
} from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import type { Client, TestGateway } from '../support/gateway.ts'
import { openGateway, refused } from '../support/gateway.ts'

let open: TestGateway
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

const events = (client: Client): string[] =>
  client.events.map(([event]) => event).filter((event) => event.startsWith('challenge:'))

async function challenged(ada: Client, bo: Client, change: object = {}): Promise<string> {
  const online = async () => (await open.lobby.online.page({ limit: 10 })).players.map(({ id }) => id)
  await expect.poll(online, PATIENTLY).toContain(bo.player.id)
  const answer = await ada.ask('challenge:send', { to: { player: bo.player.id }, clock: 'blitz', ...change })
  return challengeAnswerSchema.parse(answer).challenge.id
}

it('a challenge goes to every connection of both players, and becomes a match', async () => {
  const [ada, bo] = [await open.connect('Ada'), await open.connect('Bo')]
  const tablet = await open.connect(bo.player)
  const id = await challenged(ada, bo, { rated: true })
  for (const client of [ada, bo, tablet]) {
    await expect.poll(() => events(client), PATIENTLY).toEqual(['challenge:opened'])
  }
  const { received } = challengesAnswerSchema.parse(await tablet.ask('challenge:list', {}))
  expect(received).toMatchObject([{ id, from: ada.player, to: bo.player, seat: 'random' }])
  const { match } = challengeAcceptedAnswerSchema.parse(await bo.ask('challenge:accept', { challenge: id }))
  for (const client of [ada, bo, tablet]) {
    await expect.poll(() => events(client), PATIENTLY).toEqual(['challenge:opened', 'challenge:closed'])
    expect(client.events.at(-1)![1]).toEqual({ challenge: id, reason: 'accepted', match })
  }
  const { snapshot } = await ada.enter('match:watch', { match })
  expect(snapshot).toMatchObject({ status: 'playing', origin: 'challenge', terms: { rated: true } })
  expect(await tablet.ask('challenge:accept', { challenge: id })).toEqual({ match })
  expect(refused(await ada.send('challenge:accept', { challenge: id }))).toBe('unknown-challenge')
})

it('a challenge can be declined', async () => {
  const [ada, bo] = [await open.connect('Ada'), await open.connect('Bo')]
  const id = await challenged(ada, bo)
  expect(await bo.ask('challenge:close', { challenge: id })).toEqual({})
  const closed = { challenge: id, reason: 'declined' }
  await expect.poll(() => ada.events.at(-1), PATIENTLY).toEqual(['challenge:closed', closed])
})

it('a malformed challenge is refused', async () => {
  const ada = await open.connect('Ada')
  const to = { player: 'AAAAAAAAAAAAAAAA' }
  const both = { ...to, name: 'Bo' }
  for (const request of [{}, { to: {} }, { to: both }, { to, rated: true }, { to, clock: 'fast' }, null]) {
    expect(refused(await ada.send('challenge:send', request))).toBe('bad-request')
  }
  expect(refused(await ada.send('challenge:send', { to }))).toBe('unknown-player')
  expect(refused(await ada.send('challenge:close', { challenge: 'none' }))).toBe('bad-request')
  expect(events(ada)).toEqual([])
})
