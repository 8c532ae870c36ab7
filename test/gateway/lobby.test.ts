import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LobbyStores } from '../../src/live/index.ts'
import { openEmbeddedLobby } from '../../src/live/index.ts'
import type { QueueAnswer, QueueMatched, TablesAnswer, TablesChange, ViewAnswer } from '../../src/protocol/index.ts'
import {
  publicMatchesAnswerSchema,
  queueAnswerSchema,
  queueJoinedSchema,
  queueLeftSchema,
  queueMatchedSchema,
  tablesAnswerSchema,
  tablesChangeSchema,
} from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import type { Client, TestGateway } from '../support/gateway.ts'
import { openGateway, refused } from '../support/gateway.ts'
import { newActionId } from '../support/players.ts'

const BLITZ = { kind: 'base', clock: 'blitz', rated: true } as const
const DAILY = { kind: 'agora', clock: 'correspondence-1', rated: false } as const

let open: TestGateway
let stores: LobbyStores
let passed: number
beforeEach(async () => {
  passed = 0
  stores = openEmbeddedLobby({ clock: () => Date.now() + passed })
  open = await openGateway({}, { stores, times: { renewal: 20 } })
})
afterEach(() => open.close())

/** What a client was sent under a name. */
const sent = <T>(client: Client, event: string): T[] =>
  client.events.filter(([name]) => name === event).map(([, payload]) => payload as T)

/** Lets time go by, in which the server renews the tickets of connected players. */
async function goOn(ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += 1_000) {
    passed += 1_000
    await open.lobby.queue.renew()
  }
}

const queueEvents = (client: Client): string[] =>
  client.events.map(([event]) => event).filter((event) => event.startsWith('queue:'))

describe('the queue', () => {
  it('brings two players together, and sends it to every connection of both', async () => {
    const [ada, bo] = [await open.connect('Ada'), await open.connect('Bo')]
    const tablet = await open.connect(ada.player)
    const answer = await ada.ask<QueueAnswer>('queue:join', { clock: 'blitz', rated: true })
    expect(queueAnswerSchema.parse(answer)).toEqual({
      status: 'waiting',
      pool: BLITZ,
      since: expect.any(Number) as number,
      waiting: 1,
    })
    await bo.ask('queue:join', BLITZ)
    for (const client of [ada, bo, tablet]) {
      await expect.poll(() => queueEvents(client), PATIENTLY).toEqual(['queue:joined', 'queue:matched'])
      queueJoinedSchema.parse(sent(client, 'queue:joined')[0])
    }
    const matched = queueMatchedSchema.parse(sent<QueueMatched>(bo, 'queue:matched')[0])
    expect(sent(ada, 'queue:matched')).toEqual([matched])
    expect(await ada.ask('queue:status', {})).toEqual({ status: 'matched', match: matched.match, pool: BLITZ })
    const views = await Promise.all([ada, bo].map((client) => client.enter('match:watch', { match: matched.match })))
    expect(views.map(({ snapshot }) => snapshot.you).sort()).toEqual([0, 1])
    expect(views[0]!.snapshot).toMatchObject({
      status: 'playing',
      origin: 'queue',
      terms: { clock: 'blitz', rated: true, visibility: 'public' },
    })
    const reply = await ada.send('queue:join', { ...BLITZ, kind: 'agora' })
    expect(reply).toMatchObject({ error: { code: 'already-playing', details: { match: matched.match } } })
  })

  it('can be left on any device, which is sent to all', async () => {
    const telephone = await open.connect('Ada')
    const tablet = await open.connect(telephone.player)
    await telephone.ask('queue:join', BLITZ)
    expect(await tablet.ask('queue:status', {})).toMatchObject({ status: 'waiting', pool: BLITZ })
    expect(await tablet.ask('queue:leave', {})).toEqual({ status: 'idle' })
    for (const client of [telephone, tablet]) {
      await expect.poll(() => queueEvents(client), PATIENTLY).toEqual(['queue:joined', 'queue:left'])
      expect(queueLeftSchema.parse(sent(client, 'queue:left')[0])).toEqual({ pool: BLITZ, reason: 'left' })
    }
    expect(await telephone.ask('queue:leave', {})).toEqual({ status: 'idle' })
  })

  it('retains the place of a connected player, however long it takes', async () => {
    const ada = await open.connect('Ada')
    await ada.ask('queue:join', DAILY)
    const renew = vi.spyOn(stores.queue, 'renew')
    await goOn(40_000)
    // The server says so by itself.
    renew.mockClear()
    await expect.poll(() => renew.mock.calls, PATIENTLY).toContainEqual([[ada.player.id], 15_000])
    expect(await ada.ask('queue:status', {})).toMatchObject({ status: 'waiting' })
  })

  it('retains the place of a player who is away for a moment, and not for longer', async () => {
    const before = await open.connect('Ada')
    const witness = await open.connect(before.player)
    await before.ask('queue:join', DAILY)
    before.close()
    await expect.poll(() => open.gateway.connections, PATIENTLY).toBe(1)
    await goOn(8_000)
    expect((await stores.queue.status(before.player.id)).ticket).not.toBeNull()
    const back = await open.connect(before.player)
    expect(await back.ask('queue:status', {})).toMatchObject({ status: 'waiting', pool: DAILY })
    back.close()
    await expect.poll(() => open.gateway.connections, PATIENTLY).toBe(1)
    await goOn(10_000)
    expect(sent(witness, 'queue:left')).toEqual([])
    await goOn(5_000)
    await expect.poll(() => sent(witness, 'queue:left'), PATIENTLY).toEqual([{ pool: DAILY, reason: 'gone' }])
    expect(await witness.ask('queue:status', {})).toEqual({ status: 'idle' })
  })

  it('retains the places of a server that stops for the players who come back', async () => {
    const ada = await open.connect('Ada')
    await ada.ask('queue:join', DAILY)
    await open.gateway.drain(10_000)
    await goOn(10_000)
    expect((await stores.queue.status(ada.player.id)).ticket).toMatchObject({ pool: 'agora.correspondence-1.casual' })
    await goOn(5_000)
    expect((await stores.queue.status(ada.player.id)).ticket).toBeNull()
  })

  it('is left by a player who begins a real-time match, which is sent to them', async () => {
    const ada = await open.connect('Ada')
    await ada.ask('queue:join', DAILY)
    const { snapshot } = await ada.enter('match:create', { clock: 'slow', visibility: 'private' })
    const bo = await open.connect('Bo')
    await bo.enter('match:join', { code: snapshot.code })
    await expect.poll(() => sent(ada, 'queue:left'), PATIENTLY).toEqual([{ pool: DAILY, reason: 'playing' }])
    expect(await bo.ask('queue:status', {})).toEqual({ status: 'matched', match: snapshot.match })
    await bo.ask('match:abort', { match: snapshot.match, actionId: newActionId(), version: 1 })
    await expect.poll(() => bo.ask('queue:status', {}), PATIENTLY).toEqual({ status: 'idle' })
  })

  it('refuses a pool that does not exist', async () => {
    const ada = await open.connect('Ada')
    for (const pool of [
      {},
      { clock: 'none', rated: false },
      { clock: 'blitz' },
      { ...BLITZ, more: 1 },
      { ...BLITZ, kind: 'chess' },
      { ...BLITZ, agora: true },
      'blitz',
      null,
    ]) {
      expect(refused(await ada.send('queue:join', pool))).toBe('bad-request')
    }
    for (const event of ['queue:leave', 'queue:status', 'lobby:watch', 'lobby:unwatch']) {
      expect(refused(await ada.send(event, { some: 'thing' }))).toBe('bad-request')
    }
    expect(await ada.ask('queue:status', {})).toEqual({ status: 'idle' })
  })
})

describe('the list of open tables', () => {
  const listed = async (client: Client, change: object = {}): Promise<ViewAnswer['snapshot']> =>
    (await client.enter('match:create', { clock: 'blitz', rated: true, listed: true, ...change })).snapshot

  /** The tables that a watching client shows. */
  const shown = (client: Client, { tables }: TablesAnswer): string[] => {
    let matches = tables.map(({ match }) => match)
    for (const change of sent<TablesChange>(client, 'lobby:tables')) {
      tablesChangeSchema.parse(change)
      const opened = change.opened.map(({ match }) => match)
      matches = [...opened, ...matches.filter((match) => !opened.includes(match) && !change.closed.includes(match))]
    }
    return matches
  }

  it('is shown as it changes', async () => {
    const [ada, bo, eve] = [await open.connect('Ada'), await open.connect('Bo'), await open.connect('Eve')]
    const first = await listed(ada)
    await expect.poll(async () => (await open.lobby.tables.list()).tables.length, PATIENTLY).toBe(1)
    const answer = await eve.ask<TablesAnswer>('lobby:watch', {})
    expect(tablesAnswerSchema.parse(answer).tables).toEqual([
      {
        match: first.match,
        host: ada.player,
        rating: { rating: 1500, deviation: 350, provisional: true, games: 0 },
        kind: first.kind,
        options: first.options,
        terms: first.terms,
        createdAt: expect.any(Number) as number,
      },
    ])
    const second = await listed(ada, { clock: 'correspondence-3' })
    // One change may name both, in the order in which they were opened.
    const both = [first.match, second.match].sort()
    await expect.poll(() => shown(eve, answer).sort(), PATIENTLY).toEqual(both)
    await bo.enter('match:join', { match: first.match })
    await expect.poll(() => shown(eve, answer), PATIENTLY).toEqual([second.match])
    expect(refused(await eve.send('match:join', { code: first.code }))).toBe('unknown-code')
    await ada.ask('match:abort', { match: second.match, actionId: newActionId(), version: 0 })
    await expect.poll(() => shown(eve, answer), PATIENTLY).toEqual([])
    expect(await eve.ask('lobby:unwatch', {})).toEqual({})
    const before = sent(eve, 'lobby:tables').length
    await bo.ask('lobby:watch', {})
    const third = await listed(ada)
    await expect
      .poll(
        () => sent<TablesChange>(bo, 'lobby:tables').flatMap(({ opened }) => opened.map(({ match }) => match)),
        PATIENTLY,
      )
      .toContain(third.match)
    expect(sent(eve, 'lobby:tables')).toHaveLength(before)
  })

  it('says whom a table admits, and a player whom it does not admit cannot join', async () => {
    const [ada, bo, eve] = [await open.connect('Ada'), await open.connect('Bo'), await open.connect('Eve')]
    const answer = await eve.ask<TablesAnswer>('lobby:watch', {})
    expect(answer.tables).toEqual([])
    const [few, most] = [{ rating: { most: 1400 } }, { rating: { least: 1500 } }]
    const first = await listed(ada, { admits: few })
    const second = await listed(ada, { admits: most })
    const opened = () => sent<TablesChange>(eve, 'lobby:tables').flatMap((change) => change.opened)
    await expect
      .poll(() => Object.fromEntries(opened().map(({ match, admits }) => [match, admits])), PATIENTLY)
      .toEqual({ [first.match]: few, [second.match]: most })
    const reply = await bo.send('match:join', { match: first.match })
    expect(reply).toMatchObject({ error: { code: 'not-eligible', details: few } })
    expect((await bo.enter('match:join', { match: second.match })).snapshot.admits).toEqual(most)
    expect(refused(await ada.send('match:create', { clock: 'blitz', admits: most }))).toBe('bad-request')
  })

  it('does not show invitations and private matches', async () => {
    const ada = await open.connect('Ada')
    await ada.enter('match:create', { clock: 'blitz' })
    expect(refused(await ada.send('match:create', { clock: 'blitz', listed: true, visibility: 'private' }))).toBe(
      'bad-request',
    )
    await listed(ada)
    await expect.poll(async () => (await open.lobby.tables.list()).tables.length, PATIENTLY).toBe(1)
  })

  it('has at most five of one host', async () => {
    const ada = await open.connect('Ada')
    for (let number = 0; number < 5; number += 1) await listed(ada)
    const reply = await ada.send('match:create', { clock: 'blitz', listed: true })
    expect(reply).toMatchObject({ error: { code: 'limit-reached', details: { limit: 5 } } })
    await ada.enter('match:create', { clock: 'blitz' })
  })

  it('is not sent to a client that has disconnected', async () => {
    const [ada, eve] = [await open.connect('Ada'), await open.connect('Eve')]
    await eve.ask('lobby:watch', {})
    eve.close()
    await expect.poll(() => open.gateway.connections, PATIENTLY).toBe(1)
    await ada.ask('lobby:watch', {})
    await listed(ada)
    await expect.poll(() => sent(ada, 'lobby:tables').length, PATIENTLY).toBe(1)
  })
})

describe('the list of public matches', () => {
  it('has a match in play, and its spectators', async () => {
    const [ada, bo, eve] = [await open.connect('Ada'), await open.connect('Bo'), await open.connect('Eve')]
    const { snapshot } = await ada.enter('match:create', { clock: 'blitz', seat: 0 })
    await bo.enter('match:join', { code: snapshot.code })
    await eve.enter('match:watch', { match: snapshot.match })
    const list = async () =>
      publicMatchesAnswerSchema.parse(await eve.ask('lobby:matches', { order: 'rating' })).matches
    await expect
      .poll(list, PATIENTLY)
      .toMatchObject([{ match: snapshot.match, players: { 0: ada.player, 1: bo.player }, watchers: 1 }])
    expect(refused(await eve.send('lobby:matches', { limit: '1' }))).toBe('bad-request')
    expect(refused(await eve.send('lobby:matches', { bots: 'true' }))).toBe('bad-request')
  })
})

describe('the players online', () => {
  it('are known as soon as they have connected', async () => {
    const ada = await open.connect('Ada')
    const again = await open.connect(ada.player)
    const bo = await open.connect('Bo')
    await expect.poll(async () => (await open.lobby.online.page({ limit: 10 })).count).toBe(2)
    const { players } = await open.lobby.online.page({ limit: 1 })
    const { players: rest, next } = await open.lobby.online.page({ limit: 1, after: players[0]!.id })
    expect(next).toBeUndefined()
    expect([...players, ...rest].map(({ id }) => id).sort()).toEqual([ada.player.id, bo.player.id].sort())
    again.close()
  })
})
