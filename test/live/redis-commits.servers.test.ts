import { describe, expect, it } from 'vitest'
import { matchKeys } from '../../src/live/redis/keys.ts'
import { withRedis } from '../support/redis.ts'
import { aBegunMatch, acting } from './contract/harness.ts'
import { redisHarness } from './redis-harness.ts'

const MATCHES = 100

describe('commits of one tick of the event loop', () => {
  const { node, server } = redisHarness({})

  /** How often Redis has run a script. */
  const scriptsRun = (): Promise<number> =>
    withRedis(server().url, async (redis) => {
      const calls = (await redis.info('commandstats')).matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm)
      return [...calls].reduce((sum, [, count]) => sum + Number(count), 0)
    })

  it('are few scripts', async () => {
    const { store } = await node()
    const matches = await Promise.all(Array.from({ length: MATCHES }, () => aBegunMatch(store)))
    const before = await scriptsRun()
    const results = await Promise.all(matches.map((match) => store.commit(acting(match, 1))))
    expect(results.map(({ status }) => status)).toEqual(matches.map(() => 'committed'))
    expect((await scriptsRun()) - before).toBeLessThan(MATCHES / 10)
  })

  it('of one match are made in their order: the first of a version is appended', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    const results = await Promise.all([1, 1, 2].map((version) => store.commit(acting(match, version))))
    expect(results.map(({ status }) => status)).toEqual(['committed', 'stale', 'committed'])
  })

  it('are each for themselves: one that fails is nothing to the others', async () => {
    const { store } = await node()
    const [first, broken, last] = [await aBegunMatch(store), await aBegunMatch(store), await aBegunMatch(store)]
    await withRedis(server().url, (redis) => redis.set(matchKeys(broken).log, 'not a log'))
    const results = await Promise.allSettled([first, broken, last].map((match) => store.commit(acting(match, 1))))
    expect(results).toMatchObject([
      { status: 'fulfilled', value: { status: 'committed', version: 2 } },
      { status: 'rejected', reason: { message: expect.stringContaining('WRONGTYPE') as string } },
      { status: 'fulfilled', value: { status: 'committed', version: 2 } },
    ])
  })
})
