import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CuriaOptions, LiveMatch, MatchChange } from '../../client/src/index.ts'
import { Curia } from '../../client/src/index.ts'
import { newPlayer } from '../support/players.ts'
import { MATCH, refused, ScriptedServer, updateTo, viewAt } from './scripted-server.ts'
import { codeOf, storageWith } from './support.ts'

let server: ScriptedServer
let curia: Curia
beforeEach(async () => {
  server = await ScriptedServer.open()
})
afterEach(async () => {
  curia.close()
  await server.close()
})

const connect = (options: CuriaOptions = {}): Curia =>
  (curia = new Curia({ url: server.url, storage: storageWith(server.url, newPlayer('Ada'), 'a token'), ...options }))

/** Follows the match at a version. */
async function watchAt(version: number, options: CuriaOptions = {}): Promise<LiveMatch> {
  server.answer('match:watch', () => viewAt(version))
  return connect(options).watch(MATCH)
}

const ACTION = { type: 'conspire' } as const
const actionIdOf = ({ payload }: { payload: Record<string, unknown> }): unknown => payload.actionId

describe('a match', () => {
  it('asks for what it missed when an update leaves a gap, and reports every version in order', async () => {
    const match = await watchAt(3)
    const seen: number[] = []
    match.subscribe((_, change) => {
      if (change?.type === 'steps') seen.push(...change.steps.map(({ version }) => version))
    })
    server.answer('match:watch', ({ version }) => {
      expect(version).toBe(4)
      return viewAt(7, { missed: [5, 6, 7].map((missed) => ({ version: missed, at: 0, events: [] })) })
    })
    for (const version of [4, 4, 3, 6, 7]) server.socket.emit('match:update', updateTo(version))
    await match.until(({ version }) => version === 7)
    server.socket.emit('match:update', updateTo(7))
    server.socket.emit('match:update', updateTo(8))
    await match.until(({ version }) => version === 8)
    expect(seen).toEqual([4, 5, 6, 7, 8])
    expect(match.value.snapshot.seedHash).toBe('hash of 8')
    expect(server.of('match:watch')).toHaveLength(2)
  })

  it('that has expired is lost, and whoever waits for something in it is told why', async () => {
    const match = await watchAt(3)
    const waiting = codeOf(match.until(({ version }) => version > 3))
    server.socket.emit('match:expired', { match: MATCH, version: 3 })
    expect(await waiting).toBe('unknown-match')
    expect(match.value).toMatchObject({ version: 3, live: false, lost: { code: 'unknown-match' } })
  })

  it('is not live from the loss of a connection until it knows what it missed', async () => {
    const match = await watchAt(3)
    server.answer('match:watch', () => viewAt(4, { missed: [{ version: 4, at: 0, events: [] }] }))
    const changes: (MatchChange['type'] | undefined)[] = []
    match.subscribe((_, change) => changes.push(change?.type))
    server.socket.disconnect(true)
    await match.until(({ live }) => !live)
    await match.until(({ live }) => live)
    expect(match.value.version).toBe(4)
    expect(changes.filter((type) => type !== 'chat')).toEqual([undefined, 'following', 'steps'])
    expect(server.of('match:watch')[1]!.payload).toEqual({ match: MATCH, version: 3 })
  })

  it('is read again when the server does not know its version', async () => {
    const match = await watchAt(9)
    server.answer('match:watch', ({ version }) =>
      version === undefined ? viewAt(5) : refused('unknown-version', { version: 5 }),
    )
    const changes: MatchChange[] = []
    match.subscribe((_, change) => change && changes.push(change))
    server.socket.disconnect(true)
    await match.until(({ version }) => version === 5)
    expect(match.value).toMatchObject({ live: true, snapshot: { seedHash: 'hash of 5' } })
    expect(changes).toContainEqual({ type: 'reset' })
    server.socket.emit('match:update', updateTo(6))
    await match.until(({ version }) => version === 6)
  })

  it('takes over the state of a reset by the server', async () => {
    const match = await watchAt(3)
    server.socket.emit('match:update', updateTo(4))
    await match.until(({ version }) => version === 4)
    const { version, snapshot, now } = viewAt(2)
    server.socket.emit('match:reset', { match: MATCH, version, snapshot, now })
    await match.until((state) => state.version === 2)
    expect(match.value.snapshot.seedHash).toBe('hash of 2')
    expect(match.value.lastSteps).toEqual([])
    server.socket.emit('match:update', updateTo(3))
    await match.until(({ version }) => version === 3)
  })

  it('that has expired is lost, with the reason', async () => {
    const match = await watchAt(3)
    server.answer('match:watch', () => refused('unknown-match'))
    server.socket.disconnect(true)
    const state = await match.until(({ lost }) => lost)
    expect([state.lost!.code, state.live, state.version]).toEqual(['unknown-match', false, 3])
    expect(await codeOf(match.until(({ version }) => version === 4))).toBe('unknown-match')
    // Asked for again, it may be there after all.
    server.answer('match:watch', () => viewAt(3))
    expect(await curia.watch(MATCH)).toBe(match)
    expect(match.value).toMatchObject({ live: true, lost: null })
  })

  it('takes the update of its own action from the answer', async () => {
    const match = await watchAt(3)
    server.answer('match:act', () => ({ ok: true, match: MATCH, version: 4, at: 5, update: updateTo(4) }))
    expect(await match.act(ACTION)).toEqual({ match: MATCH, version: 4, at: 5 })
    expect(match.value.snapshot.seedHash).toBe('hash of 4')
    server.socket.emit('match:update', updateTo(4))
    server.socket.emit('match:update', updateTo(5))
    await match.until(({ version }) => version === 5)
    expect(match.value.lastSteps.map(({ version }) => version)).toEqual([4, 5])
  })

  it('asks for a version that was acknowledged and never sent', async () => {
    const match = await watchAt(3)
    server.answer('match:act', () => ({ ok: true, match: MATCH, version: 4, at: 5 }))
    server.answer('match:watch', () => viewAt(4, { missed: [{ version: 4, at: 0, events: [] }] }))
    await match.act(ACTION)
    expect(match.value.version).toBe(4)
    expect(server.of('match:watch')).toHaveLength(2)
  })

  it('refuses a stale action once it knows the version that made it stale', async () => {
    const match = await watchAt(3)
    server.answer('match:act', (_, socket) => {
      setImmediate(() => socket.emit('match:update', updateTo(4)))
      return refused('stale', { version: 4 })
    })
    expect(await codeOf(match.act(ACTION))).toBe('stale')
    expect(match.value.version).toBe(4)
  })
})

describe('an action', () => {
  it('is sent again under its id, on one connection after the other, until it is answered', async () => {
    const match = await watchAt(3)
    server.answer('match:watch', ({ version }) => viewAt(version as number))
    server.answer('match:act', (_, socket) => {
      if (server.of('match:act').length < 4) {
        socket.disconnect(true)
        return 'silence'
      }
      return { ok: true, match: MATCH, version: 4, at: 0, update: updateTo(4) }
    })
    await match.act(ACTION)
    const sent = server.of('match:act')
    expect(sent.map(({ connection }) => connection)).toEqual([1, 2, 3, 4])
    expect(new Set(sent.map(({ payload }) => JSON.stringify(payload))).size).toBe(1)
    expect(sent[0]!.payload).toMatchObject({
      match: MATCH,
      version: 3,
      action: ACTION,
      actionId: expect.stringMatching(/^[\w-]{16}$/) as string,
    })
  })

  it('is sent again on another connection when this one is silent', async () => {
    const match = await watchAt(3, { answerTimeoutMs: 50 })
    server.answer('match:act', () =>
      server.of('match:act').length < 2
        ? 'silence'
        : { ok: true, match: MATCH, version: 4, at: 0, update: updateTo(4) },
    )
    await match.act(ACTION)
    expect(server.of('match:act').map(({ connection }) => connection)).toEqual([1, 2])
  })

  it.each(['rate-limited', 'busy', 'unavailable', 'draining'] as const)('is sent again after %s', async (code) => {
    const match = await watchAt(3)
    server.answer('match:act', () =>
      server.of('match:act').length < 3
        ? refused(code, { retryAfterMs: 20 })
        : { ok: true, match: MATCH, version: 4, at: 0, update: updateTo(4) },
    )
    await match.act(ACTION)
    expect(server.of('match:act')).toHaveLength(3)
    expect(new Set(server.of('match:act').map(({ payload }) => payload.actionId)).size).toBe(1)
  })

  it('fails with every other error of the server', async () => {
    const match = await watchAt(3)
    server.answer('match:resign', () => refused('match-over'))
    expect(await codeOf(match.resign())).toBe('match-over')
    expect(server.of('match:resign')).toHaveLength(1)
  })

  it('fails as offline when the client is closed before the answer', async () => {
    const match = await watchAt(3)
    server.answer('match:act', () => 'silence')
    const acting = codeOf(match.act(ACTION))
    await expect.poll(() => server.of('match:act').length).toBe(1)
    curia.close()
    expect(await acting).toBe('offline')
    expect(await codeOf(match.act(ACTION))).toBe('offline')
  })
})

describe('a command that the server would do twice', () => {
  it('is repeated as the same command if it challenges a player: the server opens one challenge', async () => {
    server.answer('challenge:send', (_, socket) => {
      if (server.of('challenge:send').length > 2) return { ok: true, challenge: { id: 'one' } }
      socket.disconnect(true)
      return 'silence'
    })
    expect(await connect().challenges.send({ to: { name: 'Bo' } })).toEqual({ id: 'one' })
    const ids = server.of('challenge:send').map(actionIdOf)
    expect(ids).toHaveLength(3)
    expect(new Set(ids)).toEqual(new Set([expect.stringMatching(/^[\w-]{16}$/)]))
    await curia.challenges.send({ to: { name: 'Bo' } })
    expect(ids).not.toContain(server.of('challenge:send').map(actionIdOf)[3])
  })

  it('is reported as perhaps done if the answer does not come in time', async () => {
    server.answer('challenge:send', () => 'silence')
    connect({ patienceMs: 50 })
    await curia.connect()
    const error = await curia.challenges.send({ to: { name: 'Bo' } }).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'offline', details: { sent: true } })
  })

  it('is repeated as the same command if it creates a match: the server creates one', async () => {
    server.answer('match:create', (_, socket) => {
      if (server.of('match:create').length > 2) return viewAt(0)
      socket.disconnect(true)
      return 'silence'
    })
    const first = await connect().create()
    const ids = server.of('match:create').map(actionIdOf)
    expect(ids).toHaveLength(3)
    expect(new Set(ids)).toEqual(new Set([expect.stringMatching(/^[\w-]{16}$/)]))
    first.close()
    await curia.create()
    await curia.create({ actionId: 'chosen-by-the-caller' })
    const later = server.of('match:create').slice(3).map(actionIdOf)
    expect(later[0]).not.toBe(ids[0])
    expect(later[1]).toBe('chosen-by-the-caller')
  })

  it('is repeated when the server refused it for a while', async () => {
    server.answer('match:create', () =>
      server.of('match:create').length < 2 ? refused('rate-limited', { retryAfterMs: 20 }) : viewAt(0),
    )
    await connect().create()
    expect(server.of('match:create')).toHaveLength(2)
  })

  it('is done once if it is a line of chat, whether the answer or the message was lost', async () => {
    const match = await watchAt(3)
    const player = curia.session.value.player!
    const room: { number: number; at: number; from: object; text: string }[] = []
    server.answer('chat:read', () => ({ ok: true, match: MATCH, room: 'players', lines: [...room], muted: false }))
    let lost: 'answer' | 'message' | null = 'answer'
    server.answer('chat:say', ({ text }, socket) => {
      const line = { number: room.length + 1, at: 0, from: player, text: text as string }
      if (lost !== 'message') room.push(line)
      if (lost === null) return { ok: true, match: MATCH, line }
      lost = null
      socket.disconnect(true)
      return 'silence'
    })
    const first = match.say('one')
    const second = match.say('two')
    expect([(await first).number, (await second).number]).toEqual([1, 2])
    lost = 'message'
    expect((await match.say('three')).number).toBe(3)
    expect(room.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
    expect(match.value.chat!.lines.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  })
})
