/** Connections without a token: they watch public matches, and do nothing else. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAddresses, MessageRate } from '../../src/limits/index.ts'
import { commandNamed, COMMANDS, viewAnswerSchema } from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/contract/harness.ts'
import type { Client, TestGateway } from '../support/gateway.ts'
import { openGateway, refusal, refused } from '../support/gateway.ts'
import { legalOf } from '../support/match.ts'
import { newActionId } from '../support/players.ts'

let open: TestGateway
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

/** A visitor who is in. */
async function visit(): Promise<Client> {
  const visitor = open.enter({ visitor: true })
  await new Promise<void>((resolve, reject) => {
    visitor.socket.once('connect', resolve)
    visitor.socket.once('connect_error', reject)
  })
  return visitor
}

describe('a visitor', () => {
  it('follows a public match as its spectators do, and is counted as one', async () => {
    const {
      match,
      clients: [ada, bo],
    } = await open.seatTwo()
    const [visitor, spectator] = [await visit(), await open.connect('Cy')]
    const view = await visitor.enter('match:watch', { match })
    expect(viewAnswerSchema.parse(view)).toEqual(view)
    await spectator.enter('match:watch', { match })
    const mover = [ada, bo].find((client) => client.follower(match).snapshot!.board?.legal)!
    const action = legalOf(mover.follower(match).snapshot!)[0]!
    expect((await mover.act({ match, actionId: newActionId(), version: 1, action })).ok).toBe(true)
    await Promise.all([visitor, spectator].map((client) => client.follower(match).reached(2)))
    expect(visitor.follower(match).snapshot).toEqual(spectator.follower(match).snapshot)
    expect(visitor.follower(match).snapshot!.you).toBe('spectator')
    const explained = await visitor.ask<{ you: string; explanation: object }>('match:explain', { match })
    expect(explained).toEqual(await spectator.ask('match:explain', { match }))
    const watchers = () =>
      visitor.events.flatMap(([event, payload]) =>
        event === 'match:presence' ? [(payload as { watchers: number }).watchers] : [],
      )
    await vi.waitUntil(() => watchers().at(-1) === 2, PATIENTLY)
    expect((await visitor.send('match:unwatch', { match })).ok).toBe(true)
    expect((await visitor.send('connection:ping', {})).ok).toBe(true)
  })

  it('is refused everything else, whatever it says', async () => {
    const {
      match,
      clients: [ada],
    } = await open.seatTwo()
    const visitor = await visit()
    await visitor.enter('match:watch', { match })
    const others = Object.keys(COMMANDS).filter((event) => !commandNamed(event)!.forVisitors)
    expect(others).toContain('chat:say')
    for (const event of others) {
      for (const payload of [
        { match, text: 'Salve', code: 'ABCDEFGH', actionId: newActionId(), version: 1 },
        {},
        null,
      ]) {
        expect([event, refused(await visitor.send(event, payload))]).toEqual([event, 'token-missing'])
      }
    }
    expect(refused(await visitor.send('nonsense', {}))).toBe('unknown-event')
    expect(open.backend.matches.size).toBe(1)
    expect((await ada.ask<{ lines: object[] }>('chat:read', { match })).lines).toEqual([])
  })

  it('hears no chat', async () => {
    const { match } = await open.seatTwo()
    const [visitor, cy, di] = [await visit(), await open.connect('Cy'), await open.connect('Di')]
    for (const client of [visitor, cy, di]) await client.enter('match:watch', { match })
    await cy.ask('chat:say', { match, text: 'A secret' })
    await vi.waitUntil(() => di.events.some(([event]) => event === 'chat:message'), PATIENTLY)
    // What was sent before this answer has arrived.
    await visitor.ask('connection:ping', {})
    expect(visitor.received.map(({ text }) => text).join()).not.toContain('A secret')
  })

  it('sees no private match, with its code or without', async () => {
    const ada = await open.connect('Ada')
    const {
      snapshot: { match, code },
    } = await ada.enter('match:create', { visibility: 'private' })
    const visitor = await visit()
    for (const event of ['match:watch', 'match:explain']) {
      expect(refused(await visitor.send(event, { match }))).toBe('code-needed')
      expect(refused(await visitor.send(event, { match, code }))).toBe('token-missing')
    }
    expect(visitor.events).toEqual([])
  })

  it('is not online, and leaves nothing behind', async () => {
    const visitor = await visit()
    expect(open.gateway.connections).toBe(1)
    const online = await open.lobby.online.page({ limit: 10 })
    expect(online.players).toEqual([])
    visitor.close()
    await vi.waitUntil(() => open.gateway.connections === 0, PATIENTLY)
  })
})

describe('a connection without a token', () => {
  it('is refused unless it says that it only watches', async () => {
    for (const auth of [{}, { visitor: false }, { visitor: 'true' }, { visitor: 1 }]) {
      expect((await refusal(open.enter(auth))).data.code).toBe('token-missing')
    }
    expect((await refusal(open.enter({ visitor: true, token: 'nonsense' }))).data.code).toBe('token-invalid')
  })
})

describe('the visitors of an address', () => {
  it('share what one player may send, and take nothing from others', async () => {
    await open.close()
    open = await openGateway({ rate: new MessageRate(2), addresses: createAddresses(['loopback']) })
    const from = (address: string): Client => open.enter({ visitor: true }, { 'x-forwarded-for': address })
    const codes = new Set<string>()
    for (let count = 0; count < 30; count += 1) {
      codes.add(refused(await from('192.0.2.1').send('connection:ping', {})))
    }
    expect(codes).toEqual(new Set(['', 'rate-limited']))
    expect((await from('192.0.2.2').send('connection:ping', {})).ok).toBe(true)
  })

  it('have as many connections as any others of an address', async () => {
    await open.close()
    open = await openGateway({ limits: { connectionsPerAddress: 3 } })
    const visitors = [await visit(), await visit(), await visit()]
    await expect(visit()).rejects.toThrow()
    visitors[0]!.close()
    await vi.waitUntil(() => open.gateway.openTransports === 2, PATIENTLY)
    await visit()
  })
})
