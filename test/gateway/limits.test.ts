import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MessageRate } from '../../src/limits/index.ts'
import { CodedError } from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/contract/harness.ts'
import { atLast } from '../support/at-last.ts'
import type { Client, Reply, TestGateway } from '../support/gateway.ts'
import { openGateway, refusal, refused } from '../support/gateway.ts'
import { legalOf } from '../support/match.ts'
import { newActionId } from '../support/players.ts'

let open: TestGateway
beforeEach(async () => {
  open = await openGateway({ rate: new MessageRate(20) })
})
afterEach(() => open.close())

describe('a flood', () => {
  /** What a flooder is refused with, until it is disconnected. */
  const refusalsOf = async (flooder: Client, flood: () => void): Promise<{ code: string; retryAfterMs: number }[]> => {
    const gone = flooder.gone()
    const refusals: { code: string; retryAfterMs: number }[] = []
    const note = (body: Reply): void => {
      if (!body.ok && body.error.code === 'rate-limited') {
        refusals.push({ code: body.error.code, retryAfterMs: body.error.details!.retryAfterMs as number })
      }
    }
    flooder.socket.on('error:protocol', note)
    flooder.onReply = note
    flood()
    await gone
    return refusals
  }

  it('of 10,000 messages at once is refused, ends with its connection, and affects no other player', async () => {
    const { match, clients } = await open.seatTwo()
    const flooder = await open.connect('Mallory')
    const refused = refusalsOf(flooder, () => {
      for (let index = 0; index < 10_000; index += 1) {
        const reply = index % 2 ? flooder.send('match:watch', { match }) : flooder.send('nonsense', { index })
        reply.catch(() => undefined)
      }
    })
    // The others play meanwhile.
    for (let moves = 0; moves < 10; moves += 1) {
      const newest = Math.max(...clients.map((client) => client.follower(match).version))
      await Promise.all(clients.map((client) => client.follower(match).reached(newest)))
      const mover = clients.find((client) => client.follower(match).snapshot!.board?.legal)!
      const { version, snapshot } = mover.follower(match)
      const reply = await mover.act({ match, actionId: newActionId(), version, action: legalOf(snapshot!)[0]! })
      expect(reply).toMatchObject({ ok: true })
      await mover.follower(match).reached(version + 1)
    }
    const refusals = await refused
    expect(refusals.length).toBeGreaterThan(0)
    for (const { retryAfterMs } of refusals) {
      expect(Number.isInteger(retryAfterMs) && retryAfterMs > 0 && retryAfterMs <= 10_000).toBe(true)
    }
    expect(open.backend.matches.size).toBe(1)
  })

  it('that goes on slowly after its refusals ends with its connection, too', async () => {
    const flooder = await open.connect('Mallory')
    let sent = 0
    const refusals = await refusalsOf(flooder, () => {
      const next = (): void => {
        sent += 1
        if (flooder.socket.connected) flooder.send('nonsense', {}).then(next, () => undefined)
      }
      next()
    })
    expect(refusals.length).toBeGreaterThanOrEqual(200)
    expect(sent).toBeLessThanOrEqual(402)
  })

  it('without acknowledgements is limited in the same way', async () => {
    const flooder = await open.connect('Mallory')
    const refusals = await refusalsOf(flooder, () => {
      for (let times = 0; times < 1_000; times += 1) flooder.socket.emit('match:create', {})
    })
    expect(refusals.length).toBeGreaterThan(0)
    expect(open.backend.matches.size).toBe(0)
  })

  it('over many connections counts as one', async () => {
    const first = await open.connect('Mallory')
    const second = await open.connect(first.player)
    for (let times = 0; times < 200; times += 1) void first.send('nonsense', {})
    expect(refused(await first.send('nonsense', {}))).toBe('rate-limited')
    expect(refused(await second.send('nonsense', {}))).toBe('rate-limited')
  })

  it('of new matches is limited sooner', async () => {
    const client = await open.connect('Mallory')
    const replies = await Promise.all(Array.from({ length: 200 }, () => client.send('match:create', {})))
    expect(replies.filter((reply) => refused(reply) === 'rate-limited').length).toBeGreaterThan(150)
    expect(open.backend.matches.size).toBeLessThanOrEqual(40)
  })

  it('of watches with a version is limited sooner', async () => {
    const { match, clients } = await open.seatTwo()
    const flooder = await open.connect('Mallory')
    const watch = (payload: object) =>
      Promise.all(Array.from({ length: 50 }, () => flooder.send('match:watch', payload)))
    const limited = (await watch({ match, version: 0 })).filter((reply) => refused(reply) === 'rate-limited')
    expect(limited).toHaveLength(10)
    const others = Array.from({ length: 50 }, () => clients[0].send('match:watch', { match }))
    expect((await Promise.all(others)).filter((reply) => refused(reply) === 'rate-limited')).toEqual([])
  })

  it('whose answers are never read ends with its connection, not with the server’s memory', async () => {
    const flooder = await open.connect('Mallory', ['polling'])
    const gone = flooder.gone()
    // The client is deaf: it no longer polls, but still sends.
    const engine = flooder.socket.io.engine
    const transport = engine.transport as unknown as { poll: () => void; doPoll: () => void }
    transport.doPoll = () => undefined
    for (let times = 0; times < 25_000 && flooder.socket.connected; times += 1) flooder.socket.emit('nonsense')
    await vi.waitFor(() => expect(open.gateway.connections).toBe(0), { timeout: 30_000 })
    flooder.close()
    await gone
  })
})

describe('overload', () => {
  it('of one player is refused as busy, with a time to retry, and affects no other player', async () => {
    const roomy = await openGateway()
    const { match, clients } = await roomy.seatTwo()
    let finish = (): void => undefined
    const held = new Promise<never>((_resolve, reject) => (finish = () => reject(new CodedError('unavailable'))))
    const began = vi.spyOn(roomy.matches.chats, 'read').mockReturnValue(held)
    const read = (client: Client) => client.send('chat:read', { match })
    const replies = Promise.all(Array.from({ length: 40 }, () => read(clients[0])))
    await atLast(() => expect(began).toHaveBeenCalledTimes(32))
    const others = [clients[1].send('match:watch', { match }), clients[1].send('queue:status', {})]
    expect((await Promise.all(others)).map(refused)).toEqual(['', ''])
    finish()
    const codes = (await replies).map(refused)
    expect(codes.filter((code) => code === 'busy')).toHaveLength(8)
    for (const reply of await replies) {
      if (refused(reply) !== 'busy') continue
      const { retryAfterMs } = (reply as unknown as { error: { details: { retryAfterMs: number } } }).error.details
      expect(Number.isInteger(retryAfterMs) && retryAfterMs >= 100).toBe(true)
    }
    await roomy.close()
  })
})

describe('one player', () => {
  it('may watch sixteen matches on a connection', async () => {
    const roomy = await openGateway()
    const client = await roomy.connect('Ada')
    const entered = await Promise.all(
      Array.from({ length: 20 }, () => client.send<{ snapshot: { match: string } }>('match:create', {})),
    )
    expect(entered.map(refused).filter((code) => code === 'limit-reached')).toHaveLength(4)
    // What was refused was not created.
    expect(roomy.backend.matches.size).toBe(16)
    const [match] = roomy.backend.matches.keys()
    const other = await roomy.connect('Bo')
    const { snapshot } = await other.enter('match:create', {})
    expect(await client.send('match:watch', { match: snapshot.match })).toMatchObject({
      error: { code: 'limit-reached', details: { limit: 16 } },
    })
    expect(refused(await client.send('match:watch', { match }))).toBe('')
    await client.ask('match:unwatch', { match })
    await client.enter('match:watch', { match: snapshot.match })
    expect(refused(await client.send('match:create', {}))).toBe('limit-reached')
    // Nor is one that has expired.
    const [, second] = roomy.backend.matches.keys()
    roomy.backend.expire(second!)
    roomy.store.mend(second!)
    const expired = ['match:expired', { match: second, version: 0 }]
    await expect.poll(() => client.events, PATIENTLY).toContainEqual(expired)
    await client.enter('match:create', {})
    await roomy.close()
  })

  it('may have ten connections, and another one when one of them is closed', async () => {
    const first = await open.connect('Ada')
    const others: Client[] = []
    while (others.length < 9) others.push(await open.connect(first.player))
    const { token } = await open.tokens.issue(first.player)
    expect((await refusal(open.dial(token))).data).toMatchObject({ code: 'limit-reached', details: { limit: 10 } })
    others[0]!.close()
    await atLast(async () => {
      await open.connect(first.player)
    })
    await open.connect('Bo')
  })
})
