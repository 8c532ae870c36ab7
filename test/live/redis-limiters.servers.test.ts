import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Limiters } from '../../src/limits/index.ts'
import { spend } from '../../src/limits/index.ts'
import { openRedisLimiters } from '../../src/live/index.ts'
import { Attempts } from '../../src/players/attempts.ts'
import type { Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'
import type { RedisServer } from '../support/redis.ts'
import { startRedis } from '../support/redis.ts'

/** Ten an hour: no test takes as long as that. */
const RATE = { points: 10, duration: 3_600 }
const GUESTS = 5

type Node = Limiters & { close(): Promise<void> }

let redis: RedisServer
let nodes: [Node, Node]
let tests = 0
let name: string
beforeAll(async () => {
  redis = await startRedis()
  nodes = [openNode(), openNode()]
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await redis.destroy()
})
beforeEach(() => {
  name = `test-${(tests += 1)}`
})

/** A node with a patient connection: a loaded Redis does not look like one that is away. */
const openNode = (): Node => openRedisLimiters({ url: redis.url, times: { answer: 10_000, reconnect: 50 } })

/** Whether something is allowed once more. */
const allows = (limiters: Limiters, key: string): (() => Promise<boolean>) => {
  const limiter = limiters.limiter(name, RATE)
  return () =>
    spend(limiter, key).then(
      () => true,
      () => false,
    )
}

/** How often it is allowed, until it is refused. */
async function countUntilRefused(allowed: () => Promise<boolean>): Promise<number> {
  for (let count = 0; ; count += 1) if (!(await allowed())) return count
}

/** Resolves when limits are counted in Redis: each count is then seen by both nodes. */
async function untilShared(): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    await nextTurn()
    const [one, other] = nodes.map((node) => node.limiter(`shared-${tests}`, { points: 1_000_000, duration: 3_600 }))
    await one!.consume(`key ${attempt}`)
    const seen = await other!.get(`key ${attempt}`)
    if (seen?.consumedPoints === 1) return
  }
}

describe('limits in Redis', () => {
  it('count on all nodes together, each key for itself, and expire', async () => {
    await untilShared()
    const [one, other] = [allows(nodes[0], 'Ada'), allows(nodes[1], 'Ada')]
    for (let turn = 0; turn < RATE.points / 2; turn += 1) expect([await one(), await other()]).toEqual([true, true])
    expect([await one(), await other()]).toEqual([false, false])
    expect(await allows(nodes[0], 'Ben')()).toBe(true)
    await redis.ask(async (client) => {
      const keys = await client.keys(`curia:limit:${name}:*`)
      expect(keys).toHaveLength(2)
      for (const key of keys) expect(await client.pttl(key)).toBeGreaterThan(0)
    })
  })

  it('count wrong passwords on all nodes together, and not the right ones', async () => {
    await untilShared()
    const attempts = nodes.map((node) => new Attempts(node))
    const log = async (turn: number, isRight: boolean): Promise<boolean> =>
      (await attempts[turn % 2]!.logIn('ada', '203.0.113.7', async () => (isRight ? 'Ada' : null))) !== null
    for (let turn = 0; turn < 30; turn += 1) expect(await log(turn, true)).toBe(true)
    for (let turn = 0; turn < 10; turn += 1) expect(await log(turn, false)).toBe(false)
    await expect(log(0, true)).rejects.toMatchObject({ code: 'rate-limited' })
    await expect(log(1, true)).rejects.toMatchObject({ code: 'rate-limited' })
  })

  it('hold for guests who come over HTTP, whichever node they ask', async () => {
    await untilShared()
    const settings = { corsOrigins: [], rates: { httpPerMinute: 1_000_000, guestsPerMinute: GUESTS } }
    const servers: Http[] = await Promise.all(nodes.map((limiters) => openHttp({ limiters, settings })))
    const come = (turn: number) => servers[turn % 2]!.nobody.post('/v1/players', { name: `Guest ${turn}` })
    for (let turn = 0; turn < GUESTS; turn += 1) expect((await come(turn)).statusCode).toBe(201)
    for (const turn of [0, 1]) {
      const refused = await come(turn)
      expect([refused.statusCode, refused.body]).toMatchObject([429, { error: { code: 'rate-limited' } }])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    await Promise.all(servers.map((server) => server.close()))
  })

  it('hold on each node alone while Redis is away, and on all nodes again after that', async () => {
    await untilShared()
    await redis.stop()
    // A node may still wait for an answer of the server that is gone; what it is told in the end is not a refusal.
    for (const node of nodes) expect(await countUntilRefused(allows(node, 'Ada'))).toBe(RATE.points)
    await redis.restart()
    await untilShared()
    const [one, other] = [allows(nodes[0], 'Cy'), allows(nodes[1], 'Cy')]
    for (let turn = 0; turn < RATE.points; turn += 1) expect(await one()).toBe(true)
    expect(await other()).toBe(false)
  })
})
