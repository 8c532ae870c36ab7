import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionEnds } from '../../src/gateway/index.ts'
import { createTokens } from '../../src/players/index.ts'
import { sessionEndedSchema } from '../../src/protocol/index.ts'
import type { Client, TestGateway } from '../support/gateway.ts'
import { openGateway, refusal, refused } from '../support/gateway.ts'
import { newPlayer } from '../support/players.ts'

const DAY_MS = 86_400_000
/** Less than what Socket.IO takes for a connection that is lost. */
const BRIEF_MS = 5_000
const SECRET = 'the secret of the tests, long enough'
const tokens = createTokens(SECRET, 3650 * DAY_MS)

/** Sessions that end when a test says so. */
class Ends implements SessionEnds {
  readonly ended = new Set<string>()
  readonly listeners = new Set<(sessions: ReadonlySet<string>) => void>()

  hasEnded(session: string): boolean {
    return this.ended.has(session)
  }

  onEnded(listener: (sessions: ReadonlySet<string>) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly banned = new Set<string>()
  #sanctioned: Parameters<NonNullable<SessionEnds['sanctions']>['subscribe']>[0] | undefined

  readonly sanctions: NonNullable<SessionEnds['sanctions']> = {
    isBanned: (player) => this.banned.has(player),
    subscribe: (subscriber) => {
      this.#sanctioned = subscriber
    },
  }

  ban(...players: string[]): void {
    for (const player of players) this.banned.add(player)
    this.#sanctioned!.banned(new Set(players))
  }

  rename(...players: string[]): void {
    this.#sanctioned!.renamed(new Set(players))
  }

  end(...sessions: string[]): void {
    for (const session of sessions) this.ended.add(session)
    for (const listener of this.listeners) listener(new Set(sessions))
  }
}

let ends: Ends
let open: TestGateway
beforeEach(async () => {
  // Sweeps happen when a test says so.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  ends = new Ends()
  open = await openGateway({ sessions: ends, authenticate: (token) => tokens.verify(token) })
})
afterEach(async () => {
  vi.useRealTimers()
  await open.close()
})

const sweep = (): void => void vi.advanceTimersByTime(1000)

/** A client that is in, with its session. */
async function enter(transports?: string[], ttlMs = 3650 * DAY_MS, player = newPlayer('Ada')) {
  const { token, session } = await createTokens(SECRET, ttlMs).issue(player)
  const client = open.dial(token, transports)
  await new Promise<void>((resolve, reject) => {
    client.socket.once('connect', resolve)
    client.socket.once('connect_error', reject)
  })
  return { client, session, token }
}

/** Resolves, once a client's connection is closed, with the events that it received before. */
async function received(client: Client): Promise<unknown[]> {
  if (client.socket.connected) await client.gone()
  return client.events.map(([event, payload]) => [
    event,
    event === 'session:ended' ? sessionEndedSchema.parse(payload) : payload,
  ])
}

const REVOKED = ['session:ended', { reason: 'revoked' }]
const EXPIRED = ['session:ended', { reason: 'expired' }]

describe('a session that is revoked', () => {
  it.each([['websocket'], ['polling']])(
    'is reported to all its connections (%s), even idle ones, and they are closed',
    async (transport) => {
      const player = newPlayer('Ada')
      const [first, other] = [await enter([transport], DAY_MS, player), await enter([transport], DAY_MS, player)]
      const again = open.dial(first.token, [transport])
      await new Promise<void>((resolve) => again.socket.once('connect', resolve))
      ends.end(first.session)
      for (const client of [first.client, again]) expect(await received(client)).toEqual([REVOKED])
      expect(refused(await other.client.send('match:create', {}))).toBe('')
      expect(open.gateway.connections).toBe(1)
    },
  )

  it('no longer receives the matches that it watched', async () => {
    const { client, session } = await enter()
    const { snapshot } = await client.enter('match:create', { seat: 0 })
    const { client: other } = await enter()
    ends.end(session)
    await other.enter('match:join', { code: snapshot.code })
    expect(await received(client)).toContainEqual(REVOKED)
    expect(client.events.filter(([event]) => event === 'match:update')).toEqual([])
    await expect.poll(() => open.backend.present(snapshot.match), { timeout: 60_000 }).toEqual([1])
  })

  it('is ended, too, when it is revoked between the handshake and the connection', async () => {
    const { token, session } = await tokens.issue(newPlayer('Ada'))
    const slow = await openGateway({
      sessions: ends,
      authenticate: async (given) => {
        const identity = await tokens.verify(given)
        ends.end(session)
        return identity
      },
    })
    const client = slow.dial(token)
    expect(await new Promise((resolve) => client.socket.once('disconnect', () => resolve(client.events)))).toEqual([
      REVOKED,
    ])
    expect(slow.gateway.connections).toBe(0)
    await slow.close()
  })

  it('cannot do anything by a later message', async () => {
    const { client, session } = await enter()
    const create = vi.spyOn(open.matches.play, 'create')
    ends.end(session)
    client.socket.emit('match:create', {}, () => undefined)
    await received(client)
    expect(create).not.toHaveBeenCalled()
  })

  it('is ignored by a gateway that is closed', async () => {
    await open.gateway.drain(1000)
    expect(ends.listeners.size).toBe(0)
  })
})

describe('a token that expires', () => {
  it('is reported to its connection, even an idle one, and the connection is closed', async () => {
    const { client, token } = await enter(undefined, BRIEF_MS)
    sweep()
    expect(refused(await client.send('match:create', {}))).toBe('')
    vi.setSystemTime(Date.now() + BRIEF_MS)
    sweep()
    expect(await received(client)).toContainEqual(EXPIRED)
    expect((await refusal(open.dial(token))).data.code).toBe('token-expired')
  })

  it('does nothing before its connection is closed', async () => {
    const { client } = await enter(undefined, BRIEF_MS)
    vi.setSystemTime(Date.now() + BRIEF_MS)
    expect(refused(await client.send('match:create', {}))).toBe('token-expired')
    expect(open.backend.matches.size).toBe(0)
  })

  it('receives nothing before its connection is closed', async () => {
    const { client } = await enter(undefined, BRIEF_MS)
    const { client: other } = await enter()
    const { snapshot } = await other.enter('match:create', { seat: 0 })
    await client.enter('match:watch', { match: snapshot.match })
    vi.setSystemTime(Date.now() + BRIEF_MS)
    const { client: third } = await enter()
    await third.enter('match:join', { code: snapshot.code })
    expect((await received(client)).at(-1)).toEqual(EXPIRED)
    expect(client.events.filter(([event]) => event === 'match:update')).toEqual([])
  })

  it('can be valid for ten years', async () => {
    const { client } = await enter()
    vi.setSystemTime(Date.now() + BRIEF_MS)
    sweep()
    expect(refused(await client.send('match:create', {}))).toBe('')
  })
})

describe('a player whom a moderator bans or renames', () => {
  it('is told of the ban on all connections, which are closed; others stay', async () => {
    const player = newPlayer('Eve')
    const connections = [await enter(undefined, undefined, player), await enter(['polling'], undefined, player)]
    const other = await enter()
    const ended = connections.map(async ({ client }) => {
      const reason = new Promise((resolve) => client.socket.once('session:ended', resolve))
      await client.gone()
      return reason
    })
    ends.ban(player.id)
    expect(await Promise.all(ended)).toEqual([{ reason: 'banned' }, { reason: 'banned' }])
    expect(other.client.socket.connected).toBe(true)
    expect(await other.client.send('queue:status', {})).toMatchObject({ ok: true })
  })

  it('is told of a ban that came between the handshake and the connection', async () => {
    const player = newPlayer('Eve')
    ends.banned.add(player.id)
    const { token } = await tokens.issue(player)
    const { socket } = open.dial(token)
    expect(await new Promise((resolve) => socket.once('session:ended', resolve))).toEqual({ reason: 'banned' })
  })

  it('comes back at once with the new name', async () => {
    const { client, token } = await enter()
    const told = new Promise((resolve) => client.socket.once('server:draining', resolve))
    const gone = client.gone()
    ends.rename((await tokens.verify(token)).player.id)
    expect(await told).toEqual({ reconnectAfterMs: expect.any(Number) as number })
    await gone
  })
})
