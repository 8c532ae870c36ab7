import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OnlinePage, QueueAnswer, StreamEvent, ViewAnswer } from '../../src/protocol/index.ts'
import { LIMITS } from '../../src/protocol/index.ts'
import { atLast } from '../support/at-last.ts'
import { EventReader, Refused } from '../support/event-reader.ts'
import { Follower } from '../support/follower.ts'
import type { Caller, Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'
import { creation } from '../support/match.ts'
import { newActionId } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

const BLITZ = { kind: 'base', clock: 'blitz', rated: false } as const

let http: Http
let origin: string
let readers: EventReader[]
beforeEach(async () => {
  const rates = { httpPerMinute: 1_000_000, guestsPerMinute: 1_000_000 }
  http = await openHttp({ settings: { corsOrigins: ['*'], rates } })
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(http.app.server.address() as AddressInfo).port}`
  readers = []
})
afterEach(async () => {
  for (const reader of readers) reader.close()
  // The client may have opened a connection for a request that it did not send then.
  http.app.server.closeAllConnections()
  await http.close()
})

type Listener = (event: StreamEvent) => void

async function read(path: string, caller?: Caller, headers: object = {}, listener?: Listener): Promise<EventReader> {
  const reader = await EventReader.open(
    `${origin}${path}`,
    { ...(caller && { authorization: `Bearer ${caller.token}` }), ...headers },
    listener,
  )
  readers.push(reader)
  return reader
}

const refusal = (opening: Promise<unknown>): Promise<unknown> =>
  opening.then(
    () => 'a stream',
    (error: unknown) => (error instanceof Refused ? error.message : error),
  )

/** Resolves with the first event of this name. */
const came = <Name extends StreamEvent['event']>(reader: EventReader, name: Name) =>
  atLast(() => {
    const found = reader.events.find(({ event }) => event === name)
    if (!found) throw new Error(`no ${name} has come`)
    return found as Extract<StreamEvent, { event: Name }>
  })

const ticketOf = async (caller: Caller): Promise<string> =>
  (await caller.post<{ ticket: string }>('/v1/streams/tickets')).body.ticket

describe('the stream of a match', () => {
  it('loses no version, however often a client connects again with the last id that it has', async () => {
    const { match, players } = await http.started()
    const random = seededRandom(5)
    const follower = new Follower()
    const listener: Listener = (event) => {
      if (event.event !== 'match:view') return follower.notify(event as never)
      // What was missed are the versions after the one that the client has, and no others.
      const { version, missed } = event.payload
      const since = follower.version
      if (since >= 0) expect(missed!.map((step) => step.version)).toEqual(range(since + 1, version))
      follower.start(event.payload)
    }
    const path = `/v1/matches/${match}/events`
    let reader = await read(path, players[0], {}, listener)
    for (let round = 0; round < 12; round += 1) {
      const { version } = await http.play(match, players, 1 + Math.floor(3 * random()))
      if (random() < 0.5) await follower.reached(version)
      else {
        reader.close()
        await reader.ended.catch(() => undefined)
        reader = await read(
          path,
          players[0],
          reader.lastEventId ? { 'last-event-id': reader.lastEventId } : {},
          listener,
        )
      }
    }
    const { version, snapshot } = await http.play(match, players)
    await atLast(() =>
      expect(follower.ends.length + Number(follower.snapshot?.outcome !== undefined)).toBeGreaterThan(0),
    )
    await follower.reached(version)
    expect([follower.faults, follower.snapshot]).toEqual([[], snapshot])
    expect(reader.lastEventId).toBe(String(version))
  })

  it('begins again for a client that has a version which the store has lost', async () => {
    const { match, players } = await http.started()
    const { payload } = await came(
      await read(`/v1/matches/${match}/events`, players[0], { 'last-event-id': '90' }),
      'match:view',
    )
    expect([payload.version, payload.missed]).toEqual([1, undefined])
    const bad = read(`/v1/matches/${match}/events`, players[0], { 'last-event-id': 'ninety' })
    expect(await refusal(bad)).toBe('400 bad-request')
  })

  it('says again what has no version: who is there, and all of the chat, each line once', async () => {
    const { match, players } = await http.started()
    const path = `/v1/matches/${match}/events`
    const lines = (reader: EventReader): unknown[] =>
      reader.events.flatMap((event) => (event.event === 'chat:message' ? [event.payload.line.text] : []))
    const say = (text: string) => players[1].post(`/v1/matches/${match}/chat`, { text })
    const first = await read(path, players[0])
    await say('one')
    await came(first, 'chat:message')
    const [second] = await Promise.all([read(path, players[0], { 'last-event-id': '1' }), say('two')])
    await say('three')
    await atLast(() => expect([lines(first), lines(second)]).toEqual(Array(2).fill(['one', 'two', 'three'])))
    expect((await came(second, 'match:presence')).payload.seats).toContain(0)
    expect(second.lastEventId).toBe('1')
  })

  it('is that of a socket to others: a visitor sees a public match and no chat, a private one needs its code', async () => {
    const { match, players } = await http.started()
    const eve = await http.guest('Eve')
    const [visitor, spectator] = [
      await read(`/v1/matches/${match}/events`),
      await read(`/v1/matches/${match}/events`, eve),
    ]
    expect((await came(visitor, 'match:view')).payload.snapshot.you).toBe('spectator')
    await eve.post(`/v1/matches/${match}/chat`, { text: 'hello' })
    await came(spectator, 'chat:message')
    await http.play(match, players, 1)
    await came(visitor, 'match:update')
    expect(visitor.names).not.toContain('chat:message')

    const { snapshot } = (
      await players[0].post<{ snapshot: { match: string; code: string } }>('/v1/matches', { visibility: 'private' })
    ).body
    const path = `/v1/matches/${snapshot.match}/events`
    expect(await refusal(read(path, eve))).toBe('403 code-needed')
    expect(await refusal(read('/v1/matches/AAAAAAAAAAAAAAAA/events'))).toBe('404 unknown-match')
    await came(await read(`${path}?code=${snapshot.code}`, eve), 'match:view')
  })

  it('says which game comes next in a series, also to someone who comes after the end of the one before', async () => {
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    const { snapshot } = (await ada.post<ViewAnswer>('/v1/matches', { seat: 0, series: { best: 3 } })).body
    await bo.post('/v1/matches/join', { code: snapshot.code })
    const path = `/v1/matches/${snapshot.match}/events`
    const before = await read(path, bo)
    await ada.post(`/v1/matches/${snapshot.match}/resign`, { actionId: newActionId() })
    const series = { id: snapshot.match, best: 3, game: 2, points: { 0: 2, 1: 0 } }
    for (const reader of [before, await read(path)]) {
      expect((await came(reader, 'series:next')).payload).toMatchObject({ match: snapshot.match, series })
    }
  })

  it('makes its player connected to the match, until it is closed', async () => {
    // Not over HTTP: a player who sends requests counts as connected for a while.
    const [ada, bo] = [await http.guest('Ada'), await http.guest('Bo')]
    const match = await http.matches.play.create(ada, creation({ seat: 0, listed: true }))
    await http.matches.play.join(bo, { match })
    const path = `/v1/matches/${match}/events`
    const [own, other] = [await read(path, ada), await read(path)]
    const seats = () => other.events.flatMap((event) => (event.event === 'match:presence' ? [event.payload.seats] : []))
    await atLast(() => expect(seats().at(-1)).toEqual([0]))
    own.close()
    await atLast(() => expect(seats().at(-1)).toEqual([]))
  })
})

describe('the stream of a player', () => {
  it('begins with the list of matches, then has what happens in them, and what others want of the player', async () => {
    const { match, players } = await http.started()
    const reader = await read('/v1/players/me/events', players[1])
    const { payload } = await came(reader, 'player:matches')
    expect(payload.matches.map((own) => own.match)).toEqual([match])
    await http.play(match, players, 8)
    expect((await came(reader, 'player:turn')).payload.match).toBe(match)
    await players[0].post('/v1/challenges', { to: { player: players[1].id } })
    expect((await came(reader, 'challenge:opened')).payload.from.id).toBe(players[0].id)
    expect(reader.lastEventId).toBe('')
  })

  it('makes its player online, and keeps their place in the queue', async () => {
    const ada = await http.guest('Ada')
    const online = async () => (await http.nobody.get<OnlinePage>('/v1/online')).body.players.map(({ id }) => id)
    const reader = await read('/v1/players/me/events', ada)
    await atLast(async () => expect(await online()).toContain(ada.id))
    const retained = vi.spyOn(http.lobby.queue, 'retain')
    await ada.post<QueueAnswer>('/v1/queue', BLITZ)
    await came(reader, 'queue:joined')
    expect(retained).toHaveBeenCalledExactlyOnceWith(ada.id, BLITZ, expect.anything())
    const bo = await http.guest('Bo')
    await bo.post('/v1/queue', BLITZ)
    expect((await came(reader, 'queue:matched')).payload.match).toBeTruthy()
  })
})

describe('a ticket', () => {
  it('opens one stream, of the player who asked for it', async () => {
    const { players } = await http.started()
    const path = `/v1/players/me/events?ticket=${await ticketOf(players[0])}`
    expect((await came(await read(path), 'player:matches')).payload.matches).toHaveLength(1)
    expect(await refusal(read(path))).toBe('401 ticket-invalid')
  })

  it('is no token, as a token is no ticket', async () => {
    const ada = await http.guest('Ada')
    const answer = await http.nobody.get('/v1/players/me', { authorization: `Bearer ${await ticketOf(ada)}` })
    expect(answer.statusCode).toBe(401)
    for (const ticket of [ada.token!, 'no ticket', '']) {
      expect(await refusal(read(`/v1/players/me/events?ticket=${ticket}`))).toBe('401 ticket-invalid')
    }
    expect(await refusal(read('/v1/players/me/events'))).toBe('401 token-missing')
    expect((await http.nobody.get(`/v1/players/me?ticket=${await ticketOf(ada)}`)).statusCode).toBe(401)
  })

  it('is worth nothing once the session has ended, and is in no log', async () => {
    const ada = await http.guest('Ada')
    const { session, expiresAt } = await http.tokens.verify(ada.token)
    const ticket = await ticketOf(ada)
    http.parts.sessions.ended([{ session, expiresAt: new Date(expiresAt) }])
    expect(await refusal(read(`/v1/players/me/events?ticket=${ticket}`))).toBe('401 token-revoked')
    expect(JSON.stringify(http.logged())).not.toContain(ticket)
  })
})

describe('a stream ends', () => {
  it('when its session does, with the reason', async () => {
    const ada = await http.guest('Ada')
    const reader = await read('/v1/players/me/events', ada)
    const { session, expiresAt } = await http.tokens.verify(ada.token)
    http.parts.sessions.ended([{ session, expiresAt: new Date(expiresAt) }])
    await reader.ended
    expect(reader.events.at(-1)).toEqual({ event: 'session:ended', payload: { reason: 'revoked' } })
  })

  it('when the server stops, and says when to come back', async () => {
    const { match, players } = await http.started()
    const all = [await read('/v1/players/me/events', players[0]), await read(`/v1/matches/${match}/events`)]
    http.stop.abort()
    for (const reader of all) {
      await reader.ended
      const last = reader.events.at(-1) as Extract<StreamEvent, { event: 'server:draining' }>
      expect([last.event, last.payload.reconnectAfterMs]).toEqual(['server:draining', reader.retry])
    }
    expect(await refusal(read(`/v1/matches/${match}/events`))).toBe('503 draining')
  })

  it('makes room for another one: a player has four', async () => {
    const ada = await http.guest('Ada')
    const open = () => read('/v1/players/me/events', ada)
    const all = await Promise.all(Array.from({ length: LIMITS.streamsPerPlayer }, open))
    expect(await refusal(open())).toBe('429 limit-reached')
    await read('/v1/players/me/events', await http.guest('Bo'))
    expect(await http.parts.figures.text()).toMatch(/^curia_streams 5$/m)
    all[0]!.close()
    await atLast(async () => expect(await refusal(open())).toBe('a stream'))
  })
})

it('no proxy and no cache keeps a stream back, nothing compresses it, and another origin may read it', async () => {
  const ada = await http.guest('Ada')
  const { headers } = await read('/v1/players/me/events', ada, {
    'accept-encoding': 'gzip, br',
    origin: 'https://elsewhere.example',
  })
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': '*',
  })
  expect(headers.has('content-encoding')).toBe(false)
})

const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
